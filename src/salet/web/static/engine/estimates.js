// What a guess is worth, as far as that is known without a search: estimated from group sizes, or proven
// before. As salet.coach.estimates; what guesses are ranked by are whole numbers, so that ties are ties.

import { roundEven } from "./view.js";
import { numbersTo, once } from "./words.js";

const LENGTHS = [1.587, 0.231]; // of a set of three words, and how it grows
const SHARES = [1.346, 0.202];
const UNIT = 2 ** 20;
const PROMISING = 100;
const PROVEN_CAP = 6; // what is proven of openers and trees finds every answer within this number of guesses
const TOLERANCE = 1e-6;

export class Values {
  exact = false;

  constructor(view) {
    this.view = view;
    this.weight = view.weight();
    this.solved = view.table.solved;
  }

  isExact() {
    return this.exact;
  }

  knowsShare(guess) {
    return this.isExact(guess);
  }

  // What a guess is worth; see GuessValue in Python.
  of(guess) {
    const now = (this.view.own().get(guess) ?? 0) / this.weight;
    const [expected, exact, left] = [this.total(guess) / this.weight, this.isExact(guess), this.view.guessesLeft];
    if (left <= 1) return { expected, exact, now, within: left === 1 ? now : 0, sure: true };
    if (left === 2) return { expected, exact, now, within: this.heaviest(guess) / this.weight, sure: true };
    return { expected, exact, now, within: this.shareWithin(guess, left), sure: this.knowsShare(guess) };
  }

  // The likeliest words of all groups together: what one more guess can win.
  heaviest(guess) {
    const codes = this.view.columns().of(guess);
    const most = new Map();
    this.view.weights().forEach((weight, place) => most.set(codes[place], Math.max(weight, most.get(codes[place]) ?? 0)));
    return [...most.values()].reduce((a, b) => a + b, 0);
  }
}

// --- estimates ---------------------------------------------------------------------------------

export function expectedLength(size) {
  return size <= 2 ? (size + 1) / 2 : LENGTHS[0] + LENGTHS[1] * Math.log(size);
}

function shareFound(size, guesses) {
  if (guesses <= 0) return 0;
  const one = 1 / size;
  if (guesses === 1) return one;
  const two = Math.min(1, Math.max(one, SHARES[0] - SHARES[1] * Math.log(size)));
  if (guesses === 2) return two;
  return guesses === 3 ? Math.min(1, Math.max(two, 4 - one - two - expectedLength(size))) : 1;
}

// A value by size, between two of them where a size is no whole number.
function between(values, size) {
  if (size >= values.length - 1) return values.at(-1);
  const low = Math.floor(size);
  return (values[low + 1] - values[low]) * (size - low) + values[low];
}

// Values from group sizes alone; with a prior, a size is that of an even group as uncertain.
export class Estimates extends Values {
  constructor(view, first = null) {
    super(view);
    this.first = first; // the promising guesses, where they are known before
    const sizes = Array.from({ length: view.candidates.length + 1 }, (_, size) => size);
    this.lengths = sizes.map((size) => roundEven(expectedLength(size) * UNIT));
    this.shares = new Map();
    this.totals = new Map();
    this.likely = once(() => this.ranked(1)[0]);
  }

  get least() {
    return this.total(this.likely());
  }

  total(guess) {
    return this.estimate(guess);
  }

  estimate(guess) {
    if (!this.totals.has(guess)) {
      let sum = 0;
      for (const { code, weight, size } of this.groups(guess)) if (code !== this.solved) sum += weight * roundEven(between(this.lengths, size));
      this.totals.set(guess, this.weight + sum / UNIT);
    }
    return this.totals.get(guess);
  }

  // The best guesses; with one or two guesses left, the chance to win comes first.
  ranked(top) {
    const left = this.view.guessesLeft;
    const won = (guess) => (left === 1 ? this.view.own().get(guess) ?? 0 : left === 2 ? this.heaviest(guess) : 0);
    const keyed = this.promising(Math.max(top, PROMISING)).map((guess) => [won(guess), this.total(guess), guess]);
    keyed.sort((one, other) => other[0] - one[0] || one[1] - other[1] || one[2] - other[2]);
    return keyed.slice(0, top).map(([, , guess]) => guess);
  }

  // The `count` guesses with most groups, as many with most information, and likely candidates.
  promising(count) {
    const { view } = this;
    let found = this.first;
    if (found === null) {
      const { groups, information } = view.stats();
      const places = new Set([...largest(groups, count), ...largest(information, count)]);
      found = [...places].sort((one, other) => one - other).map((place) => view.legal[place]);
    }
    if (view.setting.prior === null && view.guessesLeft !== 1) return found;
    const likely = largest(view.weights(), count).map((place) => view.candidateGuesses()[place]);
    return [...new Set([...found, ...likely.filter((guess) => view.offers(guess))])].sort((one, other) => one - other);
  }

  groupLength(guess, code) {
    if (code === this.solved) return 0;
    return between(this.lengths, this.groups(guess).find((group) => group.code === code).size) / UNIT;
  }

