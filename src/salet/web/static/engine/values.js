// How many guesses are left: exactly where that can be known within some work, else by estimate.
// As salet.coach.values without the compiled search.

import { Estimates, ProvenValues, Values, knownTotals } from "./estimates.js";
import { ENDLESS, OutOfWork, SmallSearch } from "./small.js";
import { lowerBound } from "./view.js";
import { numbersTo } from "./words.js";

const SMALL = 128;
const FIRST_FEW = 200;
const LOSS = 10; // under a prior, a lost game counts as this many extra guesses
export const WORK = 500_000_000; // what a search may do before it gives way to estimates
export const QUICK_WORK = 30_000_000; // and while somebody waits for a suggestion

// Value the guesses at a view. `proofs` are those of its game, `first` the promising guesses of a start.
export function valuesOf(view, proofs, { work = QUICK_WORK, maxGuesses = view.setting.maxGuesses, first = null } = {}) {
  if (view.candidates.length <= SMALL) {
    try {
      return new SmallValues(view, work);
    } catch (error) {
      if (!(error instanceof OutOfWork)) throw error;
    }
  }
  const known = knownTotals(view, maxGuesses, proofs);
  return known === null ? new Estimates(view, first) : new ProvenValues(view, known, first);
}

// Exact values of few candidates. The best guess is found within the work given, or the search gives up.
// Questions about a single guess after that are answered, however much work they are.
export class SmallValues extends Values {
  exact = true;

  constructor(view, work = Infinity) {
    super(view);
    const search = new SmallSearch(view, work);
    this.search = search;
    this.leastTotal = search.total();
    this.best = search.guessOf(search.bestRow(search.everything));
    this.totals = new Map(); // by row: [total, cut], exact if below the cut
    this.found = new Map();
  }

  get least() {
    return this.leastTotal;
  }

  // The split that a guess makes; undefined if the rules forbid it.
  rowOf(guess) {
    const place = lowerBound(this.view.legal, guess);
    return this.view.legal[place] === guess ? this.search.rowOfGuess[place] : undefined;
  }

  total(guess) {
    return this.search.patiently(() => this.searched(guess));
  }

  // The total after `guess`: exact up to `cut`, else a lower bound.
  searched(guess, cut = ENDLESS) {
    const { search } = this;
    const row = this.rowOf(guess);
    if (row === undefined) { // the rules forbid it: as played once, and legal guesses from then on
      return [...this.lengths(guess)].reduce((sum, [length, weight]) => sum + length * weight, 0);
    }
    let [total, done] = this.totals.get(row) ?? [0, 0]; // guesses share a row
    if (done <= total && total <= cut) {
      done = cut + 1;
      total = search.totalOf(row, search.everything, null, done);
      if (total === ENDLESS) {
        // It tells nothing and costs everyone a guess; in hard mode it may bind, too.
        const legal = search.legalAfter(search.guessOf(row), search.everything);
        total = this.weight + search.total(search.everything, legal);
      }
      this.totals.set(row, [total, done]);
    }
    return total;
  }

  lengths(guess) {
    const { search } = this;
    const row = this.rowOf(guess);
    return search.patiently(() => {
      if (row !== undefined) {
        if (!this.found.has(row)) this.found.set(row, search.lengths(row));
        return this.found.get(row);
      }
      const found = new Map();
      for (const { code, weight } of this.view.groups(guess)) {
        let later = new Map([[0, weight]]);
        if (code !== this.solved) {
          const [part, legal] = this.part(guess, code);
          later = search.lengths(search.bestRow(part, legal), part, legal);
        }
        for (const [length, count] of later) found.set(length + 1, (found.get(length + 1) ?? 0) + count);
      }
      return found;
    });
  }

  groupLength(guess, code) {
    if (code === this.solved) return 0;
    const { search } = this;
    const [part, legal] = this.part(guess, code);
    return search.patiently(() => search.total(part, legal)) / part.reduce((sum, place) => sum + search.weights[place], 0);
  }

  // The candidates that a reply leaves, and the splits that are legal then.
  part(guess, code) {
    const row = this.view.table.row(guess);
    const part = this.search.everything.filter((place) => row[this.search.candidates[place]] === code);
    return [part, this.search.legalAfter(guess, part)];
  }

  shareWithin(guess, guesses) {
    let found = 0;
    for (const [length, weight] of this.lengths(guess)) if (length <= guesses) found += weight;
    return found / this.weight;
  }

