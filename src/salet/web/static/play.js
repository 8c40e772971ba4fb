// The Play page. The server replies to the whole game each time and keeps nothing of it.

import { Guard, post } from "./api.js";
import { announce, commas, copy, count, el, find, replace, sentence } from "./dom.js";
import { Keyboard, knownLetters } from "./keyboard.js";
import * as link from "./link.js";
import { DEFAULTS, Settings, welcome } from "./settings.js";
import { drawStats, forget, record } from "./stats.js";
import { BoardView, capital, inHighContrast, layOut, spoken, squares } from "./tiles.js";

const PATIENCE = 300; // milliseconds without a reply before the page says that the host thinks

const state = {
  game: null, // its name, which decides the hidden words
  guesses: [],
  gaveUp: false,
  host: null, // what the host replied last
  entry: "", // the letters typed so far
  waiting: true, // for the host, or for the page to be ready
  queue: [], // the keys pressed meanwhile
};
const guard = new Guard();
const settings = new Settings({ fields: ["kind", "host", "boards", "guesses", "hard"], guard, changing, changed });
const keyboard = new Keyboard(find("#keyboard"), press);
let views = [];
let loaded; // the words of the first settings: a game that is chosen earlier waits for them

async function start() {
  drawBoards(1, { height: 6, length: 5, direction: "ltr" });
  keyboard.listen();
  find("#hint").addEventListener("click", hint);
  find("#give-up").addEventListener("click", giveUp);
  const soon = (name) => () => loaded.then(() => begin(name())).catch(complain);
  find("#new").addEventListener("click", soon(newName));
  find("#again").addEventListener("click", soon(newName));
  find("#daily").addEventListener("click", soon(daily));
  find("#challenge").addEventListener("click", challenge);
  find("#share").addEventListener("click", share);
  find("#forget").addEventListener("click", () => {
    forget(kind());
    drawStats(kind(), settings.values.guesses);
  });
  link.onReturn((params) => settings.restore(params).then((here) => here && open(params)).catch(complain));
  welcome(settings);
  const params = link.read();
  loaded = settings.load(params);
  if (await loaded) await open(params);
}

// Games that are counted together: same words, host, boards, guesses and hard mode.
function kind() {
  const { host, boards, guesses, hard } = settings.values;
  const usual = guesses === boards - 1 + settings.words.max_guesses && hard === DEFAULTS.hard;
  return `${settings.source} ${host} ${boards}${usual ? "" : ` ${guesses} ${hard}`}`;
}

function newName() {
  const numbers = crypto.getRandomValues(new Uint32Array(2));
  return [...numbers].map((number) => number.toString(36)).join("").slice(0, 10);
}

// One game a day, the same for everybody.
const daily = () => `day${new Date().toLocaleDateString("sv").replaceAll("-", "")}`;

// --- games -----------------------------------------------------------------------------------

// Show the game that an address names, or a new one.
async function open(params) {
  const { values } = settings;
  if (values.boards > 1 && values.hard !== "off") {
    values.hard = "off";
    settings.problem = "Hard mode is for one board.";
  }
  settings.build();
  begun();
  const named = params.get("game") ?? newName();
  const good = /^[0-9a-z]{1,16}$/u.test(named);
  if (!good) settings.problem = "The link cannot be read; this is a new game.";
  await begin(good ? named : newName(), false);
}

// The words are those of another game, perhaps: its keys, and what it is about.
function begun() {
  const { keyboard: keys, guess, about } = settings.words;
  keyboard.layOut(keys);
  find(".lead").textContent = `Find the hidden ${guess}${settings.values.kind ? "" : ", or several at once"}. ${about} The other hosts hide none; they reply so that the game lasts longer.`;
}

// Begin a game, or go on with one that was begun in this tab. The one before is a step back.
async function begin(name, push = true) {
  if (settings.busy) return;
  const kept = keptGame(name);
  Object.assign(state, { game: name, guesses: kept.guesses, gaveUp: kept.gaveUp, host: null, entry: "" });
  link.write({ ...settings.forLink(), game: name }, push);
  if (document.activeElement?.closest("#end-card")) find("#main").focus();
  const before = settings.problem;
  settings.problem = null;
  await reply(kept.guesses, kept.gaveUp);
  if (before) complain(new Error(before));
}

function keptGame(name) {
  try {
    const { guesses, gaveUp } = JSON.parse(sessionStorage.getItem(`game ${kind()} ${name}`));
    return { guesses: [...guesses], gaveUp };
  } catch {
    return { guesses: [], gaveUp: false };
  }
}

function keepGame() {
  try {
    sessionStorage.setItem(`game ${kind()} ${state.game}`, JSON.stringify({ guesses: state.guesses, gaveUp: state.gaveUp }));
  } catch {
    // A reload then begins the game again.
  }
}

