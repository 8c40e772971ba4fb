// How one guess is chosen for all boards; everything is counted in integers, as in salet.boards.strategy.
//
//     value = worth(boards left) * sum of what stays open - sum of chances to solve a board
//
// The least value is played. What stays open on a board is the expected logarithm of its candidates
// in bits, and `unsure` bits more unless a single one remains. Near the end, where the answers can be
// combined in few ways, the guesses of least value are each tried on every combination.

import { Columns } from "./replies.js";
import { UNIT, logTerms, lowerBound, roundEven } from "./view.js";

const WORTH_UNIT = 1000; // a bit's worth is counted in thousandths of a guess
const SOLVE = WORTH_UNIT * UNIT; // one guess, in the unit of values
const LOW = 2 ** 16;

const TUNED = new Map([
  [2, { opener: "carle", worth: 0.31, fade: 0.29, unsure: 1.2, trial: { games: 150, tries: 30, shortlist: 100 } }],
  [4, { opener: "carle", worth: 0.4, fade: 1, unsure: 1.5 }],
  [8, { opener: "snare", worth: 0.42, fade: 1.38, unsure: 2.7 }],
  [16, { opener: "carle", worth: 0.42, fade: 1.38, unsure: 2.7 }],
]);
const TRIAL = { games: 96, tries: 8, shortlist: 8 };

// The strategy tuned for a number of boards, or for the next smaller one; without its opener if the
// lexicon does not have it.
export function strategyFor(boards, lexicon) {
  const tuned = TUNED.get(Math.max(...[...TUNED.keys()].filter((number) => number <= Math.max(boards, 2))));
  return new CommonGuess({ trial: TRIAL, ...tuned, opener: lexicon.guessIndices().has(tuned.opener) ? tuned.opener : "" });
}

class CommonGuess {
  constructor(parameters) {
    Object.assign(this, parameters);
  }

  toString() {
    const opener = this.opener ? `opener=${this.opener}, ` : "";
    return `common(${opener}worth=${this.worth}, fade=${this.fade}, unsure=${this.unsure})`;
  }

  // What a bit is worth with so many boards left.
  weight(boards) {
    return roundEven((this.worth / Math.max(boards, 1) ** this.fade) * WORTH_UNIT);
  }

  // What a group of some size leaves open for each of its candidates.
  logs(largest) {
    const unsure = roundEven(this.unsure * UNIT);
    return logTerms(largest).slice(0, largest + 1).map((log, size) => (size > 1 ? log + unsure : log));
  }

  // All guesses, the best first, and what trials gave for the first of them: the guesses until all boards are
  // solved, on average. `views` are those of the unsolved boards, as if nothing had been guessed.
  ranked(views, turns) {
    const [{ lexicon }] = views;
    const values = this.values(views);
    const order = Array.from(values.keys()).sort((one, other) => values[one] - values[other] || one - other);
    const opener = turns === 0 ? lexicon.guessIndices().get(this.opener) : undefined;
    if (opener !== undefined) return { guesses: [opener, ...order.filter((guess) => guess !== opener)], expected: [] };
    const games = views.reduce((product, view) => product * view.candidates.length, 1);
    if (games <= 1 || games > this.trial.games) return { guesses: order, expected: [] };
    const totals = this.totals(views, order.slice(0, this.trial.shortlist));
    const best = [...totals.keys()].sort((one, other) => totals[one] - totals[other] || one - other);
    const tried = best.map((place) => order[place]);
    return { guesses: [...tried, ...order.slice(best.length)], expected: best.map((place) => totals[place] / games) };
  }

  // The value of every allowed guess.
  values(views) {
    const weight = this.weight(views.length);
    const values = new Float64Array(views[0].legal.length);
    const known = new Map(); // at the start all boards are the same
    for (const view of views) {
      const size = view.candidates.length;
      if (size === 1) continue;
      const key = view.candidates.join();
      if (!known.has(key)) known.set(key, this.leftOpen(view));
      known.get(key).forEach((open, guess) => { values[guess] += weight * open; });
    }
    for (const view of views) {
      for (const guess of view.candidateGuesses()) values[guess] -= quotient(SOLVE, view.candidates.length);
    }
    return values;
  }