  // The best guesses: by chance where the cap is near, then by length. Ties: the smaller largest group, then
  // candidates, then the more common word. When the work is done, others than the best may be missing.
  ranked(top) {
    const { view, search } = this;
    const { legal } = view;
    const popularity = view.setting.popularity();
    const ofRows = search.bounds();
    const bounds = new Float64Array(legal.length);
    for (let place = 0; place < legal.length; place += 1) bounds[place] = ofRows[search.rowOfGuess[place]];
    const lost = this.chanceLost(bounds);
    const rank = new Map();
    const order = []; // the keys [chance lost, total], the best first
    const enter = (guess, key) => {
      rank.set(guess, key);
      order.splice(upperBound(order, key), 0, key);
    };
    if (view.offers(this.best)) enter(this.best, [lost[lowerBound(legal, this.best)], this.guarded(this.best, this.leastTotal)]);
    // Guesses that tell nothing all cost the same: where any may follow, the most common of them are enough.
    const silent = view.setting.hard === "off" ? 3 * this.weight - view.weights().reduce((a, b) => Math.max(a, b)) : -1;
    let silents = 0;
    for (const place of this.inOrder(lost, bounds, popularity)) {
      if (rank.has(legal[place]) || (bounds[place] === silent && ++silents > top)) continue;
      const most = order.length >= top ? order[top - 1] : [ENDLESS, ENDLESS];
      const chance = lost[place];
      const cut = compare(most, [chance, ENDLESS]) < 0 ? most : [chance, ENDLESS];
      if (compare([chance, bounds[place]], cut) > 0) break;
      let total;
      try {
        total = this.searched(legal[place], cut[1]);
      } catch (error) {
        if (!(error instanceof OutOfWork)) throw error;
        break;
      }
      if (total > cut[1]) continue;
      const key = [chance, this.guarded(legal[place], total)];
      if (compare(key, most) <= 0) enter(legal[place], key);
    }
    const last = order.slice(0, top).at(-1);
    const best = [...rank.keys()].filter((guess) => compare(rank.get(guess), last) <= 0).sort((one, other) => one - other);
    const { largest } = view.statsOf(best);
    const keys = best.map((guess, place) => [...rank.get(guess), largest[place], !view.isCandidate(guess), -popularity[guess], guess]);
    return keys.sort(compare).slice(0, top).map((key) => key.at(-1));
  }

  // The places of all legal guesses: the least chance lost first, then the least bound, then the most common.
  // The first few are mostly enough, so the others are put in order only if they are wanted.
  * inOrder(lost, bounds, popularity) {
    const { legal } = this.view;
    const order = (one, other) => lost[one] - lost[other] || bounds[one] - bounds[other] || popularity[legal[other]] - popularity[legal[one]] || one - other;
    const every = numbersTo(bounds.length);
    const worst = lost.every((one) => one === 0) ? bounds.slice().sort()[FIRST_FEW] ?? Infinity : Infinity;
    yield* every.filter((place) => bounds[place] <= worst).sort(order);
    yield* every.filter((place) => bounds[place] > worst).sort(order);
  }

  // The total with the games that would be lost counted as longer, under a prior.
  guarded(guess, total) {
    const left = this.view.guessesLeft;
    if (this.view.setting.prior === null || left < 3) return total; // below that, the chance comes first anyway
    let late = 0;
    for (const [length, weight] of this.lengths(guess)) if (length > left) late += weight;
    return total + LOSS * late;
  }

  // How much chance to win each guess gives up, where one or two guesses are left.
  chanceLost(bounds) {
    const { view, weight } = this;
    const left = view.guessesLeft;
    if (left !== 1 && left !== 2) return new Float64Array(bounds.length);
    const chance = Float64Array.from(view.legal, (guess, place) => {
      const own = view.own().get(guess) ?? 0;
      return left === 1 ? own : 3 * weight - bounds[place] - own; // back from the bound
    });
    const most = chance.reduce((a, b) => Math.max(a, b));
    return chance.map((one) => most - one);
  }
}

// The order of keys, number by number.
function compare(one, other) {
  for (let place = 0; place < one.length; place += 1) if (one[place] !== other[place]) return one[place] - other[place];
  return 0;
}

// The place behind all keys that are not greater.
function upperBound(keys, key) {
  let place = keys.length;
  while (place > 0 && compare(keys[place - 1], key) > 0) place -= 1;
  return place;
}
