// The Solve page: what was played, in tiles; what to play next, beside them.

import { BoardView } from "./board.js";
import { announce, copy, debounce, find, replace } from "./dom.js";
import { Keyboard, knownLetters } from "./keyboard.js";
import * as link from "./link.js";
import { Puzzle } from "./position.js";
import { Settings, wireOwnWords } from "./settings.js";
import { AdviceSide } from "./solve-advice.js";
import { TileKeys } from "./solve-tiles.js";
import { capital, colourOf, nextColour, signOf } from "./tiles.js";

const DEFAULTS = { lexicon: "original", hard: "off", strategy: "", guesses: 6 };
const MOST_BOARDS = 8;

const params = link.read();
const settings = new Settings(find("#settings"), { fields: ["hard", "strategy", "boards", "guesses"], changed });
const keyboard = new Keyboard(find("#keyboard"), press);
const advice = new AdviceSide(settings, play, draw);
const tileKeys = new TileKeys(() => views, colourTile, () => say("Type the next word."));
const adviseSoon = debounce(() => advice.update(puzzle, views), 180);
let puzzle = new Puzzle();
let views = [];
let entry = "";

async function start() {
  await settings.load(params);
  const texts = params.getAll("board").length ? params.getAll("board") : (params.get("p") ?? "").split("|");
  restore(texts.slice(0, MOST_BOARDS));
  keyboard.layOut(settings.words.keyboard);
  wireOwnWords(settings);
  keyboard.listen();
  document.addEventListener("keydown", undoKey, true);
  find("#undo").addEventListener("click", undo);
  find("#new").addEventListener("click", () => begin(settings.values.boards));
  find("#share").addEventListener("click", share);
  addEventListener("hashchange", () => location.reload());
  draw();
  if (!find("#line").textContent) say(puzzle.words.length ? "Click a tile to change its colour." : "Type the word you played.");
  await advice.update(puzzle, views);
}

function restore(texts) {
  const read = Puzzle.read(texts, settings.length);
  if (read === null) say("The link cannot be read; starting anew.", true);
  const { boards } = settings.values;
  const fresh = read === null || (read.words.length === 0 && read.boards < boards);
  puzzle = fresh ? new Puzzle(boards) : read;
  settings.values.boards = puzzle.boards;
  settings.build();
}

function begin(boards) {
  puzzle = new Puzzle(boards);
  entry = "";
  say("Type the word you played.");
  draw();
  update("A new puzzle.");
}

function changed(field) {
  if (field === "lexicon") {
    keyboard.layOut(settings.words.keyboard);
    if (puzzle.words.some((word) => [...word].length !== settings.length)) puzzle = new Puzzle(puzzle.boards);
    entry = "";
  }
  if (field === "boards") {
    puzzle = new Puzzle(settings.values.boards);
    settings.values.guesses = settings.values.boards + 5;
    settings.build();
  }
  draw();
  update();
}

// --- input -----------------------------------------------------------------------------------

function press(key, byPointer) {
  if (key === "Enter") return enter();
  if (key === "Backspace") return back();
  if (finished()) return say("The puzzle is solved. New puzzle begins another.", false);
  if (puzzle.words.length >= settings.values.guesses) return say("There are no guesses left. Undo, or begin a new puzzle.", true);
  if ([...entry].length >= settings.length) return undefined;
  tileKeys.leave();
  entry += key;
  if ([...entry].length < settings.length) {
    say("");
    return draw();
  }
  return complete(byPointer);
}

function complete(byPointer) {
  if (!settings.known.has(entry)) {
    say(`${capital(entry)} is not in the word list.`, true);
    return draw();
  }
  return play(entry, byPointer);
}

function play(word, byPointer = true) {
  if (finished() || puzzle.words.length >= settings.values.guesses) return;
  puzzle.add(word);
  entry = "";
  draw();
  say(byPointer ? `Click the tiles of ${capital(word)} to colour them.` : "g, y, x or the arrow keys colour the tiles; Enter for the next word.");
  const firstOpen = puzzle.patterns.findIndex((_, board) => !puzzle.solved(board));
  if (!byPointer) tileKeys.enter(firstOpen, puzzle.words.length - 1);
  update(`${capital(word)} entered, all grey. Set its colours.`);
}

function enter() {
  if (entry && [...entry].length < settings.length) say(`${capital(entry)} is too short: ${settings.length} letters.`, true);
  else if (entry) complete(false);
  tileKeys.leave();
}

function back() {
  tileKeys.leave();
  if (entry) entry = [...entry].slice(0, -1).join("");
  else if (puzzle.words.length) {
    entry = [...puzzle.removeLast()].slice(0, -1).join("");
    update();
  }
  say("");
  draw();
}

function undo() {
  entry = "";
  if (!puzzle.undo()) return say("There is nothing to undo.", false);
  draw();
  return update("Taken back.");
}

function undoKey(event) {
  if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "z" || event.target.closest("input, textarea")) return;
  event.preventDefault();
  undo();
}

function colourTile(board, row, place, colour) {
  puzzle.colour(board, row, place, signOf(colour));
  if (!puzzle.solved(board)) advice.active = board;
  draw();
  const letter = [...puzzle.words[row]][place];
  update(`${capital(letter)} ${colour}`);
}

function pressTile(board, row, place, byPointer) {
  if (byPointer) tileKeys.colouring = false;
  const now = colourOf([...puzzle.patterns[board][row]][place]);
  colourTile(board, row, place, nextColour(now));
}

// --- drawing ---------------------------------------------------------------------------------

const finished = () => puzzle.patterns.every((_, board) => puzzle.solved(board));

function say(text, bad = false) {
  const line = find("#line");
  line.textContent = text;
  line.toggleAttribute("data-bad", bad);
  if (text && bad) announce(text);
}

function draw() {
  const place = find("#boards");
  if (views.length !== puzzle.boards) {
    views = puzzle.patterns.map((_, board) => new BoardView(`Board ${board + 1}`, (row, tile, byPointer) => pressTile(board, row, tile, byPointer)));
    replace(place, views.map(({ element }) => element));
    place.dataset.count = puzzle.boards;
  }
  const height = Math.max(settings.values.guesses, puzzle.words.length);
  const invalid = [...entry].length === settings.length;
  const several = puzzle.boards > 1;
  views.forEach((view, board) => {
    view.size(height, settings.length);
    view.draw(puzzle.turns(board), puzzle.solved(board) ? "" : entry, invalid);
    view.element.toggleAttribute("data-solved", puzzle.solved(board));
    view.element.toggleAttribute("data-active", several && board === advice.active);
  });
  keyboard.show(puzzle.patterns.map((_, board) => (several && puzzle.solved(board) ? null : knownLetters(puzzle.turns(board)))));
  find("#undo").disabled = puzzle.past.length === 0;
  find("#settings-line").textContent = settings.line();
}

function writeLink() {
  const texts = puzzle.patterns.map((_, board) => puzzle.text(board));
  link.write({ ...settings.forLink(DEFAULTS), boards: puzzle.boards > 1 ? puzzle.boards : "", p: texts.join("|").replace(/^\|+$/u, "") });
}

async function share() {
  writeLink();
  say((await copy(location.href)) ? "The link is copied." : "Copy the address of this page to share it.");
}

function update(said = "") {
  writeLink();
  if (said) announce(said);
  advice.outdate();
  adviseSoon();
}

start().catch((error) => advice.showError(error));
