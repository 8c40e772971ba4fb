// How likely each answer is, as whole numbers, and how common guesses are. As salet.words.frequencies.

import { roundEven } from "./view.js";
import { invalid } from "./text.js";

const TOTAL = 2 ** 30;
const COMMON_WORDS = 3000;
const SIGMOID_WIDTH = 10;
const NO_HISTORY = "there is no history 'nyt'; import one with salet history import FILE, or fetch it with salet history update";

// A weight for each answer of a lexicon, or null where all are alike. `counts` is a map.
export function priorWeights(name, lexicon, counts) {
  if (name === "uniform") return null;
  if (name === "history") throw invalid(NO_HISTORY);
  const given = lexicon.allowed.map((word) => counts.get(word) ?? 0);
  const least = given.reduce((a, b) => (b > 0 ? Math.min(a, b) : a), Infinity);
  if (least === Infinity) throw invalid(`books has no count for any word of ${lexicon.name}; give frequencies that do`);
  let common = given.map((count) => (count > 0 ? count : least / 2));
  if (name === "log-frequency") {
    const base = Math.log(common.reduce((a, b) => Math.min(a, b)) / 2);
    common = common.map((count) => Math.log(count) - base);
  } else if (name === "sigmoid") {
    const ranks = new Map();
    [...common].sort((one, other) => other - one).forEach((count, rank) => { if (!ranks.has(count)) ranks.set(count, rank); });
    common = common.map((count) => 1 / (1 + Math.exp(-((COMMON_WORDS - ranks.get(count)) / common.length) * SIGMOID_WIDTH)));
  }
  const chances = Array.from(lexicon.truths(), (guess) => common[guess]);
  const sum = chances.reduce((a, b) => a + b, 0);
  return Float64Array.from(chances, (chance) => Math.max(1, roundEven((chance / sum) * TOTAL)));
}

// For each allowed word, its rank by count: the larger, the more common.
export function popularity(lexicon, counts) {
  const given = lexicon.allowed.map((word) => counts.get(word) ?? 0);
  const ranks = new Map([...new Set(given)].sort((one, other) => one - other).map((count, rank) => [count, rank]));
  return Int32Array.from(given, (count) => ranks.get(count));
}
