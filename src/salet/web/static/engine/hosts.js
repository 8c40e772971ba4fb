// Who replies to the guesses: one who chose a word, or one who never does. A host has `reply(view, guess)`, which
// returns the code of the reply after all that was said in a view, and `reveal(view)`, which names an answer
// that fits. It keeps no state of its own.

import { GREEN, YELLOW, coloursOf, reply } from "./colours.js";
import { expectedLength } from "./estimates.js";
import { SmallSearch } from "./small.js";

const EXACT = 60; // up to this size a length is exact,
const GREEDY = 255; // and up to this one that of greedy play

// Has chosen an answer.
export const honest = (answer) => ({
  reply: (view, guess) => reply(view.lexicon.allowed[guess], answer),
  reveal: () => answer,
});

const reveal = (view) => view.lexicon.answers[view.candidates[0]];

// Keeps the largest group. Ties: the fewest greens, then the fewest yellows, then the smallest pattern.
const adversary = {
  reply: (view, guess) => first(view.groups(guess).map((group) => [...reluctance(view, group), group.code])),
  reveal,
};

// Keeps the group that takes longest: whose expected number of guesses, at best play, is the greatest. Ties: the
// adversary's order.
const cruel = {
  reply(view, guess) {
    const { solved } = view.table;
    const groups = view.groups(guess).filter(({ code }) => code !== solved);
    if (!groups.length) return solved;
    const later = groups.map((group) => {
      const after = view.after(guess, group.code);
      return { group, after, bounds: lengthBounds(after) };
    });
    let longest = Math.max(...later.map(({ bounds: [least] }) => least));
    const keys = [];
    for (const { group, after, bounds } of later.sort((one, other) => other.bounds[1] - one.bounds[1])) {
      if (bounds[1] < longest) break;
      const found = lengthOf(after, bounds);
      longest = Math.max(longest, found);
      keys.push([-found, ...reluctance(view, group), group.code]);
    }
    return first(keys);
  },
  reveal,
};

export const HOSTS = { adversary, cruel };

// How little a host likes to give a reply: by the size of its group, its greens, and its yellows.
function reluctance(view, { code, size }) {
  const colours = coloursOf(code, view.lexicon.length);
  return [-size, ...[GREEN, YELLOW].map((colour) => colours.filter((one) => one === colour).length)];
}

// The last number of the least key.
function first(keys) {
  const before = (one, other) => {
    const place = one.findIndex((value, at) => value !== other[at]);
    return place >= 0 && one[place] < other[place];
  };
  return keys.reduce((one, other) => (before(other, one) ? other : one)).at(-1);
}

// Between which bounds the expected length at best play lies, from one look: at least what the bounds of the
// search say, at most what it takes to try the words of each group one after the other.
function lengthBounds(view) {
  const size = view.candidates.length;
  if (size <= 2) return [(size + 1) / 2, (size + 1) / 2];
  let [most, least] = [0, Infinity]; // groups, and the sum of squared sizes
  view.tally(view.legal, (_, sizes, seen, count) => {
    let squares = 0;
    for (let place = 0; place < count; place += 1) squares += sizes[seen[place]] ** 2;
    most = Math.max(most, count);
    least = Math.min(least, squares);
  });
  const oneByOne = (size * (size + 1)) / 2;
  return [Math.max(2 * size - 1, 3 * size - (most + 1)) / size, Math.min(oneByOne, size + Math.floor((least + size) / 2)) / size];
}

// The expected length at best play: exact for few words, that of greedy play for more, else an estimate.
function lengthOf(view, [least, most]) {
  const size = view.candidates.length;
  if (size > GREEDY) return Math.min(most, Math.max(least, expectedLength(size)));
  return (size <= EXACT ? new SmallSearch(view).total() : greedyTotal(view)) / size;
}

// The total of playing everywhere the guess with the least bound, the first of equal ones.
function greedyTotal(view) {
  const size = view.candidates.length;
  let apart = false; // whether a candidate tells all others apart: nothing can be better
  view.tally(view.candidateGuesses(), (_, sizes, seen, count) => { apart ||= count === size; });
  if (apart) return 2 * size - 1;
  let [guess, worth] = [-1, 0];
  view.tally(view.legal, (place, sizes, seen, count) => {
    const here = count + Number(view.isCandidate(view.legal[place]));
    if (here > worth) [guess, worth] = [view.legal[place], here];
  });
  const later = view.groups(guess).filter(({ code }) => code !== view.table.solved);
  return later.reduce((sum, { code }) => sum + greedyTotal(view.after(guess, code)), size);
}
