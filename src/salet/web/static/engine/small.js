// Exact values of small sets of candidates: the search of salet.exact.small, step by step, so that both
// find the same play and give up at the same point. A set is an array of places in the set that the search
// began with, the heaviest candidate first; rows are splits, and null stands for all of them.

import { Turn } from "./colours.js";
import { Clues } from "./hard.js";
import { Columns } from "./replies.js";
import { MOST_REPLIES, numbered } from "./view.js";

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
    this.size = order.length;
    this.candidates = order.map((place) => view.candidates[place]);
    this.weights = order.map((place) => weights[place]);
    this.everything = [...this.weights.keys()];
    this.own = order.map((place) => view.candidateGuesses()[place]);
    this.split(view);
    const places = new Map(this.own.map((guess, place) => [guess, place]));
    this.solves = Int32Array.from(this.guesses, (guess) => places.get(guess) ?? -1);
    this.among = new Float64Array(this.size); // the weights of the set in hand
    this.seen = new Int32Array(256);
    this.stamp = 0;
    this.sortRows();
    this.rowOfCandidate = new Map();
    this.solves.forEach((place, row) => { if (place >= 0) this.rowOfCandidate.set(place, row); });
    this.memo = new Map();
    this.bounded = new Map();
    this.ideals = new Map();
    this.known = new Map();
  }

  // Write each guess as the split it makes: the label of a candidate is the place of the first candidate
  // with the same reply. Of guesses that split alike one is kept, but in hard modes each has its own rules.
  split(view) {
    const { size } = this;
    const columns = new Columns(view.lexicon, this.own);
    const own = new Set(this.own);
    const first = new Int32Array(Math.min(view.table.replies, MOST_REPLIES));
    const stamps = new Int32Array(first.length);
    const rows = new Map(); // by hash: the rows that have it
    const labels = new Uint8Array(view.legal.length * size);
    const guesses = [];
    this.rowOfGuess = new Int32Array(view.legal.length);
    for (let number = 0; number < view.legal.length; number += 1) {
      const guess = view.legal[number];
      const codes = view.table.replies > MOST_REPLIES ? numbered(columns.of(guess)) : columns.of(guess);
      const row = guesses.length;
      const start = row * size;
      let hash = 0;
      for (let place = 0; place < size; place += 1) {
        const code = codes[place];
        if (stamps[code] !== number + 1) {
          stamps[code] = number + 1;
          first[code] = place;
        }
        const label = first[code];
        labels[start + place] = label;
        hash = (Math.imul(hash, 0x01000193) + label + 1) | 0;
      }
      this.rowOfGuess[number] = row;
      if (!this.hard && !own.has(guess)) {
        let same = rows.get(hash);
        while (same !== undefined && !equalRows(labels, same * size, start, size)) same = rows.get((hash = (hash + 1) | 0));
        if (same !== undefined) {
          this.rowOfGuess[number] = same;
          continue;
        }
        rows.set(hash, row);
      }
      guesses.push(guess);
    }
    this.guesses = Int32Array.from(guesses);
    this.labels = labels;
    this.every = this.guesses.map((_, row) => row);
    this.scratch = new Float64Array(this.guesses.length);
  }

  // Put the rows that split all candidates well first: the others then need no more than a glance.
  sortRows() {
    const { size, labels } = this;
    const bounds = this.bounds();
    const order = this.every.slice().sort((one, other) => bounds[one] - bounds[other] || one - other);
    const place = new Int32Array(order.length);
    this.labels = new Uint8Array(order.length * size);
    order.forEach((row, now) => {
      place[row] = now;
      this.labels.set(labels.subarray(row * size, (row + 1) * size), now * size);
    });
    this.guesses = order.map((row) => this.guesses[row]);
    this.solves = order.map((row) => this.solves[row]);
    this.rowOfGuess = this.rowOfGuess.map((row) => place[row]);
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

  // What splits cost a set at least: 3 W - the heaviest weight of each part - that of the guess, if it is a
  // candidate of the set. Written to `found`, one for each of `rows`; what is more than `most` (or than the
  // least so far, for `most` null) need not be exact. Returns the least.
  scan(some, rows, most, found) {
    const { labels, seen, size, solves, weights, among } = this;
    const count = some.length;
    const columns = Int32Array.from(some);
    const heavy = Float64Array.from(some, (column) => weights[column]);
    const start = 2 * this.weight(some);
    let stamp = this.stamp;
    let limit = most ?? Infinity;
    let least = Infinity;
    among.fill(0);
    for (const column of some) among[column] = weights[column];
    for (let place = 0; place < rows.length; place += 1) {
      const row = rows[place];
      const offset = row * size;
      const solved = solves[row];
      let bound = solved >= 0 ? start - among[solved] : start;
      stamp += 1;
      for (let i = 0; i < count; i += 1) {
        const label = labels[offset + columns[i]];
        if (seen[label] === stamp) {
          bound += heavy[i];
          if (bound > limit) break;
        } else {
          seen[label] = stamp;
        }
      }
      found[place] = bound;
      if (bound < least) {
        least = bound;
        if (most === null) limit = bound;
      }
    }
    this.stamp = stamp;
    return least;
  }

  // The bounds of all splits for all candidates.
  bounds() {
    this.scan(this.everything, this.every, Infinity, this.scratch);
    return this.scratch.slice();
  }

  // The least bound of any split (of `rows`), and the first guess that has it.
  leading(some, rows) {
    const among = rows ?? this.every;
    const { guesses, scratch } = this;
    const bound = this.scan(some, among, null, scratch);
    let row = -1;
    for (let place = 0; place < among.length; place += 1) {
      if (scratch[place] === bound && (row < 0 || guesses[among[place]] < guesses[row])) row = among[place];
    }
    return { bound, row };
  }

  // The splits (of `rows`) whose bounds are below a total, the least first.
  below(total, some, rows) {
    const among = rows ?? this.every;
    const { guesses, scratch } = this;
    this.scan(some, among, total - 1, scratch);
    const below = [];
    for (let place = 0; place < among.length; place += 1) if (scratch[place] < total) below.push({ row: among[place], bound: scratch[place] });
    return below.sort((one, other) => one.bound - other.bound || guesses[one.row] - guesses[other.row]);
  }

  weight(some) {
    let sum = 0;
    for (const column of some) sum += this.weights[column];
    return sum;
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
  ideal(some, key = keyOf(some)) {
    let ideal = this.ideals.get(key);
    if (ideal === undefined) {
      ideal = this.findIdeal(some);
      this.ideals.set(key, ideal);
    }
    return ideal;
  }

  findIdeal(some) {
    const { labels, seen, size } = this;
    for (const column of some) {
      if (this.weights[column] < this.weights[some[0]]) break;
      const row = this.rowOfCandidate.get(column);
      if (row === undefined) continue;
      const stamp = ++this.stamp;
      let apart = true;
      for (let i = 0; apart && i < some.length; i += 1) {
        const label = labels[row * size + some[i]];
        apart = seen[label] !== stamp;
        seen[label] = stamp;
      }
      if (apart) return column;
    }
    return null;
  }

  best(some, rows) {
    const key = keyOf(some, rows);
    const known = this.memo.get(key);
    if (known !== undefined) return known;
    this.countWork(some, rows);
    const { row: first } = this.leading(some, rows);
    let found = { row: first, total: this.totalOf(first, some, rows) };
    for (const { row, bound } of this.below(found.total, some, rows)) {
      if (bound >= found.total) break;
      const total = this.totalOf(row, some, rows, found.total);
      if (total < found.total) found = { row, total };
    }
    this.memo.set(key, found);
    return found;
  }

  // The total of playing a split: exact if below `cut`, else a lower bound.
  totalOf(row, some = this.everything, rows = null, cut = ENDLESS) {
    const parts = this.parts(row, some);
    if (parts.length === 1 && some.length > 1) return ENDLESS; // it tells nothing
    let total = this.weight(some);
    for (const part of parts) total += this.floor(part);
    const solved = this.solves[row];
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

  // What a set costs at least, after one look at it.
  bound(some, rows) {
    const key = keyOf(some, rows);
    const known = this.memo.get(key);
    if (known !== undefined) return known.total;
    let bound = this.bounded.get(key);
    if (bound === undefined) {
      this.countWork(some, rows);
      bound = this.leading(some, rows).bound;
      this.bounded.set(key, bound);
    }
    return bound;
  }

  // The parts of a set, in the order of their first candidates.
  parts(row, some) {
    const { labels, size } = this;
    const found = new Map();
    for (const column of some) {
      const label = labels[row * size + column];
      const part = found.get(label);
      if (part === undefined) found.set(label, [column]);
      else part.push(column);
    }
    return [...found.values()];
  }

  // The splits that a hard mode still allows once `guess` has left `part`.
  legalAfter(guess, part, rows = null) {
    if (!this.hard) return null;
    const { labels, size } = this;
    const { lexicon, setting, table } = this.view;
    const turn = new Turn(lexicon.allowed[guess], table.row(guess)[this.candidates[part[0]]]);
    const allows = new Clues([turn]).test(lexicon, setting.hard === "strict");
    const found = [];
    const count = (rows ?? this.guesses).length;
    for (let place = 0; place < count; place += 1) {
      const row = rows === null ? place : rows[place];
      // What does not split a set splits no part of it; without it, more positions are the same.
      const start = row * size;
      const label = labels[start + part[0]];
      let other = 1;
      while (other < part.length && labels[start + part[other]] === label) other += 1;
      if (other < part.length && allows(this.guesses[row])) found.push(row);
    }
    return found;
  }

  // The weight of the candidates found by the 1st, 2nd, ... guess from here: a map.
  lengths(row, some = this.everything, rows = null) {
    const found = new Map();
    for (const part of this.parts(row, some)) {
      if (part.length === 1 && part[0] === this.solves[row]) {
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

function equalRows(labels, one, other, size) {
  for (let place = 0; place < size; place += 1) if (labels[one + place] !== labels[other + place]) return false;
  return true;
}
