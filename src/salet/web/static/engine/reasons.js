// One guess at a view: how it splits the candidates, what each reply would leave, and why. As
// salet.coach.reasons.

import { patternText } from "./colours.js";
import { Clues } from "./hard.js";
import { byCodePoint, commas, letters } from "./text.js";
import { once } from "./words.js";

const FAMILY = 4; // words that differ in one letter alone and are worth naming as a family

// Say how each guess splits the candidates; chances by the prior, sizes in words.
export function describe(view, guesses, values) {
  const { bits } = view.statsOf(guesses);
  const why = new Reasons(view);
  const legal = ["nyt", "strict"].map((mode) => new Clues(view.turns).test(view.lexicon, mode === "strict"));
  return guesses.map((guess, place) => {
    const groups = view.groups(guess);
    const value = values.of(guess);
    const word = view.lexicon.allowed[guess];
    return {
      guess: word,
      candidate: view.isCandidate(guess),
      bits: bits[place],
      expected_group: groups.reduce((sum, { weight, size }) => sum + (weight / view.weight()) * size, 0),
      largest_group: Math.max(...groups.map(({ size }) => size)),
      groups: groups.length,
      expected_guesses: value.expected,
      exact: value.exact,
      win_now: value.now,
      win_within: value.within,
      win_exact: value.sure,
      legal: { nyt: legal[0](guess), strict: legal[1](guess) },
      legal_nyt: legal[0](guess),
      legal_strict: legal[1](guess),
      reason: why.of(guess, groups),
      shown: view.lexicon.shown(word),
    };
  });
}

// Every reply that a guess can get, the largest group first; ties by pattern.
export function outcomes(view, guess) {
  return view.groups(guess)
    .map(({ code, size, weight }) => ({ pattern: patternText(code, view.lexicon.length), size, chance: weight / view.weight() }))
    .sort((one, other) => other.size - one.size);
}

// Says in one sentence what a guess does at a view.
export class Reasons {
  constructor(view) {
    this.view = view;
    this.words = Array.from(view.candidates, (answer) => view.lexicon.answers[answer]);
    this.family = once(() => {
      // A family has no more words than there are letters, and it is named if it is half of all.
      const family = this.words.length <= 2 * view.lexicon.alphabet.length ? largestFamily(this.words) : null;
      return family !== null && family.members.length * 2 >= this.words.length ? family : null;
    });
  }

  of(guess, groups) {
    const { view, words } = this;
    const count = words.length;
    const candidate = view.isCandidate(guess);
    if (count === 1) return candidate ? "is the only word left" : `cannot be the answer: only ${view.lexicon.shown(words[0])} is left`;
    if (groups.length === 1) return "tells nothing new";
    const chance = candidate ? ", and may be the answer" : "";
    if (groups.length === count) return `tells ${count === 2 ? "both" : `all ${commas(count)}`} words apart${chance}`;
    const family = this.family();
    const codes = family && view.columns().of(guess);
    const kept = family ? new Set(family.members.map((place) => codes[place])).size : 0;
    if (kept > 1) {
      const parts = kept === family.members.length ? "one by one" : `into ${kept} groups`;
      return `splits the ${family.members.length} ${family.frame} words ${parts}${chance}`;
    }
    const most = Math.max(...groups.map(({ size }) => size));
    return `splits the ${commas(count)} words into ${commas(groups.length)} groups, at most ${commas(most)} together${chance}`;
  }
}

// The most words that differ in one place alone, if they are four or more; members are places of `words`.
function largestFamily(words) {
  const frames = new Map();
  words.forEach((word, number) => {
    const signs = letters(word);
    signs.forEach((_, place) => {
      const frame = `${signs.slice(0, place).join("")}-${signs.slice(place + 1).join("")}`;
      const members = frames.get(frame);
      if (members === undefined) frames.set(frame, [number]);
      else members.push(number);
    });
  });
  let best = null;
  for (const [frame, members] of frames) {
    const better = best === null || members.length > best.members.length || (members.length === best.members.length && byCodePoint(frame, best.frame) < 0);
    if (better) best = { frame, members };
  }
  return best.members.length < FAMILY ? null : best;
}
