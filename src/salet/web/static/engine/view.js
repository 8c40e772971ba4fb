// What a player may see: the candidates and the guesses that the rules allow, and how guesses split
// the candidates. Candidates are answer numbers, guesses are guess numbers, both ascending.

import { Turn, positionText } from "./colours.js";
import { legalGuesses } from "./hard.js";
import { Columns } from "./replies.js";
import { commas, inconsistent } from "./text.js";
import { once } from "./words.js";

export const UNIT = 2 ** 36; // of entropy terms, as in salet.groups
export const MOST_REPLIES = 2 ** 16;

// What stays the same in all positions: words, rules, and how likely the answers are. `prior` has a
// weight for each answer, or is null where all are alike; `popularity` ranks the guesses by use.
export class Setting {
  constructor(table, { hard = "off", maxGuesses = 6, prior = null, popularity = () => null } = {}) {
    Object.assign(this, { table, hard, maxGuesses, prior, popularity });
    this.lexicon = table.lexicon;
  }

  // The view after some turns; refused if no answer fits.
  view(turns) {
    const played = new Set(turns.map((turn) => this.lexicon.guessIndex(turn.guess)));
    const candidates = this.table.candidates(turns);
    if (!candidates.length) {
      throw inconsistent(`none of the ${commas(this.lexicon.answers.length)} answers of ${this.lexicon.name} fits ${positionText(turns)}; check the replies`);
    }
    let unplayed = this.lexicon.guesses();
    for (const guess of played) unplayed = unplayed.filter((other) => other !== guess);
    return new View(this, turns, candidates, legalGuesses(this.lexicon, this.hard, turns, unplayed));
  }
}

export class View {
  constructor(setting, turns, candidates, legal) {
    Object.assign(this, { setting, turns, candidates, legal });
    this.table = setting.table;
    this.lexicon = setting.lexicon;
    this.guessesLeft = setting.maxGuesses - turns.length;
    this.weights = once(() => Float64Array.from(candidates, (answer) => setting.prior?.[answer] ?? 1));
    this.weight = once(() => this.weights().reduce((a, b) => a + b, 0));
    this.candidateGuesses = once(() => candidates.map((answer) => this.lexicon.truths()[answer]));
    this.own = once(() => new Map(Array.from(this.candidateGuesses(), (guess, place) => [guess, this.weights()[place]])));
    this.columns = once(() => new Columns(this.lexicon, this.candidateGuesses()));
    this.stats = once(() => this.statsOf(legal));
    this.split = new Map();
  }

  // The same view with other candidates and guesses.
  only(candidates, legal) {
    return new View(this.setting, this.turns, candidates, legal);
  }

  // The view one turn later.
  after(guess, code) {
    const codes = this.columns().of(guess);
    const candidates = this.candidates.filter((_, place) => codes[place] === code);
    const turn = new Turn(this.lexicon.allowed[guess], code);
    const legal = legalGuesses(this.lexicon, this.setting.hard, [turn], this.legal.filter((other) => other !== guess));
    return new View(this.setting, [...this.turns, turn], candidates, legal);
  }

  isCandidate(guess) {
    return this.own().has(guess);
  }

  offers(guess) {
    const place = lowerBound(this.legal, guess);
    return this.legal[place] === guess;
  }

  // The groups that a guess makes, in the order of their replies: {code, weight, size}.
  groups(guess) {
    if (!this.split.has(guess)) this.split.set(guess, this.grouped(this.columns().of(guess)));
    return this.split.get(guess);
  }

  grouped(codes) {
    const weights = this.weights();
    const places = new Map(); // by reply
    const found = [];
    for (let place = 0; place < codes.length; place += 1) {
      const code = codes[place];
      let group = places.get(code);
      if (group === undefined) {
        group = { code, weight: 0, size: 0 };
        places.set(code, group);
        found.push(group);
      }
      group.weight += weights[place];
      group.size += 1;
    }
    return found.sort((one, other) => one.code - other.code);
  }

