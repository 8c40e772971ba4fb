// What was played and what was replied, on one board or several, with undo.
// Every word is played on all boards that are not solved yet; each board has its own colours.

import { allGrey, isSolved } from "./tiles.js";

export class Puzzle {
  constructor(boards = 1) {
    this.words = [];
    this.patterns = Array.from({ length: boards }, () => []);
    this.past = [];
  }

  get boards() {
    return this.patterns.length;
  }

  save() {
    this.past.push(JSON.stringify([this.words, this.patterns]));
    if (this.past.length > 200) this.past.shift();
  }

  undo() {
    const before = this.past.pop();
    if (before === undefined) return false;
    [this.words, this.patterns] = JSON.parse(before);
    return true;
  }

  add(word) {
    this.save();
    this.words.push(word);
    for (const patterns of this.patterns) {
      if (!isSolved(patterns.at(-1) ?? "")) patterns.push(allGrey([...word].length));
    }
  }

  removeLast() {
    this.save();
    const word = this.words.pop();
    for (const patterns of this.patterns) patterns.length = Math.min(patterns.length, this.words.length);
    return word;
  }

  colour(board, row, place, sign) {
    this.save();
    const signs = [...this.patterns[board][row]];
    signs[place] = sign;
    this.patterns[board][row] = signs.join("");
    if (isSolved(this.patterns[board][row])) this.patterns[board].length = row + 1;
    else this.fill(board);
  }

  // A board that is no longer solved takes part in the later guesses again.
  fill(board) {
    const patterns = this.patterns[board];
    while (patterns.length < this.words.length) patterns.push(allGrey([...this.words[patterns.length]].length));
  }

  turns(board) {
    return this.patterns[board].map((pattern, row) => ({ word: this.words[row], pattern }));
  }

  solved(board) {
    return isSolved(this.patterns[board].at(-1) ?? "");
  }

  // The notation of the command line, with commas, which an address keeps as they are.
  text(board) {
    return this.turns(board).map(({ word, pattern }) => `${word}:${pattern}`).join(",");
  }

  static read(texts, length) {
    const puzzle = new Puzzle(texts.length);
    const boards = texts.map((text) => parse(text, length));
    if (boards.some((turns) => turns === null)) return null;
    const longest = boards.reduce((a, b) => (b.length > a.length ? b : a), []);
    puzzle.words = longest.map(({ word }) => word);
    for (const turns of boards) {
      if (turns.some(({ word }, row) => word !== puzzle.words[row])) return null;
    }
    puzzle.patterns = boards.map((turns) => turns.map(({ pattern }) => pattern));
    puzzle.patterns.forEach((patterns, board) => {
      if (!isSolved(patterns.at(-1) ?? "")) puzzle.fill(board);
    });
    return puzzle;
  }
}

function parse(text, length) {
  const turns = [];
  for (const part of text.split(/[\s,]+/u).filter(Boolean)) {
    const [word, pattern] = part.toLowerCase().split(":");
    if (!pattern || [...word].length !== length || !/^[-yg]+$/u.test(pattern) || pattern.length !== length) return null;
    turns.push({ word, pattern });
  }
  return turns;
}
