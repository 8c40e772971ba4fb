// What was played and what was replied, on one board or several, with undo and redo.
// Every word is played on all boards that are not solved yet; each board has its own colours.
// The tiles of a new row are open, save those that an earlier green decides. An open tile counts as
// grey once another tile of its row is coloured; until then the row is fresh and says nothing.
// Where a reply is one text, it is open until it is given.

import { OPEN, isCounted, isSolved, lower, replies } from "./tiles.js";

const PAST = 200;
const MOST_TURNS = 20;

export class Puzzle {
  constructor(boards = 1) {
    this.past = [];
    this.future = [];
    this.clear(boards);
  }

  get boards() {
    return this.patterns.length;
  }

  clear(boards) {
    this.words = [];
    this.patterns = Array.from({ length: boards }, () => []);
  }

  // --- changes, all of which can be undone ---------------------------------------------------

  save() {
    this.past = [...this.past, this.snapshot()].slice(-PAST);
    this.future = [];
  }

  snapshot() {
    return JSON.stringify([this.words, this.patterns]);
  }

  undo() {
    return this.step(this.past, this.future);
  }

  redo() {
    return this.step(this.future, this.past);
  }

  step(from, to) {
    const other = from.pop();
    if (other === undefined) return false;
    to.push(this.snapshot());
    [this.words, this.patterns] = JSON.parse(other);
    return true;
  }

  begin(boards) {
    this.save();
    this.clear(boards);
  }

  add(word) {
    this.save();
    this.words.push(word);
    this.patterns.forEach((_, board) => this.fill(board));
  }

  removeLast() {
    this.save();
    const word = this.words.pop();
    for (const patterns of this.patterns) patterns.length = Math.min(patterns.length, this.words.length);
    return word;
  }

  colour(board, row, place, sign) {
    const signs = [...this.patterns[board][row]];
    signs[place] = sign;
    this.reply(board, row, signs.join(""));
  }

  reply(board, row, pattern) {
    this.save();
    this.patterns[board][row] = pattern;
    if (isSolved(this.patterns[board][row])) this.patterns[board].length = row + 1;
    else this.fill(board);
  }

  // Whoever goes on to the next word is done with the colours: what is open is grey.
  settle() {
    if (isCounted() || !this.patterns.some((patterns) => patterns.some((pattern) => pattern.includes(OPEN)))) return false;
    this.save();
    this.patterns = this.patterns.map((patterns) => patterns.map((pattern) => pattern.replaceAll(OPEN, "-")));
    return true;
  }

  // A board that is not solved, or no longer, takes part in all guesses.
  fill(board) {
    const patterns = this.patterns[board];
    if (isSolved(patterns.at(-1) ?? "")) return;
    while (patterns.length < this.words.length) patterns.push(this.preset(board, patterns.length));
  }

  // What is known of a row before it is coloured.
  preset(board, row) {
    if (isCounted()) return OPEN;
    const known = this.patterns[board].slice(0, row);
    const green = (letter, place) => known.some((pattern, before) => pattern[place] === "g" && [...this.words[before]][place] === letter);
    return [...this.words[row]].map((letter, place) => (green(letter, place) ? "g" : OPEN)).join("");
  }

  // --- what is known -------------------------------------------------------------------------

  turns(board) {
    return this.patterns[board].map((pattern, row) => ({ word: this.words[row], pattern }));
  }

  solved(board) {
    return isSolved(this.patterns[board].at(-1) ?? "");
  }

  get finished() {
    return this.patterns.every((_, board) => this.solved(board));
  }

  open(board) {
    return this.patterns[board].at(-1)?.includes(OPEN) ?? false;
  }

  fresh(board) {
    const row = this.patterns[board].length - 1;
    return this.open(board) && this.patterns[board][row] === this.preset(board, row);
  }

  // The notation of the command line; a fresh row is left out.
  text(board) {
    const turns = this.fresh(board) ? this.turns(board).slice(0, -1) : this.turns(board);
    return turns.map(({ word, pattern }) => `${word}:${pattern.replaceAll(OPEN, "-")}`).join(" ");
  }

  // All boards for an address, with commas, which it keeps as they are.
  link() {
    const texts = this.patterns.map((_, board) => this.turns(board).map(({ word, pattern }) => `${word}:${pattern}`).join(","));
    return texts.join("|").replace(/^\|+$/u, "");
  }

  // The tiles that cannot all be right, as "row place": two greens in one place, or a letter that
  // is in the word and not in it, or green in a place and elsewhere not green there.
  clashes(board) {
    if (isCounted()) return new Set();
    const tiles = this.turns(board).flatMap(({ word, pattern }, row) =>
      [...word].map((letter, place) => ({ row, place, letter, sign: pattern[place].replace(OPEN, "-") })));
    const absent = ({ row, letter }) => tiles.every((tile) => tile.row !== row || tile.letter !== letter || tile.sign === "-");
    const clash = (one, other) =>
      (one.place === other.place && one.sign === "g" && (one.letter === other.letter) !== (other.sign === "g"))
      || (one.letter === other.letter && one.sign !== "-" && absent(other));
    const found = (one) => tiles.some((other) => other.row !== one.row && (clash(one, other) || clash(other, one)));
    return new Set(tiles.filter(found).map(({ row, place }) => `${row} ${place}`));
  }

  static read(text, length) {
    const boards = text.split("|").map((part) => parse(part, length));
    if (boards.some((turns) => turns === null)) return null;
    const puzzle = new Puzzle(boards.length);
    const longest = boards.reduce((a, b) => (b.length > a.length ? b : a), []);
    puzzle.words = longest.map(({ word }) => word);
    for (const turns of boards) {
      if (turns.some(({ word }, row) => word !== puzzle.words[row])) return null;
    }
    puzzle.patterns = boards.map((turns) => turns.map(({ pattern }) => pattern));
    boards.forEach((_, board) => puzzle.fill(board));
    return puzzle;
  }
}

function parse(text, length) {
  const turns = [];
  for (const part of text.split(/[\s,]+/u).filter(Boolean)) {
    const [word, given] = part.split(":");
    const pattern = given?.toLowerCase();
    const good = isCounted() ? pattern === OPEN || replies().includes(pattern) : pattern?.length === length && /^[-yg_]+$/u.test(pattern);
    if (!good || [...word].length !== length) return null;
    turns.push({ word: lower(word), pattern });
  }
  const end = turns.findIndex(({ pattern }) => isSolved(pattern));
  return turns.length > MOST_TURNS || (end >= 0 && end < turns.length - 1) ? null : turns;
}
