// The Solve page: what was played, in tiles; what to play next, beside them.

import { AdviceSide } from "./advice.js";
import { Guard, isLocal } from "./api.js";
import { announce, copy, debounce, find, replace } from "./dom.js";
import { Keyboard, ReplyKeys, TileKeys, knownLetters } from "./keyboard.js";
import * as link from "./link.js";
import { Puzzle } from "./position.js";
import { Settings, welcome, wireOwnWords } from "./settings.js";
import { BoardView, capital, colourOf, isCounted, layOut, nextColour, signOf, spokenReply } from "./tiles.js";

const LONGEST = 8000; // characters of a position in an address
const PAUSE = 40; // milliseconds: one question to the server for several quick clicks

const state = {
  puzzle: new Puzzle(),
  entry: "", // the letters typed so far
  active: null, // the board whose advice is shown
  wrong: new Set(), // the boards that no word fits
  early: [], // the keys pressed before the page was ready
  asking: null, // {row, word} whose reply is asked for, where a reply is no colours
};
const guard = new Guard();
const settings = new Settings({ fields: ["kind", "today", "hard", "strategy", "boards", "guesses"], guard, changing, changed });
const keyboard = new Keyboard(find("#keyboard"), press);
const advice = new AdviceSide(state, settings, guard, { play, draw, say });
const tileKeys = new TileKeys(() => views, { colour: colourTile, done: enter, reread });
const replyKeys = new ReplyKeys(find("#replies"), replied);
// A person who colours by keyboard names every tile or presses Enter, so half a row is not asked about.
const half = () => tileKeys.colouring && state.active !== null && state.puzzle.open(state.active);
const advise = () => (half() ? advice.wait() : advice.update(views));
const adviseSoon = isLocal ? () => queueMicrotask(advise) : debounce(advise, PAUSE); // after the key is done
let views = [];

async function start() {
  drawBoards({ height: 6, length: 5, direction: "ltr" });
  wireOwnWords(settings);
  keyboard.listen();
  document.addEventListener("keydown", undoKey, true);
  find("#undo").addEventListener("click", () => goTo("undo"));
  find("#redo").addEventListener("click", () => goTo("redo"));
  find("#new").addEventListener("click", begin);
  find("#share").addEventListener("click", share);
  link.onReturn((params) => settings.restore(params).then((here) => here && open(params)).catch((error) => advice.showError(error)));
  welcome(settings);
  const params = link.read();
  if (await settings.load(params)) open(params);
}

// Show what an address says.
function open(params) {
  const text = params.getAll("board").join("|") || (params.get("p") ?? "");
  const read = text.length > LONGEST ? null : Puzzle.read(text, settings.length);
  const { boards } = settings.values;
  const others = settings.problem !== null && !read?.words.every(fits); // the address is about words that are not here
  state.puzzle = read === null || others || read.boards > 8 || (!read.words.length && read.boards < boards) ? new Puzzle(boards) : read;
  state.entry = "";
  state.active = null;
  if (state.puzzle.boards !== boards) {
    settings.setBoards(state.puzzle.boards);
    settings.build();
  }
  drawBoards();
  advice.update(views); // it is computed while the rest is drawn
  begun();
  draw();
  const faults = [settings.problem, read === null ? "The link cannot be read; starting over." : null].filter(Boolean);
  if (faults.length) say(faults.join(" "), true);
  else say(state.puzzle.words.length ? (isCounted() ? "" : "Click a tile to change its colour.") : first());
  if (!others) writeLink(); // else a reload may find the words
  for (const key of state.early.splice(0)) document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
}

// Whether a word may belong to the words that are chosen; bundled lists admit those of wider ones.
const fits = (word) => [...word].length === settings.length
  && (settings.allows(word) || (settings.current() && [...word].every((letter) => settings.words.keyboard.join("").includes(letter))));

const first = () => `Type the ${settings.words.guess} you played.`;

// The words are those of another game, perhaps: its keys, and what it is about.
function begun() {
  const { keyboard: keys, guess, about } = settings.words;
  keyboard.layOut(keys);
  const then = isCounted() ? "choose the reply you got" : "click its tiles until they have the colours you got";
  find(".lead").textContent = `Type the ${guess} you played, then ${then}. ${about}`;
}

function begin() {
  if (settings.busy) return;
  state.puzzle.begin(settings.values.boards);
  state.entry = "";
  say(first());
  draw();
  update("A new puzzle.", true);
}

