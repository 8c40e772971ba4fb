// The Review page: a finished game in, skill and luck out.

import { Guard, post } from "./api.js";
import { announce, commas, copy, count, debounce, el, find, replace, sentence } from "./dom.js";
import * as link from "./link.js";
import { Settings } from "./settings.js";
import { capital, isSolved, lower, mini } from "./tiles.js";

const MOST_ROWS = 20;
const EXAMPLE = { answer: "there", guesses: ["crane", "tepid", "their", "there"] };
const state = {
  rows: [], // the patterns of a pasted grid
  game: null, // the game shown: {answer, guesses} or {grid, guesses}
};
const guard = new Guard();
const settings = new Settings({ fields: ["hard", "guesses"], guard, changing: complain, changed });
let loaded; // the words of the first settings: a game that is asked for earlier waits for them

async function start() {
  setRows(6);
  find("#add").addEventListener("click", () => setRows(inputs().length + 1));
  find("#grid").addEventListener("input", debounce(readGrid, 250));
  find("#form").addEventListener("submit", (event) => {
    event.preventDefault();
    submit();
  });
  find("#example").addEventListener("click", async () => {
    if (!(await ready())) return;
    if (!EXAMPLE.guesses.every((guess) => settings.allows(guess)) && !(await settings.restore(new URLSearchParams({ lexicon: settings.listing.today })))) return;
    fill(EXAMPLE);
    submit();
  });
  find("#share").addEventListener("click", share);
  find("#reveal").addEventListener("click", () => submit());
  link.onReturn((params) => settings.restore(params).then((here) => here && open(params)).catch((error) => complain(error.message)));
  const params = link.read();
  loaded = settings.load(params);
  if (!(await loaded)) return;
  if (params.has("game")) await open(params);
  else complain(settings.problem ?? ""); // words that were typed meanwhile stay
}

// Wait for the words; say so if they do not come.
const ready = () => loaded.then(() => true, (error) => complain(error.message));

function changed() {
  complain(settings.problem ?? "");
  setRows(inputs().length);
}

// Show the game of an address, after a warning if it was not seen here; else an empty form.
async function open(params) {
  complain(settings.problem ?? "");
  const text = params.get("game");
  const shared = text === null ? { answer: null, guesses: [] } : parse(link.unhide(text));
  if (shared === null) {
    complain("The link cannot be read.");
    return;
  }
  const hidden = text !== null && !params.get("seen");
  fill(shared);
  spoil(hidden);
  find("#result").classList.add("hidden");
  if (hidden) find("#reveal").focus();
  else if (text !== null) await submit(false);
}

function spoil(hidden) {
  find("#spoiler").classList.toggle("hidden", !hidden);
  find("#form").classList.toggle("hidden", hidden);
}

function parse(text) {
  try {
    const { answer, guesses, grid } = JSON.parse(text);
    if (!Array.isArray(guesses) || !guesses.every((word) => typeof word === "string")) return null;
    return { answer: typeof answer === "string" ? answer : null, guesses: guesses.slice(0, MOST_ROWS), grid: typeof grid === "string" ? grid : "" };
  } catch {
    return null;
  }
}

const inputs = () => [...document.querySelectorAll("#rows input")];

function setRows(number) {
  const words = inputs().map(({ value }) => value);
  replace(
    find("#rows"),
    Array.from({ length: Math.min(Math.max(number, 1), MOST_ROWS) }, (_, row) =>
      el(
        "div",
        { class: "game-row" },
        el("input", { "aria-label": `Guess ${row + 1}`, placeholder: `guess ${row + 1}`, autocomplete: "off", autocapitalize: "off", spellcheck: "false", maxlength: 30, dir: settings.words ? settings.direction : null }),
        state.rows[row] ? mini("", state.rows[row]) : null,
      )),
  );
  inputs().forEach((input, row) => {
    input.value = words[row] ?? "";
  });
  find("#add").disabled = inputs().length >= MOST_ROWS;
}

function fill({ answer, guesses, grid = "" }) {
  find("#grid").value = grid;
  state.rows = [];
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
    state.rows = [];
    complain("");
    setRows(6);
    return;
  }
  try {
    const { grids } = await post("/grid", { text });
    if (text !== find("#grid").value) return; // another grid took its place
    if (grids.length === 0) {
      state.rows = [];
      complain("There is no row of coloured squares in that text.");
      return;
    }
    complain(grids.length > 1 ? `The text has ${grids.length} boards; the first is used.` : "");
    [state.rows] = grids;
    setRows(state.rows.length);
    announce(`A grid of ${count(state.rows.length, "row")}. Fill in the words.`);
  } catch (error) {
    complain(error.message);
  }
}

function complain(text) {
  find("#message").textContent = text && sentence(text);
  if (text) announce(text);
}

const word = (text) => lower(text.trim());

// Review the game of the form. `push`: a person who goes back comes to the one before.
async function submit(push = true) {
  spoil(false);
  complain("");
  const guesses = inputs().map(({ value }) => word(value)).filter(Boolean);
  const grid = find("#grid").value.trim();
  const named = word(find("#answer").value);
  if (!guesses.length) {
    find("#result").classList.add("hidden");
    return complain("Type the words that were played, one in each field.");
  }
  const answer = named || (grid ? null : guesses.at(-1));
  state.game = { answer, guesses, ...(grid ? { grid } : {}) };
  if (!(await ready())) return undefined;
  const { asked, values: { hard, guesses: most } } = settings;
  const signal = guard.begin();
  find("#result").setAttribute("aria-busy", "true");
  try {
    const review = await post("/review", { ...state.game, grid, ...asked, hard, max_guesses: most }, signal);
    if (signal.aborted) return undefined;
    show(review);
    write(true, push);
  } catch (error) {
    if (signal.aborted) return undefined;
    complain(error.message);
    find("#result").classList.add("hidden");
  }
  find("#result").removeAttribute("aria-busy");
  return undefined;
}