  // Under a prior a group is as hard as one of 2 ** bits even words, where bits is its entropy.
  groups(guess) {
    const { view } = this;
    const groups = view.groups(guess);
    if (view.setting.prior === null) return groups;
    const logs = new Map();
    const codes = view.columns().of(guess);
    view.weights().forEach((weight, place) => logs.set(codes[place], (logs.get(codes[place]) ?? 0) + weight * Math.log2(weight)));
    return groups.map(({ code, weight }) => ({ code, weight, size: 2 ** Math.max(0, Math.log2(weight) - logs.get(code) / weight) }));
  }

  shareWithin(guess, guesses) {
    if (!this.shares.has(guesses)) this.shares.set(guesses, this.lengths.map((_, size) => (size ? shareFound(size, guesses - 1) : 0)));
    const shares = this.shares.get(guesses);
    const found = this.groups(guess).map(({ code, weight, size }) => weight * (code === this.solved ? 1 : between(shares, size)));
    return found.reduce((a, b) => a + b, 0) / this.weight;
  }
}

// The places of the `count` largest values, the first of equal ones first.
export function largest(values, count) {
  const least = values.slice().sort().at(-count) ?? -Infinity;
  const places = numbersTo(values.length).filter((place) => values[place] >= least);
  return [...places.sort((one, other) => values[other] - values[one] || one - other).subarray(0, count)];
}

// --- what is proven ----------------------------------------------------------------------------

// A few proven totals, and estimates of all others.
export class ProvenValues extends Estimates {
  constructor(view, known, first = null) {
    super(view, first);
    this.known = known;
    const [best, total] = [...known.totals].sort((one, other) => one[1] - other[1] || one[0] - other[0])[0];
    this.tooLow = total - this.estimate(best);
  }

  isExact(guess) {
    return this.known.exact && this.known.totals.has(guess);
  }

  knowsShare(guess) {
    return this.isExact(guess) && this.view.setting.maxGuesses >= this.known.cap;
  }

  shareWithin(guess, guesses) {
    return this.knowsShare(guess) ? 1 : super.shareWithin(guess, guesses);
  }

  total(guess) {
    return this.known.totals.get(guess) ?? Math.max(this.known.others, this.estimate(guess) + this.tooLow);
  }

  get least() {
    return Math.min(...this.known.totals.values());
  }

  ranked(top) {
    const { totals, others } = this.known;
    if (![1, 2].includes(this.view.guessesLeft)) {
      const first = this.offered().filter((guess) => totals.get(guess) <= others);
      if (first.length >= top) return first.sort((one, other) => totals.get(one) - totals.get(other) || one - other).slice(0, top);
    }
    return super.ranked(top);
  }

  promising(count) {
    const known = this.offered();
    return [...known, ...super.promising(count).filter((guess) => !known.includes(guess))];
  }

  offered() {
    return [...this.known.totals.keys()].filter((guess) => this.view.offers(guess));
  }
}

// What is proven at a view, or null: {totals, others, exact, cap}. `proofs` are those of its position.
export function knownTotals(view, maxGuesses, proofs) {
  if (view.setting.prior !== null) return null;
  const known = view.turns.length ? knownLater(view, maxGuesses, proofs) : knownOpeners(view, maxGuesses, proofs);
  if (known === null) return null;
  // A person may have ruled words out: then there are fewer guesses, and perhaps fewer candidates.
  const whole = view.setting.view(view.turns);
  const share = view.candidates.length / whole.candidates.length;
  const totals = new Map([...known.totals].map(([guess, total]) => [guess, total * share]));
  return { ...known, totals, others: known.others * share, exact: known.exact && isWhole(view, whole) };
}

// The totals of openers, if it is known that no other opener beats them.
function knownOpeners({ lexicon, setting: { hard } }, maxGuesses, { openers, book }) {
  if (openers === null) return null;
  const totals = new Map();
  for (const [guess, total, free] of book?.totals ?? []) if (free || book.max_guesses === maxGuesses) totals.set(guess, total);
  for (const [word, total] of Object.entries(openers.totals)) totals.set(lexicon.guessIndex(word), total);
  const exact = openers.mode === hard && [null, maxGuesses].includes(openers.max_guesses);
  return { totals, others: openers.nothing_below, exact, cap: PROVEN_CAP };
}

// The total of the guess of a bundled tree or, after one turn, of the book.
function knownLater({ lexicon, turns }, maxGuesses, { openers, tree, book, entry }) {
  const rest = tree?.at(turns) ?? null;
  if (rest !== null) {
    const totals = new Map([[lexicon.guessIndex(rest.guess), rest.total]]);
    return { totals, others: rest.total + TOLERANCE, exact: [null, maxGuesses].includes(openers.max_guesses), cap: PROVEN_CAP };
  }
  if (entry === null || entry.total === 0) return null;
  const exact = entry.proven && (entry.free || book.max_guesses === maxGuesses);
  return { totals: new Map([[entry.guess, entry.total]]), others: entry.total + TOLERANCE, exact, cap: book.max_guesses };
}

// Whether a view has all candidates and guesses of its position: none was rejected.
export function isWhole(view, whole = view.setting.view(view.turns)) {
  return view.legal.length === whole.legal.length && view.candidates.length === whole.candidates.length;
}