  // For each guess: the number of groups, the weight of the heaviest, an integer that grows with the entropy
  // of the reply, and that entropy in bits.
  statsOf(guesses) {
    const size = this.candidates.length;
    const weights = this.setting.prior === null ? null : this.weights();
    const total = this.weight();
    const [groups, largest, information, bits] = Array.from({ length: 4 }, () => new Float64Array(guesses.length));
    const terms = weights === null ? entropyTerms(size) : null;
    const start = Math.log2(size);
    this.tally(guesses, (row, sizes, seen, count) => {
      let most = 0;
      let last = 0;
      for (let place = 0; place < count; place += 1) {
        const weight = sizes[seen[place]];
        if (weight > most) most = weight;
        last += terms === null ? roundEven(-(weight / total) * Math.log2(weight / total) * UNIT) : terms[weight];
      }
      groups[row] = count;
      largest[row] = most;
      information[row] = terms === null ? last : -last;
      bits[row] = terms === null ? last / UNIT : Math.max(0, start - last / (size * UNIT));
    });
    return { groups, largest, information, bits };
  }

  // For each guess, the sum of the squared weights of its groups: in units of 2 ** 30, and the rest. Together
  // they may have 60 bits.
  squares() {
    const [high, low] = [new Float64Array(this.legal.length), new Float64Array(this.legal.length)];
    this.tally(this.legal, (row, sizes, seen, count) => {
      let [big, mixed, small] = [0, 0, 0];
      for (let place = 0; place < count; place += 1) {
        const lower = sizes[seen[place]] % 32768;
        const upper = (sizes[seen[place]] - lower) / 32768;
        big += upper * upper;
        mixed += upper * lower;
        small += lower * lower;
      }
      const rest = (mixed % 16384) * 65536 + small;
      high[row] = big + Math.floor(mixed / 16384) + Math.floor(rest / 2 ** 30);
      low[row] = rest % 2 ** 30;
    });
    return [high, low];
  }

  // Call `each(row, sizes, seen, count)` for each guess with the weights of its groups by reply, and with the
  // replies that came.
  tally(guesses, each) {
    const columns = this.columns();
    const size = this.candidates.length;
    const weights = this.setting.prior === null ? null : this.weights();
    const many = this.table.replies > MOST_REPLIES;
    const sizes = new Float64Array(many ? size : this.table.replies);
    const seen = new Int32Array(size);
    for (let row = 0; row < guesses.length; row += 1) {
      const codes = many ? numbered(columns.of(guesses[row])) : columns.of(guesses[row]);
      let count = 0;
      if (weights === null) {
        for (let place = 0; place < size; place += 1) if (sizes[codes[place]]++ === 0) seen[count++] = codes[place];
      } else {
        for (let place = 0; place < size; place += 1) {
          const code = codes[place];
          if (sizes[code] === 0) seen[count++] = code;
          sizes[code] += weights[place];
        }
      }
      each(row, sizes, seen, count);
      for (let place = 0; place < count; place += 1) sizes[seen[place]] = 0;
    }
  }
}

// Replies numbered as they come, where there are too many for an array of them.
export function numbered(codes) {
  const numbers = new Map();
  return codes.map((code) => {
    if (!numbers.has(code)) numbers.set(code, numbers.size);
    return numbers.get(code);
  });
}

// The first place of an ascending array that is not below a value.
export function lowerBound(array, value) {
  let [low, high] = [0, array.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (array[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

// Round half to even, as numpy does.
export function roundEven(number) {
  const down = Math.floor(number);
  const over = number - down;
  if (over !== 0.5) return over > 0.5 ? down + 1 : down;
  return down % 2 ? down + 1 : down;
}

let logs = new Float64Array(0);
let terms = new Float64Array(0);

// log2(size) in units of 1 / UNIT, of sizes up to `largest` at least, put together from rounded logarithms of
// primes, so that what is equal in truth is equal here.
export function logTerms(largest) {
  if (logs.length > largest) return logs;
  const size = Math.max(4096, 2 ** Math.ceil(Math.log2(largest + 1)));
  logs = new Float64Array(size + 1);
  for (let prime = 2; prime <= size; prime += 1) {
    if (logs[prime] !== 0) continue;
    const unit = roundEven(Math.log2(prime) * UNIT);
    for (let power = prime; power <= size; power *= prime) {
      for (let number = power; number <= size; number += power) logs[number] += unit;
    }
  }
  return logs;
}

// size * log2(size) in the same unit. Only groups of more than 9,300 words are beyond exact doubles.
function entropyTerms(largest) {
  if (terms.length <= largest) terms = logTerms(largest).map((log, number) => log * number);
  return terms;
}
