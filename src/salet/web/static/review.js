// The Review page: a finished game in, skill and luck out.

import { post } from "./api.js";
import { announce, copy, count, debounce, el, find, replace } from "./dom.js";
import { lower } from "./keyboard.js";
import * as link from "./link.js";
import { Settings } from "./settings.js";
import { capital, mini } from "./tiles.js";

const DEFAULTS = { lexicon: "original", hard: "off", guesses: 6 };
const settings = new Settings(find("#settings"), { fields: ["hard", "guesses"], changed: () => complain(settings.problem ?? "") });
let rows = []; // the patterns of a pasted grid
let game = null; // the game shown: {answer, guesses} or {grid, guesses}

async function start() {
  setRows(6);
  find("#add").addEventListener("click", () => setRows(inputs().length + 1));
  find("#grid").addEventListener("input", debounce(readGrid, 250));
  find("#form").addEventListener("submit", (event) => {
    event.preventDefault();
    submit();
  });
  find("#example").addEventListener("click", () => {
    fill({ answer: "there", guesses: ["crane", "tepid", "their", "there"] });
    submit();
  });
  find("#share").addEventListener("click", share);
  find("#reveal").addEventListener("click", () => {
    find("#spoiler").classList.add("hidden");
    find("#form").classList.remove("hidden");
    submit();
  });
  addEventListener("hashchange", () => location.reload());
  const params = link.read();
  await settings.load(params);
  if (settings.problem) complain(settings.problem);
  const text = params.get("game");
  const shared = text === null ? null : parse(link.unhide(text));
  if (text !== null && shared === null) {
    complain("The link cannot be read.");
  } else if (shared !== null) {
    fill(shared);
    if (params.get("seen")) submit();
    else {
      find("#spoiler").classList.remove("hidden");
      find("#form").classList.add("hidden");
      find("#reveal").focus();
    }
  }
}

function parse(text) {
  try {
    const { answer, guesses, grid } = JSON.parse(text);
    if (!Array.isArray(guesses) || !guesses.every((word) => typeof word === "string")) return null;
    return { answer: typeof answer === "string" ? answer : null, guesses: guesses.slice(0, 20), grid: typeof grid === "string" ? grid : "" };
  } catch {
    return null;
  }
}

const inputs = () => [...document.querySelectorAll("#rows input")];

function setRows(number) {
  const words = inputs().map(({ value }) => value);
  replace(
    find("#rows"),
    Array.from({ length: Math.max(number, 1) }, (_, row) =>
      el(
        "div",
        { class: "game-row" },
        el("input", { "aria-label": `Guess ${row + 1}`, placeholder: `guess ${row + 1}`, autocomplete: "off", autocapitalize: "off", spellcheck: "false", maxlength: 30 }),
        rows[row] ? mini("", rows[row]) : null,
      )),
  );
  inputs().forEach((input, row) => {
    input.value = words[row] ?? "";
  });
}

function fill({ answer, guesses, grid = "" }) {
  find("#grid").value = grid;
  rows = [];
  setRows(Math.max(6, guesses.length));
  inputs().forEach((input, row) => {
    input.value = guesses[row] ?? "";
  });
  find("#answer").value = answer && guesses.at(-1) !== answer ? answer : "";
  if (grid) readGrid();
}

// A pasted grid shows its colours beside the words that are to be filled in.
async function readGrid() {
  const text = find("#grid").value;
  if (!text.trim()) {
    rows = [];
    setRows(6);
    return;
  }
  try {
    const { grids } = await post("/grid", { text });
    if (grids.length === 0) {
      rows = [];
      complain("There is no row of coloured squares in that text.");
      return;
    }
    complain("");
    [rows] = grids;
    setRows(rows.length);
    announce(`A grid of ${count(rows.length, "row")}. Fill in the words.`);
  } catch (error) {
    complain(error.message);
  }
}

function complain(text) {
  find("#message").textContent = text;
  if (text) announce(text);
}

async function submit() {
  complain("");
  const guesses = inputs().map(({ value }) => [...value.trim()].map(lower).join("")).filter(Boolean);
  const grid = find("#grid").value.trim();
  const named = find("#answer").value.trim();
  if (!guesses.length) return complain("Type the words that were played, one in each field.");
  const answer = named ? [...named].map(lower).join("") : grid ? null : guesses.at(-1);
  game = { answer, guesses, ...(grid ? { grid } : {}) };
  const { lexicon, hard, guesses: cap } = settings.values;
  find("#result").setAttribute("aria-busy", "true");
  try {
    const review = await post("/review", { ...game, grid, lexicon, hard, max_guesses: cap });
    show(review);
    write(true);
  } catch (error) {
    complain(error.message);
    find("#result").classList.add("hidden");
  }
  find("#result").removeAttribute("aria-busy");
  return undefined;
}

