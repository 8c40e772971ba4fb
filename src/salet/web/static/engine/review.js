// What a game was worth, turn by turn: skill and luck; salet.coach.review says what they are.

import { Turn, patternText, positionText, readPosition, reply } from "./colours.js";
import { readGrids } from "./grids.js";
import { Clues, objection } from "./hard.js";
import { summary } from "./lexicons.js";
import { RULES, WORD, kinds } from "./request.js";
import { commas, counted, few, fixed, illegal, inconsistent, invalid, readWord } from "./text.js";
import { UNCAPPED, valuesOf } from "./values.js";
import { Setting } from "./view.js";
import { fittingWords, unlistedGuesses, withWords } from "./wider.js";

const TOP = 99; // the greatest skill, and the greatest luck
const NAMED_WORDS = 60;
const EXAMPLE = "raise:--y-g";
const FORMULAS = {
  skill: "99 * (1 - (expected - least)), 99 only if expected == least",
  luck: "99 * (share of worse outcomes + half the share of equal ones)",
  last_guess: "skill is 99 * (chance that it is the answer / best such chance)",
  totals: "means over the turns",
};

const rounded = (number) => Math.floor(number + 0.5);
const mean = (numbers) => rounded(numbers.reduce((one, other) => one + other, 0) / numbers.length);

// --- one turn ----------------------------------------------------------------------------------

// Review one turn: skill by what guesses are `worth`, luck by the `values` of the replies.
function reviewed(view, values, worth, turn, { last, tree }) {
  const { allowed } = view.lexicon;
  const guess = view.lexicon.guessIndex(turn.guess);
  const [expected, exact] = [worth.total(guess), values.isExact(guess)];
  let least = Math.min(worth.least, expected); // an estimate looks at the promising guesses only
  let best = expected === least ? guess : worth.ranked(1)[0];
  let loss = (expected - least) / worth.weight;
  if (last) {
    [loss, best] = chanceLost(view, guess);
    least = best === guess ? expected : worth.total(best);
  }
  const keeps = (strict) => new Clues(view.turns).test(view.lexicon, strict)(guess);
  return {
    guess: allowed[guess],
    pattern: turn.pattern,
    before: view.candidates.length,
    after: view.after(guess, turn.code).candidates.length,
    skill: loss === 0 ? TOP : Math.max(0, Math.min(TOP - 1, rounded(TOP * (1 - loss)))),
    luck: luck(view, values, guess, turn.code),
    best: allowed[best],
    expected: expected / worth.weight,
    least: least / worth.weight,
    exact,
    tree: (last ? null : tree) ?? (exact ? allowed[best] : null),
    candidate: view.isCandidate(guess),
    hard_nyt: keeps(false),
    hard_strict: keeps(true),
  };
}

// The share of the best chance to win now that was given away, and the best guess.
function chanceLost(view, guess) {
  const own = view.own();
  const most = Math.max(...own.values());
  const best = own.get(guess) === most ? guess : [...own.keys()].find((candidate) => own.get(candidate) === most);
  return [1 - (own.get(guess) ?? 0) / most, best];
}

// 99 times the share of outcomes that would have been worse, and half of the equal ones.
function luck(view, values, guess, code) {
  const groups = view.groups(guess).map((group) => ({ ...group, length: values.groupLength(guess, group.code) }));
  const { length: here } = groups.find((group) => group.code === code);
  const weigh = (test) => groups.filter(test).reduce((sum, { weight }) => sum + weight, 0);
  const [worse, equal] = [weigh(({ length }) => length > here), weigh(({ length }) => length === here)];
  return rounded(TOP * ((worse + equal / 2) / view.weight()));
}

// --- the game in words -------------------------------------------------------------------------

function told(turns, position, lexicon, { hard, max_guesses: most }) {
  const { length: count } = turns;
  const shown = (word) => lexicon.shown(word);
  const perfect = turns.filter(({ skill }) => skill === TOP).length;
  const worst = turns.reduce((one, other) => (other.skill < one.skill ? other : one));
  const lucky = turns.reduce((one, other) => (other.luck > one.luck ? other : one));
  const found = position.at(-1).solved;
  const length = found || count === most ? `in ${count}` : `yet, after ${counted(count, "guess")}`;
  let text = `${found ? "Found" : "Not found"} ${length}; ${bests(perfect, count)}.`;
  if (worst.skill < TOP && worst === turns.at(-1) && count === most) {
    const why = worst.candidate ? `was likelier than ${shown(worst.guess)}` : `could have won, ${shown(worst.guess)} could not`;
    text += ` On the last guess ${shown(worst.best)} ${why}.`;
  } else if (worst.skill < TOP) {
    const lost = worst.expected - worst.least;
    const amount = lost < 0.01 ? "less than 0.01 guesses" : `${fixed(lost, 2)} guesses`;
    const about = worst.exact || lost < 0.01 ? "" : "about ";
    text += ` ${shown(worst.guess)} gave away the most: ${about}${amount} against ${shown(worst.best)}.`;
  }
  const objections = position.map(({ guess }, place) => [guess, objection(guess, position.slice(0, place), hard)]);
  const broken = objections.filter(([, why]) => why !== null).map(([guess, why]) => `${shown(guess)} (${why})`);
  if (broken.length) text += ` Against hard mode ${hard}: ${few(broken)}.`;
  if (lucky.luck > TOP / 2) {
    const left = `left ${commas(lucky.after)} of ${commas(lucky.before)}`;
    text += ` The luckiest was ${shown(lucky.guess)}, which ${position[turns.indexOf(lucky)].solved ? "was right" : left}.`;
  }
  return text;
}

// How many guesses were best.
function bests(perfect, count) {
  if (perfect === 0) return `there was a better guess${count > 1 ? " each time" : ""}`;
  return perfect === count ? "no guess could have been better" : `${perfect} of ${count} guesses could not have been better`;
}