// Other words are on their way: the advice of before would be wrong for them.
function changing(text) {
  state.entry = "";
  advice.clear();
  say(text);
  find("#boards").setAttribute("aria-busy", "true");
}

function changed(fields) {
  say(settings.problem ?? "", true);
  if (fields.has("lexicon")) {
    begun();
    if (fields.has("kind") || !state.puzzle.words.every(fits)) state.puzzle = new Puzzle(state.puzzle.boards);
  }
  if (fields.has("boards")) {
    settings.setBoards(settings.values.boards);
    settings.build();
    if (state.puzzle.words.length) say("A new puzzle. Undo brings back the last one.");
    state.puzzle.begin(settings.values.boards);
  }
  draw();
  update("", true);
}

// --- input -----------------------------------------------------------------------------------

const NONE_LEFT = "There are no guesses left. Allow more in the settings, undo, or begin a new puzzle.";
const full = () => state.puzzle.words.length >= settings.values.guesses;

function press(key, byPointer) {
  if (!settings.words) state.early.push(key);
  if (settings.busy) return undefined;
  if (key === "Enter") return enter();
  if (key === "Backspace") return back();
  if (state.puzzle.finished) return say("The puzzle is solved. New puzzle begins another.");
  if (full()) return say(NONE_LEFT, true);
  if (isCounted() && state.puzzle.open(0)) return ask(state.puzzle.words.length - 1, byPointer);
  if ([...state.entry].length >= settings.length) return undefined;
  tileKeys.leave();
  if (!state.entry) settle();
  state.entry += key;
  if ([...state.entry].length < settings.length) {
    say("");
    return draw();
  }
  return complete(byPointer);
}

function complete(byPointer) {
  if (!settings.allows(state.entry)) {
    say(settings.refusal(capital(state.entry)), true);
    return draw();
  }
  return play(state.entry, byPointer);
}

// Play a word that was typed or chosen; one of another lexicon comes too late.
function play(word, byPointer = true) {
  if (settings.busy || !settings.allows(word) || state.puzzle.finished) return;
  if (full()) {
    say(NONE_LEFT, true);
    return;
  }
  find("#welcome").classList.add("hidden"); // who plays knows how
  state.puzzle.settle();
  state.puzzle.add(word);
  state.entry = "";
  draw();
  if (isCounted()) {
    update(`${capital(word)} entered. Choose its reply.`);
    ask(state.puzzle.words.length - 1, byPointer);
    return;
  }
  say(byPointer
    ? `Click the tiles of ${capital(word)} to colour them; Enter if all are grey.`
    : "g, y, x colour the tiles, the arrow keys move; Enter: the rest is grey.");
  const open = state.puzzle.patterns.findIndex((_, board) => state.puzzle.open(board));
  if (!byPointer && open >= 0) tileKeys.enter(open, state.puzzle.words.length - 1);
  update(`${capital(word)} entered. Set its colours.`);
}

function settle() {
  if (state.puzzle.settle()) update();
}

function enter() {
  const { entry } = state;
  if (entry && [...entry].length < settings.length) say(`${capital(entry)} is too short: ${settings.length} ${settings.words.symbol}s.`, true);
  else if (entry) complete(false);
  else if (state.puzzle.words.length) {
    tileKeys.leave();
    if (isCounted() && state.puzzle.open(0)) return ask(state.puzzle.words.length - 1, false);
    say(state.puzzle.finished ? "" : `Type the next ${settings.words.guess}.`);
    settle();
    draw();
  }
  return undefined;
}

// Colours that were typed may have been letters: in "youth" y colours no tile of the row before.
function reread(letters) {
  if (full() || !settings.words.allowed.some((word) => word.startsWith(letters))) return false;
  for (let n = 1; n < letters.length; n += 1) state.puzzle.undo();
  for (const letter of letters) press(letter, false);
  return true;
}

function back() {
  tileKeys.leave();
  if (state.entry) state.entry = [...state.entry].slice(0, -1).join("");
  else if (state.puzzle.words.length) {
    state.entry = [...state.puzzle.removeLast()].slice(0, -1).join("");
    update();
  }
  say("");
  draw();
}

// Undo or redo, over new puzzles and changes of boards, too.
function goTo(step) {
  if (settings.busy) return undefined;
  state.entry = "";
  if (!state.puzzle[step]()) return say(`There is nothing to ${step}.`);
  if (settings.values.boards !== state.puzzle.boards) {
    settings.setBoards(state.puzzle.boards);
    settings.build();
  }
  say("");
  draw();
  return update(step === "undo" ? "Undone." : "Redone.");
}