const write = (seen, push = false) => link.write({ ...settings.forLink(), game: link.hide(JSON.stringify(state.game)), seen: seen ? 1 : "" }, push);

async function share() {
  write(false);
  const done = await copy(location.href);
  write(true);
  find("#said").textContent = (done ? "Copied. The page warns before it shows the words." : "The link could not be copied.") + settings.linkNote;
}

function show(review) {
  const pair = (name, value) => el("div", {}, el("dt", {}, name), el("dd", {}, String(value)));
  replace(
    find("#figures"),
    pair("skill, of 99", review.skill),
    pair("luck, of 99", review.luck),
    pair("guesses", review.turns.length),
    pair("guesses given away", `${review.turns.every(({ exact }) => exact) ? "" : "~"}${review.given_away.toFixed(2)}`),
  );
  const kept = review.kept_hard ? ` Kept to hard mode ${review.kept_hard}.` : "";
  // Words in capitals: "their gave away the most: 0.50 guesses against there" is hard to read.
  const played = new Set(review.turns.flatMap(({ guess, best }) => [guess, best]));
  const summary = review.summary.replace(/(by |against |luckiest was |^|\. )(\p{L}+)/gu, (all, before, text) => (played.has(text) ? before + capital(text) : all));
  find("#summary").textContent = [review.note, summary + kept, ...review.notes].filter(Boolean).map(sentence).join(" ");
  replace(find("#turns"), review.turns.map((turn, row) => card(turn, row)));
  showLine(review);
  replace(
    find("#formulas"),
    Object.entries(review.formulas).map(([name, text]) => el("p", {}, el("b", {}, name), `: ${text}`)),
    el("p", {}, "expected: guesses from that turn on with the word played; least: with the best word. Luck 49 or 50 means that half of the outcomes were worse."),
  );
  find("#result").classList.remove("hidden");
  find("#result-title").focus({ preventScroll: true });
  find("#result").scrollIntoView({ block: "start" });
  announce(`Skill ${review.skill}, luck ${review.luck}. ${review.summary}`);
}

function card(turn, row) {
  const value = (number) => `${turn.exact ? "" : "~"}${number.toFixed(2)}`;
  const perfect = turn.skill === 99;
  const found = isSolved(turn.pattern);
  const broke = turn.hard_nyt ? "" : ` ${capital(turn.guess)} broke hard mode: it leaves out a clue.`;
  const better = perfect
    ? "There was no better word."
    : `${capital(turn.best)} would have been better: ${value(turn.least)} expected guesses instead of ${value(turn.expected)}`
      + `${turn.best_after === null ? "." : `; it would have left ${count(turn.best_after, "word")}.`}`;
  return el(
    "article",
    { class: "turn", "aria-label": `Turn ${row + 1}` },
    el("p", {}, mini(turn.guess, turn.pattern), el("span", { class: "left" }, found ? "found" : `${commas(turn.before)} → ${count(turn.after, "word")}`)),
    meter("skill", turn.skill),
    meter("luck", turn.luck, fortune(turn.luck)),
    el("p", { class: "all" }, better, broke, !perfect && turn.best_pattern ? " " : null, !perfect && turn.best_pattern ? mini(turn.best, turn.best_pattern) : null),
    found ? null : el(
      "details",
      { class: "small all" },
      el("summary", {}, "Words before and after"),
      el("p", {}, el("b", {}, "before: "), listing(turn.before_words, turn.before)),
      el("p", {}, el("b", {}, "after: "), listing(turn.after_words, turn.after)),
    ),
  );
}

const listing = (words, total) => `${words.join(" ")}${total > words.length ? ` and ${commas(total - words.length)} more` : ""}`;

// Luck in words: half of the outcomes are worse than 49 or 50.
const fortune = (luck) => (luck >= 85 ? "very lucky" : luck >= 60 ? "lucky" : luck > 39 ? "" : luck > 14 ? "unlucky" : "very unlucky");

function meter(name, value, told = "") {
  const fill = el("span", { class: "fill" });
  fill.style.width = `${(100 * value) / 99}%`;
  return el("div", { class: "meter" }, el("span", {}, name), el("span", { class: "track", "aria-hidden": "true" }, fill), el("span", {}, el("b", {}, String(value)), told ? ` ${told}` : ""));
}

function showLine({ line }) {
  find("#line-card").classList.toggle("hidden", line === null);
  if (line === null) return;
  replace(
    find("#best-line"),
    el("p", { class: "soft small" }, line.proven ? "How the proven tree plays this answer." : "How the advice plays this answer, turn by turn; not proven."),
    line.turns.map(({ guess, pattern, after }, row) =>
      el("p", { class: "step" }, mini(guess, pattern), el("span", { class: "soft" }, row + 1 === line.turns.length ? "found" : `${count(after, "word")} left`))),
  );
}

start().catch((error) => complain(error.message));
