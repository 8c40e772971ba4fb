// Exact values of small sets of candidates: the search of salet.exact.small, step by step, so that both
// find the same play and give up at the same point. A set is an array of places in the set that the search
// began with, the heaviest candidate first; rows are splits, and null stands for all of them.

import { Turn } from "./colours.js";
import { Clues } from "./hard.js";
import { Splits } from "./splits.js";

export const ENDLESS = 2 ** 52; // more than any total
const [LOOK, HARD_LOOK] = [2 ** 16, 2 ** 19];

// The search has done all the work that it may do.
export class OutOfWork extends Error {}

export class SmallSearch {
  constructor(view, work = Infinity) {
    const weights = view.weights();
    const order = Array.from(weights.keys()).sort((one, other) => weights[other] - weights[one] || one - other);
    this.view = view;
    this.hard = view.setting.hard !== "off";
    this.workLeft = work;
    this.candidates = order.map((place) => view.candidates[place]);
    this.weights = order.map((place) => weights[place]);
    this.everything = [...this.weights.keys()];
    this.splits = new Splits(view, order.map((place) => view.candidateGuesses()[place]), this.weights, this.hard);
    this.guesses = this.splits.guesses;
    this.rowOfGuess = this.splits.rowOfGuess;
    this.rowOfCandidate = new Map();
    this.splits.solves.forEach((place, row) => { if (place >= 0) this.rowOfCandidate.set(place, row); });
    this.memo = new Map();
    this.bounded = new Map();
    this.ideals = new Map();
    this.known = new Map();
  }

  // Let what is asked meanwhile be answered, however much work it is.
  patiently(ask) {
    const left = this.workLeft;
    this.workLeft = Infinity;
    try {
      return ask();
    } finally {
      this.workLeft = left;
    }
  }

  countWork(some, rows) {
    if (this.workLeft <= 0) throw new OutOfWork();
    this.workLeft -= some.length * (rows ?? this.guesses).length + (this.hard ? HARD_LOOK : LOOK);
  }

  guessOf(row) {
    return this.guesses[row];
  }

  // The bounds of all splits for all candidates.
  bounds() {
    this.splits.scan(this.everything, this.splits.every, Infinity);
    return this.splits.found.slice();
  }

  weight(some) {
    return this.splits.weight(some);
  }

  // What a set costs at least, whatever is guessed.
  floor(some) {
    return 2 * this.weight(some) - this.weights[some[0]];
  }

  total(some = this.everything, rows = null) {
    return this.ideal(some) === null ? this.best(some, rows).total : this.floor(some);
  }

  bestRow(some, rows = null) {
    const ideal = this.ideal(some);
    return ideal === null ? this.best(some, rows).row : this.rowOfCandidate.get(ideal);
  }

  // A heaviest word that tells all others apart, or null: nothing can be better.
  ideal(some) {
    const key = keyOf(some);
    let ideal = this.ideals.get(key);
    if (ideal === undefined) {
      const heaviest = some.filter((column) => this.weights[column] === this.weights[some[0]] && this.rowOfCandidate.has(column));
      ideal = heaviest.find((column) => this.splits.tellsApart(this.rowOfCandidate.get(column), some)) ?? null;
      this.ideals.set(key, ideal);
    }
    return ideal;
  }

  best(some, rows) {
    const key = keyOf(some, rows);
    const known = this.memo.get(key);
    if (known !== undefined) return known;
    this.countWork(some, rows);
    const among = rows ?? this.splits.every;
    const bound = this.bounded.get(key);
    const { least, first } = bound === undefined ? this.splits.scan(some, among) : this.splits.scan(some, among, bound, bound);
    let found = { row: first, total: this.totalOf(first, some, rows) };
    for (const { row, bound: lower } of least < found.total ? this.splits.below(found.total, some, among) : []) {
      if (lower >= found.total) break;
      const total = this.totalOf(row, some, rows, found.total);
      if (total < found.total) found = { row, total };
    }
    this.memo.set(key, found);
    return found;
  }

  // The total of playing a split: exact if below `cut`, else a lower bound.
  totalOf(row, some = this.everything, rows = null, cut = ENDLESS) {
    const parts = this.splits.of(row, some);
    if (parts.length === 1 && some.length > 1) return ENDLESS; // it tells nothing
    let total = this.weight(some);
    for (const part of parts) total += this.floor(part);
    const solved = this.splits.solves[row];
    if (solved >= 0 && some.includes(solved)) total -= this.weights[solved];
    const hard = []; // the parts that cost more than their floor
    for (const part of parts.sort((one, other) => other.length - one.length)) {
      if (part.length <= 2 || this.ideal(part) !== null) continue;
      const legal = this.legalAfter(this.guesses[row], part, rows);
      const bound = this.bound(part, legal);
      total += bound - this.floor(part);
      if (total >= cut) return total;
      hard.push([part, legal, bound]);
    }
    for (const [part, legal, bound] of hard) {
      total += this.best(part, legal).total - bound;
      if (total >= cut) break;
    }
    return total;
  }

  // What a set costs at least, after one look at it. Where all weigh the same, no split of a set without an ideal
  // word costs less than two guesses for each word.
  bound(some, rows) {
    const key = keyOf(some, rows);
    const known = this.memo.get(key);
    if (known !== undefined) return known.total;
    let bound = this.bounded.get(key);
    if (bound === undefined) {
      this.countWork(some, rows);
      bound = this.splits.scan(some, rows ?? this.splits.every, null, this.splits.alike ? 2 * this.weight(some) : -1).least;
      this.bounded.set(key, bound);
    }
    return bound;
  }

  // The splits that a hard mode still allows once `guess` has left `part`.
  legalAfter(guess, part, rows = null) {
    if (!this.hard) return null;
    const { lexicon, setting, table } = this.view;
    const turn = new Turn(lexicon.allowed[guess], table.row(guess)[this.candidates[part[0]]]);
    const allows = new Clues([turn]).test(lexicon, setting.hard === "strict");
    // What does not split a set splits no part of it; without it, more positions are the same.
    return (rows ?? this.splits.every).filter((row) => this.splits.divides(row, part) && allows(this.guesses[row]));
  }

  // The weight of the candidates found by the 1st, 2nd, ... guess from here: a map.
  lengths(row, some = this.everything, rows = null) {
    const found = new Map();
    for (const part of this.splits.of(row, some)) {
      if (part.length === 1 && part[0] === this.splits.solves[row]) {
        found.set(1, (found.get(1) ?? 0) + this.weights[part[0]]);
        continue;
      }
      for (const [length, weight] of this.lengthsOfPart(row, part, rows)) found.set(length + 1, (found.get(length + 1) ?? 0) + weight);
    }
    return found;
  }

  lengthsOfPart(row, part, rows) {
    const legal = this.ideal(part) === null ? this.legalAfter(this.guesses[row], part, rows) : null;
    const key = keyOf(part, legal);
    if (!this.known.has(key)) this.known.set(key, this.lengths(this.bestRow(part, legal), part, legal));
    return this.known.get(key);
  }
}

const keyOf = (some, rows = null) => (rows === null ? String.fromCharCode(...some) : `${String.fromCharCode(...some)}|${rows.join()}`);
