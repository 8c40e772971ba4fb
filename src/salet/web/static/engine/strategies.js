// The rankings that a page offers beside expected guesses. As salet.strategies; others need the server.

import { commas, few, invalid, unknownName } from "./text.js";
import { roundEven } from "./view.js";

const HARMLESS = /^(?:[\p{L}\p{N}_+(),= -]|(?<=\p{Nd})\.(?=\p{Nd})){1,200}$/u;
const TRILLION = 10 ** 12;
const LIKELIEST = 1500;
const BITS = [0, 1, 1.58, 3, 4.3, 6.6, 11.2];
const GUESSES = [1, 1.5, 1.75, 2.1, 2.4, 2.85, 3.45]; // for these bits

// For each ranking, the values of guesses at a view, larger is better; in two parts where one is too short.
const RANKINGS = {
  entropy: (view) => [view.stats().information],
  minimax: (view) => [view.stats().largest.map((size) => -size)],
  expected: (view) => view.squares().map((part) => part.map((square) => -square)),
  parts: (view) => [view.stats().groups],
  guesses: (view) => [inTrillionths(expectedGuesses(view))],
};

// The name, for `rankedBy`, of the strategy that a text names. `facts` are those of the shelf.
export function namedStrategy(text, facts) {
  if (!HARMLESS.test(text)) throw invalid("a strategy is written as letters+solutions_below(20) here; files are for the command line");
  const [, base, version] = /^\s*(.*?)(?:-v(\d+))?\s*$/u.exec(text.split(/[+(]/u)[0]);
  const known = Object.hasOwn(facts.registry, base);
  if (!known) throw unknownName("strategy", base, Object.keys(facts.registry), "salet strategies lists them");
  const name = facts.registry[base];
  if (version !== undefined && version !== "1") throw invalid(`there is no ${base}-v${version}; this is ${name}-v1`);
  if (/[+(]/u.test(text) || !facts.strategies.includes(name)) {
    throw invalid(`${text} needs salet serve; this page ranks by ${facts.strategies.join(", ")}`);
  }
  return name;
}

// Refuse a game for which the bundled trees lack answers; `solved` are those that they have.
export function checkTree(lexicon, solved) {
  const known = new Set(solved);
  const missing = lexicon.answers.filter((word) => !known.has(word));
  if (!missing.length) return;
  throw invalid(`tree lacks ${few(missing)} of the ${commas(lexicon.answers.length)} answers of ${lexicon.name}; make a tree for ${lexicon.name} with salet optimal --opener WORD --tree FILE`);
}

// The best guesses by a strategy; `tree` is the bundled one of the mode, or null.
export function rankedBy(name, view, top, tree) {
  if (name !== "tree") return ranked(RANKINGS[name](view), view, top);
  const guess = treeGuess(view, tree);
  if (!view.offers(guess)) throw invalid(`tree suggests ${guess}, which is not a legal guess index`);
  return [guess];
}

function treeGuess(view, tree) {
  if (view.candidates.length === 1) return view.candidateGuesses()[0];
  if (tree === null) throw unknownName("tree", `original-${view.setting.hard}`, ["original-nyt", "original-off"]);
  const node = tree.at(view.turns);
  if (node === null) throw invalid(`the tree has no guess after ${view.turns.join(" ") || "the start"}`);
  return view.lexicon.guessIndex(node.guess);
}

// The guesses from the most valuable on; ties: candidates first, then the likelier one, then the first.
function ranked(values, view, top) {
  const { legal } = view;
  const own = view.own();
  const only = view.candidates.length === 1 ? view.candidateGuesses()[0] : -1;
  const likely = Float64Array.from(legal, (guess) => (guess === only ? Infinity : own.get(guess) ?? 0));
  const places = Array.from(legal.keys());
  const worth = only >= 0 ? [likely.map((one) => Number(one === Infinity)), ...values] : values;
  places.sort((one, other) => {
    for (const part of worth) if (part[one] !== part[other]) return part[other] - part[one];
    return (likely[other] > likely[one]) - (likely[other] < likely[one]) || one - other;
  });
  return places.slice(0, top).map((place) => legal[place]);
}

function expectedGuesses(view) {
  const all = view.weights();
  let seen = view;
  if (view.setting.prior !== null && view.candidates.length > LIKELIEST) {
    const places = Array.from(all.keys()).sort((one, other) => all[other] - all[one] || one - other).slice(0, LIKELIEST);
    seen = view.only(Int32Array.from(places, (place) => view.candidates[place]).sort(), view.legal);
  }
  const total = seen.weight();
  const open = -seen.weights().reduce((sum, weight) => sum + (weight / total) * Math.log2(weight / total), 0);
  const { bits } = seen.stats();
  return Float64Array.from(view.legal, (guess, place) => {
    const wrong = 1 - (seen.own().get(guess) ?? 0) / total;
    return -wrong * guessesFor(Math.max(0, open - bits[place]) / Math.max(wrong, 1e-12));
  });
}

function guessesFor(bits) {
  const above = BITS.findIndex((point) => point > bits);
  if (above < 0) return GUESSES.at(-1);
  const slope = (GUESSES[above] - GUESSES[above - 1]) / (BITS[above] - BITS[above - 1]);
  return slope * (bits - BITS[above - 1]) + GUESSES[above - 1];
}

// Whole numbers, so that values that differ by rounding alone tie.
function inTrillionths(values) {
  const largest = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0) || 1;
  return values.map((value) => roundEven((value / largest) * TRILLION));
}