const write = (seen) => link.write({ ...settings.forLink(DEFAULTS), game: link.hide(JSON.stringify(game)), seen: seen ? 1 : "" });

async function share() {
  write(false);
  const done = await copy(location.href);
  write(true);
  find("#said").textContent = done ? "Copied. The page warns before it shows the words." : "The link could not be copied.";
}

function show(review) {
  const pair = (name, value) => el("div", {}, el("dt", {}, name), el("dd", {}, String(value)));
  replace(
    find("#figures"),
    pair("skill, of 99", review.skill),
    pair("luck, of 99", review.luck),
    pair("guesses", review.turns.length),
    pair("guesses given away", review.given_away.toFixed(2)),
  );
  const kept = review.kept_hard ? ` Kept to hard mode ${review.kept_hard}.` : "";
  // Words in capitals: "given away by their: 0.50 guesses against there" is hard to read.
  const summary = review.summary.replace(/(by |against |luckiest was )(\p{L}+)/gu, (_, before, word) => before + capital(word));
  find("#summary").textContent = [review.note, summary + kept, ...review.notes].filter(Boolean).join(" ");
  replace(find("#turns"), review.turns.map((turn, row) => card(turn, row)));
  showLine(review);
  replace(
    find("#formulas"),
    Object.entries(review.formulas).map(([name, text]) => el("p", {}, el("b", {}, name), `: ${text}`)),
    el("p", {}, "expected: guesses from that turn on with the word played; least: with the best word. Half of the outcomes were worse at luck 49 or 50."),
  );
  find("#result").classList.remove("hidden");
  find("#result-title").focus({ preventScroll: true });
  find("#result").scrollIntoView({ block: "start" });
  announce(`Skill ${review.skill}, luck ${review.luck}. ${review.summary}`);
}

function card(turn, row) {
  const value = (number) => `${turn.exact ? "" : "~"}${number.toFixed(2)}`;
  const perfect = turn.skill === 99;
  const better = perfect
    ? "There was no better word."
    : `${capital(turn.best)} would have been better: ${value(turn.least)} guesses to be expected instead of ${value(turn.expected)}`
      + `${turn.best_after === null ? "." : `; it would have left ${count(turn.best_after, "word")}.`}`;
  return el(
    "article",
    { class: "turn", "aria-label": `Turn ${row + 1}` },
    el("p", {}, mini(turn.guess, turn.pattern), el("span", { class: "left" }, `${turn.before.toLocaleString("en")} → ${count(turn.after, "word")}`)),
    meter("skill", turn.skill),
    meter("luck", turn.luck),
    el("p", { class: "all" }, better, !perfect && turn.best_pattern ? " " : null, !perfect && turn.best_pattern ? mini(turn.best, turn.best_pattern) : null),
    el(
      "details",
      { class: "small all" },
      el("summary", {}, "Words before and after"),
      el("p", {}, el("b", {}, "before: "), listing(turn.before_words, turn.before)),
      el("p", {}, el("b", {}, "after: "), listing(turn.after_words, turn.after)),
    ),
  );
}

const listing = (words, total) => `${words.join(" ")}${total > words.length ? ` and ${(total - words.length).toLocaleString("en")} more` : ""}`;

function meter(name, value) {
  const fill = el("span", { class: "fill" });
  fill.style.width = `${(100 * value) / 99}%`;
  return el("div", { class: "meter" }, el("span", {}, name), el("span", { class: "track", "aria-hidden": "true" }, fill), el("b", {}, String(value)));
}

function showLine({ line }) {
  find("#line-card").classList.toggle("hidden", line === null);
  if (line === null) return;
  replace(
    find("#best-line"),
    el("p", { class: "soft small" }, line.proven ? "What the proven tree plays on this answer." : "What the advice plays on this answer, turn by turn; not proven."),
    line.turns.map(({ guess, pattern, after }, row) =>
      el("p", { class: "step" }, mini(guess, pattern), el("span", { class: "soft" }, row + 1 === line.turns.length ? "found" : `${count(after, "word")} left`))),
  );
}

start().catch((error) => complain(error.message));
