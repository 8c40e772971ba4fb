// The replies of guesses to answers as arrays of numbers: one row of a table, or the columns of a
// few answers. Nothing builds the whole table.

import { patternCount } from "./colours.js";
import { numbersTo } from "./words.js";

const PACKED = 5; // up to this length a reply fits in a byte, and four of them are added at once

// The replies of any guess to some answers, given by their places among the allowed words.
//
// A letter of a guess, with the places where the guess has it, adds to the reply for an answer what
// depends on the places where the answer has it. So a row of replies is the sum of one array for
// each different letter of the guess, and those arrays serve all guesses.
export class Columns {
  constructor(lexicon, answers) {
    const { length } = lexicon;
    const numbers = lexicon.numbers();
    this.lexicon = lexicon;
    this.size = answers.length;
    this.packed = length <= PACKED;
    this.cells = this.packed ? Math.ceil(this.size / 4) : this.size;
    this.places = new Map(); // by letter: the places where each answer has it, as bits
    this.shares = []; // by letter and places of the guess: what it adds
    this.shapes = lexicon.shapes;
    for (let column = 0; column < this.size; column += 1) {
      for (let place = 0; place < length; place += 1) {
        const letter = numbers[answers[column] * length + place];
        if (!this.places.has(letter)) this.places.set(letter, new Uint16Array(this.size));
        this.places.get(letter)[column] |= 1 << place;
      }
    }
    const sum = new Int32Array(this.cells);
    this.sum = sum;
    this.row = this.packed ? new Uint8Array(sum.buffer, 0, this.size) : sum;
  }

  // The replies to a guess, in an array that the next call writes anew.
  of(guess) {
    const { lexicon: { length }, shapes, shares, sum, cells } = this;
    sum.fill(0);
    if (shapes[guess * length] === 0) this.lexicon.shape(guess);
    for (let place = guess * length; place < (guess + 1) * length; place += 1) {
      const shape = shapes[place];
      if (shape === 0) break;
      let share = shares[shape];
      if (share === undefined) share = shares[shape] = this.computed(shape >> length, shape & ((1 << length) - 1));
      if (share !== null) for (let cell = 0; cell < cells; cell += 1) sum[cell] += share[cell];
    }
    return this.row;
  }

  // null for a letter that no answer has.
  computed(letter, mask) {
    const places = this.places.get(letter);
    if (places === undefined) return null;
    const sum = new Int32Array(this.cells);
    const share = this.packed ? new Uint8Array(sum.buffer) : sum;
    const known = new Map();
    for (let column = 0; column < this.size; column += 1) {
      const there = places[column];
      if (!known.has(there)) known.set(there, addition(mask, there, this.lexicon.length));
      share[column] = known.get(there);
    }
    return sum;
  }
}

// What a letter adds to a reply if the guess has it at the places `mask`, and the answer `there`.
function addition(mask, there, length) {
  let copies = bits(there & ~mask); // those that no green uses
  let sum = 0;
  for (let place = 0; place < length; place += 1) {
    if (!(mask & (1 << place))) continue;
    const green = there & (1 << place);
    if (green || copies > 0) sum += (green ? 2 : 1) * patternCount(length - 1 - place);
    if (!green) copies -= 1;
  }
  return sum;
}

export function bits(word) {
  let count = 0;
  for (let rest = word; rest; rest &= rest - 1) count += 1;
  return count;
}

// A game's replies, one row at a time; the last few are kept.
export class Table {
  constructor(lexicon) {
    this.lexicon = lexicon;
    this.replies = patternCount(lexicon.length);
    this.solved = this.replies - 1;
    this.columns = null;
    this.rows = new Map();
  }

  // The table of the same game with more words; an answer may be guessed, too.
  with({ answers = [], allowed = [] }) {
    const { lexicon } = this;
    if (answers.every((word) => lexicon.answerIndices().has(word)) && allowed.every((word) => lexicon.guessIndices().has(word))) return this;
    return new Table(lexicon.withWords([...lexicon.answers, ...answers], [...lexicon.allowed, ...allowed]));
  }

  // The replies to a guess for all answers.
  row(guess) {
    let row = this.rows.get(guess);
    if (row === undefined) {
      this.columns ??= new Columns(this.lexicon, this.lexicon.truths());
      if (this.rows.size >= 64) this.rows.delete(this.rows.keys().next().value);
      row = this.columns.of(guess).slice();
      this.rows.set(guess, row);
    }
    return row;
  }

  // The answers that would have got every reply of a position.
  candidates(turns) {
    let found = numbersTo(this.lexicon.answers.length);
    for (const turn of turns) {
      const row = this.row(this.lexicon.guessIndex(turn.guess));
      found = found.filter((answer) => row[answer] === turn.code);
    }
    return found;
  }
}
