// The Play page. The server replies to the whole game each time and keeps nothing of it.

import { post } from "./api.js";
import { drawBars } from "./bars.js";
import { BoardView } from "./board.js";
import { announce, copy, el, find, percent, replace } from "./dom.js";
import { hintFor } from "./hint.js";
import { Keyboard, knownLetters } from "./keyboard.js";
import * as link from "./link.js";
import { Settings } from "./settings.js";
import { forget, record, statsOf } from "./stats.js";
import { capital, inHighContrast, spoken, squares } from "./tiles.js";

const DEFAULTS = { lexicon: "original", hard: "off", host: "honest", boards: 1, guesses: 6 };

const params = link.read();
const settings = new Settings(find("#settings"), { fields: ["host", "boards", "guesses", "hard"], changed });
const keyboard = new Keyboard(find("#keyboard"), press);
let views = [];
let game = null; // its name, which decides the hidden words
let guesses = [];
let state = null;
let entry = "";
let waiting = false;

async function start() {
  await settings.load(params);
  keyboard.layOut(settings.words.keyboard);
  keyboard.listen();
  find("#hint").addEventListener("click", hint);
  find("#give-up").addEventListener("click", () => reply(guesses, true));
  find("#new").addEventListener("click", () => begin());
  find("#challenge").addEventListener("click", challenge);
  find("#share").addEventListener("click", share);
  find("#forget").addEventListener("click", () => {
    forget(kind());
    drawStats();
  });
  addEventListener("hashchange", () => location.reload());
  const named = params.get("game");
  if (named && /^[0-9a-z]{1,16}$/u.test(named)) await resume(named);
  else await begin();
}

const kind = () => `${settings.values.lexicon} ${settings.values.host} ${settings.values.boards}`;

function newName() {
  const numbers = crypto.getRandomValues(new Uint32Array(2));
  return [...numbers].map((number) => number.toString(36)).join("").slice(0, 10);
}

async function begin() {
  guesses = [];
  entry = "";
  state = null;
  game = newName();
  find("#end-card").classList.add("hidden");
  await reply([]);
}

async function resume(name) {
  game = name;
  let kept = [];
  try {
    kept = JSON.parse(sessionStorage.getItem(`game ${name}`)) ?? [];
  } catch {
    kept = [];
  }
  await reply(kept);
}

function changed(field) {
  if (field === "boards") {
    settings.values.guesses = settings.values.boards + 5;
    if (settings.values.boards > 1) settings.values.hard = "off";
    settings.build();
  }
  if (field === "lexicon") keyboard.layOut(settings.words.keyboard);
  begin();
}

// Ask the host for its replies; `words` counts only if they are all taken.
async function reply(words, giveUp = false) {
  waiting = true;
  try {
    const { lexicon, host, hard, boards, guesses: cap } = settings.values;
    state = await post("/play", { game, lexicon, host, boards, hard, max_guesses: cap, guesses: words, give_up: giveUp });
    guesses = words;
    entry = "";
    say(settings.problem ?? "", Boolean(settings.problem));
    settings.problem = null;
    replace(find("#hints"), el("p", { class: "soft" }, "A hint names the best guess and says why.")); // an old one would mislead
    try {
      sessionStorage.setItem(`game ${game}`, JSON.stringify(guesses));
    } catch {
      // A reload then begins the game again.
    }
    link.write({ ...settings.forLink(DEFAULTS), game });
    tell();
  } catch (error) {
    say(error.message, true);
  } finally {
    waiting = false;
  }
  draw();
  if (state?.over) finish();
}

function press(key) {
  if (!state || state.over || waiting) return undefined;
  const length = settings.length;
  if (key === "Backspace") entry = [...entry].slice(0, -1).join("");
  else if (key !== "Enter") entry = [...entry].length < length ? entry + key : entry;
  const full = [...entry].length === length;
  const unknown = full && !settings.known.has(entry);
  if (key === "Enter" && !full) {
    say(entry ? `${capital(entry)} is too short: ${length} letters.` : "Type a word first.", true);
  } else if (unknown) {
    say(`${capital(entry)} is not in the word list.`, true);
  } else if (key === "Enter") {
    return reply([...guesses, entry]);
  } else say("");
  return draw();
}

function say(text, bad = false) {
  const line = find("#line");
  line.textContent = text;
  line.toggleAttribute("data-bad", bad);
  if (text && bad) announce(text);
}

function tell() {
  if (!guesses.length || state.over) return;
  const word = guesses.at(-1);
  const parts = state.boards.map(({ turns, solved }, board) => {
    const last = turns[guesses.length - 1];
    if (!last) return null;
    return `${state.boards.length > 1 ? `Board ${board + 1}: ` : ""}${solved ? "solved, " : ""}${spoken(word, last.pattern)}`;
  });
  announce(parts.filter(Boolean).join(". "));
}

