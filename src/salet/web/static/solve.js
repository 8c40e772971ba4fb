// The Solve page: what was played, in tiles; what to play next, beside them.

import { AdviceSide } from "./advice.js";
import { Guard } from "./api.js";
import { announce, copy, debounce, find, replace } from "./dom.js";
import { Keyboard, TileKeys, knownLetters } from "./keyboard.js";
import * as link from "./link.js";
import { Puzzle } from "./position.js";
import { Settings, welcome, wireOwnWords } from "./settings.js";
import { BoardView, capital, colourOf, nextColour, signOf } from "./tiles.js";

const PAUSE = 40; // milliseconds: one question for several quick clicks

const state = {
  puzzle: new Puzzle(),
  entry: "", // the letters typed so far
  active: null, // the board whose advice is shown
  wrong: new Set(), // the boards that no word fits
  early: [], // the keys pressed before the page was ready
};
const guard = new Guard();
const settings = new Settings({ fields: ["hard", "strategy", "boards", "guesses"], guard, changing, changed });
const keyboard = new Keyboard(find("#keyboard"), press);
const advice = new AdviceSide(state, settings, guard, { play, draw, say });
const tileKeys = new TileKeys(() => views, { colour: colourTile, done: enter, reread });
// Who colours by keyboard names every tile or presses Enter, so half a row is not asked about.
const half = () => tileKeys.colouring && state.active !== null && state.puzzle.open(state.active);
const adviseSoon = debounce(() => (half() ? advice.wait() : advice.update(views)), PAUSE);
let views = [];

async function start() {
  drawBoards(6, 5, "ltr");
  wireOwnWords(settings);
  keyboard.listen();
  document.addEventListener("keydown", undoKey, true);
  find("#undo").addEventListener("click", () => goTo("undo"));
  find("#redo").addEventListener("click", () => goTo("redo"));
  find("#new").addEventListener("click", begin);
  find("#share").addEventListener("click", share);
  link.onReturn((params) => settings.restore(params).then((here) => here && open(params)).catch((error) => advice.showError(error)));
  const params = link.read();
  if (await settings.load(params)) open(params);
  if (![...params].length) welcome(settings);
}

// Show what an address says.
function open(params) {
  const text = params.getAll("board").join("|") || (params.get("p") ?? "");
  const read = Puzzle.read(text, settings.length);
  const { boards } = settings.values;
  state.puzzle = read === null || read.boards > 8 || (!read.words.length && read.boards < boards) ? new Puzzle(boards) : read;
  state.entry = "";
  state.active = null;
  if (state.puzzle.boards !== boards) settings.setBoards(state.puzzle.boards);
  settings.build();
  keyboard.layOut(settings.words.keyboard);
  draw();
  if (read === null) say("The link cannot be read; starting anew.", true);
  else if (settings.problem) say(settings.problem, true);
  else say(state.puzzle.words.length ? "Click a tile to change its colour." : "Type the word you played.");
  writeLink();
  advice.update(views);
  for (const key of state.early.splice(0)) press(key, false);
}

function begin() {
  if (settings.busy) return;
  state.puzzle.begin(settings.values.boards);
  state.entry = "";
  say("Type the word you played.");
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
    keyboard.layOut(settings.words.keyboard);
    if (state.puzzle.words.some((word) => [...word].length !== settings.length)) state.puzzle = new Puzzle(state.puzzle.boards);
  }
  if (fields.has("boards")) {
    settings.setBoards(settings.values.boards);
    settings.build();
    state.puzzle.begin(settings.values.boards);
  }
  draw();
  update("", true);
}

// --- input -----------------------------------------------------------------------------------

const full = () => state.puzzle.words.length >= settings.values.guesses;

function press(key, byPointer) {
  if (!settings.words) state.early.push(key);
  if (settings.busy) return undefined;
  if (key === "Enter") return enter();
  if (key === "Backspace") return back();
  if (state.puzzle.finished) return say("The puzzle is solved. New puzzle begins another.");
  if (full()) return say("There are no guesses left. Undo, or begin a new puzzle.", true);
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
  if (!settings.known.has(state.entry)) {
    say(`${capital(state.entry)} is not in the word list.`, true);
    return draw();
  }
  return play(state.entry, byPointer);
}

// Play a word that was typed or chosen; one of another lexicon comes too late.
function play(word, byPointer = true) {
  if (settings.busy || !settings.known.has(word) || state.puzzle.finished || full()) return;
  find("#welcome").classList.add("hidden"); // who plays knows how
  state.puzzle.settle();
  state.puzzle.add(word);
  state.entry = "";
  draw();
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
  if (entry && [...entry].length < settings.length) say(`${capital(entry)} is too short: ${settings.length} letters.`, true);
  else if (entry) complete(false);
  else if (state.puzzle.words.length) {
    tileKeys.leave();
    say(state.puzzle.finished ? "" : "Type the next word.");
    settle();
    draw();
  }
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
  return update(step === "undo" ? "Taken back." : "Done again.");
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
  draw();
  const letter = [...state.puzzle.words[row]][place];
  update(`${capital(letter)} ${colour}`);
}

function pressTile(board, row, place, byPointer) {
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

function drawBoards(height, length, direction) {
  const place = find("#boards");
  const { puzzle } = state;
  if (views.length !== puzzle.boards) {
    views = puzzle.patterns.map((_, board) => new BoardView(`Board ${board + 1}`, (row, tile, byPointer) => pressTile(board, row, tile, byPointer)));
    replace(place, views.map(({ element }) => element));
    place.dataset.count = puzzle.boards;
  }
  place.style.setProperty("--length", length);
  place.style.setProperty("--rows", height);
  views.forEach((view) => view.size(height, length, direction));
}

function draw() {
  const { puzzle, entry, active, wrong } = state;
  drawBoards(Math.max(settings.values.guesses, puzzle.words.length), settings.length, settings.direction);
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
  say((await copy(location.href)) ? "The link is copied." : "Copy the address of this page to share it.");
}

// The position is another one. `push`: a person who goes back comes to the one before.
function update(said = "", push = false) {
  if (settings.busy) return; // the words that are on their way bring their own advice
  writeLink(push);
  if (said) announce(said);
  advice.outdate();
  adviseSoon();
}

start().catch((error) => advice.showError(error));
