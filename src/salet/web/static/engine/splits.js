// The splits that guesses make of a few candidates, and what they cost at least.
//
// A row is a split. Its labels give each candidate the place of the first candidate with the same reply, so that
// equal splits are equal labels. A candidate that a split leaves alone costs nothing more in any smaller set: what
// is looked at are the others, which a row keeps as bits, with the numbers of their parts.

import { Columns } from "./replies.js";
import { MOST_REPLIES, numbered } from "./view.js";
import { numbersTo } from "./words.js";

export class Splits {
  // `own` are the candidates as guesses, the heaviest first, with their `weights`. Of guesses that split alike one
  // is kept, unless `keepAll`: in hard modes each has its own rules. A candidate stays apart, for it may be right.
  constructor(view, own, weights, keepAll) {
    this.size = own.length;
    this.weights = weights;
    this.words = Math.ceil(this.size / 32);
    this.read(view, own, keepAll);
    const places = new Map(own.map((guess, place) => [guess, place]));
    this.solves = this.guesses.map((guess) => places.get(guess) ?? -1);
    this.every = numbersTo(this.guesses.length);
    this.found = new Float64Array(this.guesses.length);
    this.alike = weights[0] === weights.at(-1);
    this.among = new Float64Array(this.size); // the set in hand: its weights, and its candidates as bits
    this.inSet = new Int32Array(this.words);
    this.seen = new Uint8Array(this.size);
  }

  read(view, own, keepAll) {
    const { size, words } = this;
    const columns = new Columns(view.lexicon, own);
    const apart = new Set(own);
    const replies = Math.min(view.table.replies, MOST_REPLIES);
    const [stamps, first, part] = Array.from({ length: 3 }, () => new Int32Array(replies)); // by reply
    const rows = new Map(); // by a hash of the labels
    const [labels, parts] = [new Uint8Array(view.legal.length * size), new Uint8Array(view.legal.length * size)];
    const together = new Int32Array(view.legal.length * words);
    const counts = new Uint8Array(view.legal.length);
    const guesses = [];
    const rowOfGuess = new Int32Array(view.legal.length);
    for (let place = 0; place < view.legal.length; place += 1) {
      const guess = view.legal[place];
      const codes = view.table.replies > MOST_REPLIES ? numbered(columns.of(guess)) : columns.of(guess);
      const row = guesses.length;
      const start = row * size;
      let hash = 0;
      let count = 0;
      for (let word = row * words; word < (row + 1) * words; word += 1) together[word] = 0;
      for (let column = 0; column < size; column += 1) {
        const code = codes[column];
        let label = column;
        if (stamps[code] !== place + 1) {
          stamps[code] = place + 1;
          first[code] = column;
          part[code] = -1;
        } else {
          label = first[code];
          if (part[code] < 0) {
            part[code] = count++;
            parts[start + label] = part[code];
            together[row * words + (label >> 5)] |= 1 << label;
          }
          parts[start + column] = part[code];
          together[row * words + (column >> 5)] |= 1 << column;
        }
        labels[start + column] = label;
        hash = (Math.imul(hash, 0x01000193) + label + 1) & 0x3fffffff;
      }
      counts[row] = count;
      rowOfGuess[place] = row;
      if (!keepAll && !apart.has(guess)) {
        let same = rows.get(hash);
        while (same !== undefined && !equalRows(labels, same * size, start, size)) same = rows.get((hash = (hash + 1) & 0x3fffffff));
        if (same !== undefined) {
          rowOfGuess[place] = same;
          continue;
        }
        rows.set(hash, row);
      }
      guesses.push(guess);
    }
    // By row: its guess and its labels; the numbers of the parts of two or more, who is in them, and how many there are.
    Object.assign(this, { guesses: Int32Array.from(guesses), labels, parts, together, counts, rowOfGuess });
  }

  weight(some) {
    let sum = 0;
    for (const column of some) sum += this.weights[column];
    return sum;
  }