function changing(text) {
  Object.assign(state, { host: null, entry: "", waiting: true });
  say(text);
  find("#boards").setAttribute("aria-busy", "true");
}

function changed(fields) {
  const { values } = settings;
  if (fields.has("boards")) {
    settings.setBoards(values.boards);
    if (values.boards > 1) values.hard = "off";
    settings.build();
  } else if (fields.has("hard") && values.boards > 1) {
    values.hard = "off";
    settings.problem = "Hard mode is for one board.";
    settings.build();
  }
  if (fields.has("lexicon")) begun();
  begin(newName());
}

// Ask the host for its replies; `words` counts only if they are all taken.
async function reply(words, gaveUp = false) {
  const signal = guard.begin();
  state.waiting = true;
  const slow = setTimeout(() => say("The host is thinking ..."), PATIENCE);
  find("#boards").setAttribute("aria-busy", "true");
  try {
    const { host, hard, boards, guesses: most } = settings.values;
    const { game: kind, lexicon } = settings.asked;
    const answer = await post("/play", { game: state.game, kind, lexicon, host, boards, hard, max_guesses: most, guesses: words, give_up: gaveUp }, signal);
    if (signal.aborted) return;
    Object.assign(state, { host: answer, guesses: words, gaveUp, entry: "" });
    say("");
    if (words.length) find("#welcome").classList.add("hidden"); // who plays knows how
    replace(find("#hints"), el("p", { class: "soft" }, "A hint names the best guess and says why.")); // an old one would mislead
    keepGame();
    tell();
  } catch (error) {
    if (signal.aborted) return;
    state.queue = [];
    complain(error);
  } finally {
    clearTimeout(slow);
  }
  state.waiting = false;
  draw();
  if (state.host?.over) finish();
  while (state.queue.length && !state.waiting) press(state.queue.shift());
}

function press(key) {
  if (state.waiting) state.queue.push(key);
  if (state.waiting || !state.host || state.host.over) return undefined;
  const { length } = settings;
  if (key === "Backspace") state.entry = [...state.entry].slice(0, -1).join("");
  else if (key !== "Enter") state.entry = [...state.entry].length < length ? state.entry + key : state.entry;
  const full = [...state.entry].length === length;
  if (key === "Enter" && !full) {
    say(state.entry ? `${capital(state.entry)} is too short: ${length} ${settings.words.symbol}s.` : `Type a ${settings.words.guess} first.`, true);
  } else if (full && !settings.allows(state.entry)) {
    say(settings.refusal(capital(state.entry)), true);
  } else if (key === "Enter") {
    return reply([...state.guesses, state.entry]);
  } else say("");
  return draw();
}

// Giving up takes two presses: one may have been meant for another button.
function giveUp() {
  const button = find("#give-up");
  if (state.waiting || !state.host || state.host.over) return;
  if (button.textContent === "Give up") {
    button.textContent = "Give up?";
    say(`Press again to give up and see the ${settings.words.guess}.`);
    setTimeout(() => { button.textContent = "Give up"; }, 4000);
  } else {
    button.textContent = "Give up";
    reply(state.guesses, true);
  }
}

async function hint() {
  if (state.waiting || !state.host || state.host.over) return;
  const signal = guard.begin();
  const place = find("#hints");
  place.setAttribute("aria-busy", "true");
  say("Thinking ...");
  try {
    const { left, word, reason } = await hintFor(state.host, signal);
    if (signal.aborted) return;
    replace(place, el("p", {}, left), el("p", {}, el("b", { class: "word" }, capital(word)), ` ${reason}.`));
    say(`Hint: ${capital(word)}.`);
    announce(`${left} ${capital(word)} ${reason}`);
  } catch (error) {
    if (signal.aborted) return;
    replace(place, el("p", { class: "notice bad" }, sentence(error.message)));
    complain(error);
  } finally {
    place.removeAttribute("aria-busy");
  }
}

// Returns {left, word, reason}: what is left, the guess, and why.
async function hintFor(state, signal) {
  const open = state.boards.filter(({ solved }) => !solved);
  return open.length === 1 ? hintForOne(state, open[0], signal) : hintForAll(state, signal);
}

async function hintForOne(state, board, signal) {
  const { position, turns } = board;
  const { hard } = settings.values;
  const advice = await post("/suggest", { position, ...settings.asked, hard, max_guesses: Math.max(state.max_guesses, turns.length + 1), top: 1, shown: 0 }, signal);
  const [best] = advice.suggestions;
  const where = state.boards.length > 1 ? ` on board ${state.boards.indexOf(board) + 1}` : "";
  return { left: `${count(advice.candidates_total, settings.words.guess)} possible${where}.`, word: best.guess, reason: best.reason };
}