  // What every allowed guess leaves open on a board, rounded down. A logarithm is summed in two parts, for the
  // sum over many candidates is beyond exact doubles.
  leftOpen(view) {
    const size = view.candidates.length;
    const logs = this.logs(size);
    const [high, low] = [logs.map((log) => Math.floor(log / LOW)), logs.map((log) => log % LOW)];
    const open = new Float64Array(view.legal.length);
    view.tally(view.legal, (guess, sizes, seen, count) => {
      let big = 0;
      let small = 0;
      for (let place = 0; place < count; place += 1) {
        const group = sizes[seen[place]];
        big += group * high[group];
        small += group * low[group];
      }
      open[guess] = LOW * quotient(big, size) + quotient(LOW * (big % size) + small, size);
    });
    return open;
  }

  // Try the first guesses of the shortlist on every combination of answers.
  totals(views, shortlist) {
    const [{ lexicon, table: { solved } }] = views;
    const truths = [...new Set(views.flatMap((view) => [...view.candidateGuesses()]))].sort((one, other) => one - other);
    const columns = new Columns(lexicon, truths);
    const trials = new Trials({
      codes: [...shortlist, ...truths].map((guess) => columns.of(guess).slice()),
      listed: shortlist.length,
      logs: this.logs(Math.max(...views.map((view) => view.candidates.length))),
      weights: Array.from({ length: views.length + 1 }, (_, boards) => this.weight(boards)),
      solved,
    });
    const state = views.map((view) => Array.from(view.candidateGuesses(), (guess) => lowerBound(truths, guess)));
    return shortlist.slice(0, this.trial.tries).map((_, guess) => trials.totalAfter(state, guess));
  }
}

const quotient = (number, divisor) => (number - (number % divisor)) / divisor;

// Plays games out by the rule of least value, with few words to choose from: the first `listed`, and the
// candidates, whose words follow those. All games are played together; a state, the candidates of every
// unsolved board, that several of them reach is looked at once.
class Trials {
  constructor(parts) {
    Object.assign(this, parts, { known: new Map() });
  }

  // The guesses that all games of a state take together, if `guess` is played now.
  totalAfter(state, guess) {
    let total = state.reduce((product, board) => product * board.length, 1);
    for (const later of this.later(state, guess)) total += this.total(later);
    return total;
  }

  // Every state that a guess may lead to, each as often as games come to it.
  later(state, guess) {
    const row = this.codes[guess];
    return state.reduce((states, board) => {
      const groups = grouped(board, row);
      return states.flatMap((before) => [...groups].map(([code, group]) => (code === this.solved ? before : [...before, group])));
    }, [[]]);
  }

  total(state) {
    if (state.every((board) => board.length === 1)) return state.length;
    const key = state.join("|");
    if (!this.known.has(key)) {
      const candidates = state.flat().map((answer) => this.listed + answer);
      const words = [...candidates, ...Array(this.listed).keys()];
      const values = words.map((word) => this.value(state, word));
      const least = Math.min(...values); // the first of equal ones is played
      this.known.set(key, this.totalAfter(state, words[values.indexOf(least)]));
    }
    return this.known.get(key);
  }

  value(state, guess) {
    const row = this.codes[guess];
    let [leftOpen, chances] = [0, 0];
    for (const board of state) {
      const sizes = new Map();
      for (const answer of board) sizes.set(row[answer], (sizes.get(row[answer]) ?? 0) + 1);
      let sum = 0;
      for (const size of sizes.values()) sum += size * this.logs[size];
      leftOpen += quotient(sum, board.length);
      if (sizes.has(this.solved)) chances += quotient(SOLVE, board.length);
    }
    return this.weights[state.length] * leftOpen - chances;
  }
}

function grouped(board, row) {
  const groups = new Map();
  for (const answer of board) {
    if (!groups.has(row[answer])) groups.set(row[answer], []);
    groups.get(row[answer]).push(answer);
  }
  return groups;
}