const played = (board) => state.boards[board].turns.map(({ guess, pattern }) => ({ word: guess, pattern }));

function draw() {
  if (!state) return;
  const place = find("#boards");
  const number = state.boards.length;
  if (views.length !== number) {
    views = state.boards.map((_, board) => new BoardView(`Board ${board + 1}`));
    replace(place, views.map(({ element }) => element));
    place.dataset.count = number;
  }
  const invalid = [...entry].length === settings.length && !settings.known.has(entry);
  views.forEach((view, board) => {
    const { turns, solved, answer } = state.boards[board];
    view.size(state.max_guesses, settings.length);
    view.draw(played(board), solved || state.over ? "" : entry, invalid);
    view.element.toggleAttribute("data-solved", solved);
    view.heading.textContent = `${board + 1}${solved ? `: solved in ${turns.length}` : answer ? `: ${capital(answer)}` : ""}`;
  });
  keyboard.show(state.boards.map(({ solved }, board) => (solved && number > 1 ? null : knownLetters(played(board)))));
  find("#give-up").disabled = state.over;
  find("#hint").disabled = state.over;
  find("#hint-card").classList.toggle("hidden", state.over);
  find("#settings-line").textContent = settings.line();
  drawStats();
}

async function hint() {
  if (!state || state.over) return;
  const place = find("#hints");
  place.setAttribute("aria-busy", "true");
  say("Thinking ...");
  try {
    const { left, word, reason } = await hintFor(state, settings.values);
    replace(place, el("p", {}, left), el("p", {}, el("b", { class: "word" }, capital(word)), ` ${reason}.`));
    say(`Hint: ${capital(word)}.`);
    announce(`${left} ${capital(word)} ${reason}`);
  } catch (error) {
    replace(place, el("p", { class: "notice bad" }, error.message));
    say(error.message, true);
  }
  place.removeAttribute("aria-busy");
}

function finish() {
  const won = state.won;
  const missing = state.boards.filter(({ solved }) => !solved).map(({ answer }) => capital(answer));
  const was = settings.values.host === "honest" ? "The word was" : "It could still have been";
  const plural = missing.length > 1 ? was.replace("word was", "words were") : was;
  find("#end").textContent = won
    ? `Found in ${guesses.length} of ${state.max_guesses} guesses.`
    : `${plural} ${missing.join(", ")}.`;
  find("#end-title").textContent = won ? "Won" : "Lost";
  replace(find("#share-text"), squares(shared()));
  find("#share").textContent = "Copy result";
  find("#end-card").classList.remove("hidden");
  say(`${find("#end-title").textContent}. ${find("#end").textContent}`);
  const single = state.boards.length === 1;
  find("#to-review").classList.toggle("hidden", !single || !guesses.length);
  if (single) {
    const { answer } = state.boards[0];
    const values = { lexicon: settings.values.lexicon, hard: settings.values.hard, game: link.hide(JSON.stringify({ answer, guesses })), seen: 1 };
    if (values.lexicon === "original") delete values.lexicon;
    if (values.hard === "off") delete values.hard;
    find("#to-review").href = `/review#${new URLSearchParams(values)}`;
  }
  record(kind(), game, won, guesses.length);
  drawStats();
  announce(`${find("#end-title").textContent}. ${find("#end").textContent}`);
}

function drawStats() {
  const stats = statsOf(kind());
  const pair = (name, value) => el("div", {}, el("dt", {}, name), el("dd", {}, String(value)));
  replace(
    find("#stats"),
    pair("played", stats.played),
    pair("won", stats.played ? percent(stats.won / stats.played) : "-"),
    pair("in a row", stats.streak),
    pair("longest", stats.longest),
  );
  const lengths = stats.won ? Array.from({ length: settings.values.guesses }, (_, n) => n + 1) : [];
  drawBars(find("#bars"), lengths.map((n) => ({ name: n, value: stats.lengths[n] ?? 0 })));
  find("#forget").disabled = stats.played === 0;
}

async function challenge() {
  say((await copy(location.href)) ? "A link to this game is copied; it tells no word." : "Copy the address of this page: it leads to the same words.");
}

const shared = () => ("contrast" in document.documentElement.dataset ? inHighContrast(state.share) : state.share);

async function share() {
  const done = await copy(shared());
  find("#share").textContent = done ? "Copied" : "Select the text above to copy it";
  announce(done ? "Copied" : "Not copied");
}

start().catch((error) => say(error.message, true));