async function hintForAll(state, signal) {
  const position = state.boards.map((board) => board.position).join(" | ");
  const advice = await post("/boards", { position, ...settings.asked, top: 1, shown: 0 }, signal);
  const [best] = advice.suggestions;
  const left = state.boards.map(({ solved }, board) => (solved ? "solved" : commas(advice.boards[board].candidates_total)));
  return {
    left: `Words possible, board by board: ${left.join(", ")}.`,
    word: best.guess,
    reason: `${best.reason}: best for all boards together by a rule of thumb, not proven`,
  };
}

// --- drawing ---------------------------------------------------------------------------------

function say(text, bad = false) {
  const line = find("#line");
  line.textContent = text;
  line.toggleAttribute("data-bad", bad);
  if (text && bad) announce(text);
}

const complain = (error) => say(sentence(error.message), true);

function tell() {
  const { host, guesses } = state;
  if (!guesses.length || host.over) return;
  const parts = host.boards.map(({ turns, solved }, board) => {
    const last = turns[guesses.length - 1];
    if (!last) return null;
    return `${host.boards.length > 1 ? `Board ${board + 1}: ` : ""}${solved ? "solved, " : ""}${spoken(last.guess, last.pattern)}`;
  });
  announce(parts.filter(Boolean).join(". "));
}

const played = ({ turns }) => turns.map(({ guess, pattern }) => ({ word: guess, pattern }));

function drawBoards(boards, size) {
  views = layOut(find("#boards"), views, boards, (board) => new BoardView(`Board ${board + 1}`), size);
}

function draw() {
  const { host, entry } = state;
  find("#boards").removeAttribute("aria-busy");
  find("#settings-line").textContent = settings.line();
  const over = host?.over ?? false;
  find("#end-card").classList.toggle("hidden", !over);
  find("#keyboard").classList.toggle("hidden", over);
  find("#hint-card").classList.toggle("hidden", over);
  find("#give-up").disabled = find("#hint").disabled = over || !host;
  if (!host) return;
  const number = host.boards.length;
  const { length, direction } = settings;
  drawBoards(number, { height: host.max_guesses, length, direction });
  const invalid = [...entry].length === length && !settings.allows(entry);
  views.forEach((view, board) => {
    const { turns, solved, answer } = host.boards[board];
    view.draw(played(host.boards[board]), { entry: solved || over ? "" : entry, invalid });
    view.element.toggleAttribute("data-solved", solved);
    view.heading.textContent = `${board + 1}${solved ? `: solved in ${turns.length}` : answer ? `: ${capital(answer)}` : ""}`;
  });
  keyboard.show(host.boards.map((board) => (board.solved && number > 1 ? null : knownLetters(played(board)))));
  drawStats(kind(), settings.values.guesses);
}

function finish() {
  const { host, guesses, game } = state;
  const missing = host.boards.filter(({ solved }) => !solved).map(({ answer }) => capital(answer));
  const noun = settings.words.guess;
  const was = missing.length > 1 ? `The ${noun}s were` : `The ${noun} was`;
  const told = settings.values.host === "honest" ? was : "Still possible:";
  find("#end").textContent = host.won
    ? `Found in ${guesses.length} of ${host.max_guesses} guesses.`
    : `${told} ${missing.join(", ")}.`;
  find("#end-title").textContent = host.won ? "Won" : "Lost";
  find("#end-card").toggleAttribute("data-won", host.won);
  replace(find("#share-text"), squares(shared()));
  find("#share").textContent = "Copy result";
  say(`${find("#end-title").textContent}. ${find("#end").textContent}`);
  leadToReview();
  record(kind(), game, host.won, guesses.length);
  drawStats(kind(), settings.values.guesses);
  announce(`${find("#end-title").textContent}. ${find("#end").textContent}`);
  if (!document.activeElement || document.activeElement === document.body) find("#end-title").focus({ preventScroll: true });
}

function leadToReview() {
  const { host, guesses } = state;
  // Where no word was hidden, there is no luck to tell.
  const single = host.boards.length === 1 && !settings.values.kind && settings.values.host === DEFAULTS.host;
  find("#to-review").classList.toggle("hidden", !single || !guesses.length);
  if (!single) return;
  const { lexicon, hard, guesses: most, answers, allowed } = settings.forLink();
  const game = link.hide(JSON.stringify({ answer: host.boards[0].answer, guesses }));
  const values = Object.entries({ lexicon, hard, guesses: most, answers, allowed, game, seen: 1 }).filter(([, value]) => value !== undefined);
  find("#to-review").href = link.to("review", values);
}

async function challenge() {
  say(((await copy(location.href)) ? "A link to this game is copied; it does not show the answer." : "Copy the address of this page: it leads to the same game.") + settings.linkNote);
}

const shared = () => ("contrast" in document.documentElement.dataset ? inHighContrast(state.host.share) : state.host.share);

async function share() {
  const done = await copy(shared());
  find("#share").textContent = done ? "Copied" : "Select the text above to copy it";
  announce(done ? "Copied" : "Not copied");
}

start().catch(complain);