  // What splits cost a set at least: 3 W - the heaviest weight of each part - that of the guess, if it is a
  // candidate of the set. Written to `found`, one for each of `rows`; what is more than `most` (or than the
  // least so far, for `most` null) need not be exact. Ends at the first that is `enough`. Returns the least, and
  // the first row that has it.
  scan(some, rows, most = null, enough = -1) {
    const { together, words, counts, solves, among, inSet, found } = this;
    const start = 2 * this.weight(some);
    const lightest = this.weights[some.at(-1)];
    let limit = most ?? Infinity;
    let [least, first] = [Infinity, -1];
    among.fill(0);
    inSet.fill(0);
    for (const column of some) {
      among[column] = this.weights[column];
      inSet[column >> 5] |= 1 << column;
    }
    for (let place = 0; place < rows.length; place += 1) {
      const row = rows[place];
      const solved = solves[row];
      let bound = solved >= 0 ? start - among[solved] : start;
      let count = 0;
      for (let word = 0; word < words; word += 1) count += ones(together[row * words + word] & inSet[word]);
      // Of those that are not alone, no more are first in their part than there are parts.
      const over = (count - counts[row]) * lightest;
      if (bound + over > limit) bound += over;
      else if (count > 0) bound += this.alike ? lightest * (count - this.met(row)) : this.later(row);
      found[place] = bound;
      if (bound < least) {
        least = bound;
        first = row;
        if (least <= enough) break;
        if (most === null) limit = bound;
      }
    }
    return { least, first };
  }

  // The number of parts of a row that the set in hand meets with candidates that are not alone.
  met(row) {
    const { parts, together, words, inSet } = this;
    const offset = row * this.size;
    let [low, high] = [0, 0]; // the parts, as bits
    for (let word = 0; word < words; word += 1) {
      let rest = together[row * words + word] & inSet[word];
      while (rest !== 0) {
        const part = parts[offset + (word << 5) + 31 - Math.clz32(rest & -rest)];
        const upper = -(part >> 5); // all bits set for parts from 32 on
        low |= (1 << part) & ~upper;
        high |= (1 << part) & upper;
        rest &= rest - 1;
      }
    }
    return ones(low) + ones(high);
  }

  // The weight of the candidates of the set in hand that are not the first of their part.
  later(row) {
    const { parts, together, words, inSet, among } = this;
    const offset = row * this.size;
    let [low, high, sum] = [0, 0, 0];
    for (let word = 0; word < words; word += 1) {
      let rest = together[row * words + word] & inSet[word];
      while (rest !== 0) {
        const column = (word << 5) + 31 - Math.clz32(rest & -rest);
        const part = parts[offset + column];
        const upper = -(part >> 5);
        sum += ((((low & ~upper) | (high & upper)) >>> part) & 1) * among[column];
        low |= (1 << part) & ~upper;
        high |= (1 << part) & upper;
        rest &= rest - 1;
      }
    }
    return sum;
  }

  // The splits (of `rows`) whose bounds are below a total, the least first.
  below(total, some, rows) {
    const { found } = this;
    this.scan(some, rows, total - 1);
    const below = [];
    for (let place = 0; place < rows.length; place += 1) if (found[place] < total) below.push({ row: rows[place], bound: found[place] });
    return below.sort((one, other) => one.bound - other.bound || one.row - other.row);
  }

  // The parts of a set, in the order of their first candidates.
  of(row, some) {
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

  // Whether a split tells anything about a set, and whether it tells all of it apart.
  divides(row, some) {
    const start = row * this.size;
    for (let place = 1; place < some.length; place += 1) if (this.labels[start + some[place]] !== this.labels[start + some[0]]) return true;
    return false;
  }

  tellsApart(row, some) {
    const { labels, size, seen } = this;
    seen.fill(0);
    for (const column of some) {
      const label = labels[row * size + column];
      if (seen[label]) return false;
      seen[label] = 1;
    }
    return true;
  }
}

// The number of bits that are set.
function ones(word) {
  let sum = word - ((word >>> 1) & 0x55555555);
  sum = (sum & 0x33333333) + ((sum >>> 2) & 0x33333333);
  return Math.imul((sum + (sum >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

function equalRows(labels, one, other, size) {
  for (let place = 0; place < size; place += 1) if (labels[one + place] !== labels[other + place]) return false;
  return true;
}