function undoKey(event) {
  const key = event.key.toLowerCase();
  if (!(event.ctrlKey || event.metaKey) || !"zy".includes(key) || event.target.closest("input, textarea")) return;
  event.preventDefault();
  goTo(key === "y" || event.shiftKey ? "redo" : "undo");
}

function colourTile(board, row, place, colour) {
  state.puzzle.colour(board, row, place, signOf(colour));
  if (!state.puzzle.solved(board)) state.active = board;
  const letter = [...state.puzzle.words[row]][place];
  if (!state.puzzle.open(board) && !state.puzzle.finished && !full()) say(`Type the next ${settings.words.guess}.`);
  update(`${capital(letter)} ${colour}`); // the engine computes while the board is drawn
  draw();
}

// Ask for the reply to a row, where it is no colours.
function ask(row, byPointer) {
  state.asking = { row, word: state.puzzle.words[row] };
  say("");
  draw();
  if (!byPointer) replyKeys.focus();
}

function replied(text) {
  const { puzzle, asking } = state;
  puzzle.reply(0, asking.row, text);
  state.asking = null;
  draw();
  document.activeElement?.blur();
  say(puzzle.finished ? "" : `Type the next ${settings.words.guess}.`);
  update(`${capital(asking.word)}: ${spokenReply(text)}`);
}

function pressTile(board, row, place, byPointer) {
  if (isCounted()) {
    ask(row, byPointer);
    return;
  }
  if (byPointer) tileKeys.colouring = false;
  colourTile(board, row, place, nextColour(colourOf(state.puzzle.patterns[board][row][place])));
}

// --- drawing ---------------------------------------------------------------------------------

// Say something beside the board: a text, or elements.
function say(said, bad = false) {
  const line = find("#line");
  replace(line, said);
  line.toggleAttribute("data-bad", bad && line.textContent !== "");
  if (bad) announce(line.textContent);
}

function drawBoards(size = { height: Math.max(settings.values.guesses, state.puzzle.words.length), length: settings.length, direction: settings.direction }) {
  const make = (board) => new BoardView(`Board ${board + 1}`, (row, tile, byPointer) => pressTile(board, row, tile, byPointer));
  views = layOut(find("#boards"), views, state.puzzle.boards, make, size);
}

// Where a reply is no colours: the keys for the row that is asked about, or that has none yet.
function drawReplies() {
  const { puzzle, asking } = state;
  const open = isCounted() && puzzle.open(0) ? { row: puzzle.words.length - 1, word: puzzle.words.at(-1) } : null;
  state.asking = isCounted() && asking && puzzle.words[asking.row] === asking.word ? asking : open;
  if (state.asking) replyKeys.offer(state.asking.word, puzzle.patterns[0][state.asking.row]);
  else replyKeys.close();
}

function draw() {
  const { puzzle, entry, active, wrong } = state;
  drawBoards();
  drawReplies();
  find("#boards").removeAttribute("aria-busy");
  const invalid = [...entry].length === settings.length;
  const several = puzzle.boards > 1;
  views.forEach((view, board) => {
    const clashes = wrong.has(board) ? puzzle.clashes(board) : undefined;
    view.draw(puzzle.turns(board), { entry: puzzle.solved(board) ? "" : entry, invalid, clashes });
    view.element.toggleAttribute("data-solved", puzzle.solved(board));
    view.element.toggleAttribute("data-active", several && board === active);
    view.element.toggleAttribute("data-wrong", wrong.has(board));
  });
  keyboard.show(puzzle.patterns.map((_, board) => (several && puzzle.solved(board) ? null : knownLetters(puzzle.turns(board)))));
  find("#undo").disabled = puzzle.past.length === 0;
  find("#redo").disabled = puzzle.future.length === 0;
  find("#settings-line").textContent = settings.line();
}

const writeLink = (push) => link.write({ ...settings.forLink(), p: state.puzzle.link() }, push);

async function share() {
  if (settings.busy) return;
  writeLink();
  say(((await copy(location.href)) ? "The link is copied." : "Copy the address of this page to share it.") + settings.linkNote);
}

// The position is another one. `push`: a person who goes back comes to the one before.
function update(said = "", push = false) {
  if (settings.busy) return; // the words that are on their way bring their own advice
  advice.outdate();
  adviseSoon();
  writeLink(push);
  if (said) announce(said);
}

start().catch((error) => advice.showError(error));
