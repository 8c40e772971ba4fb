// What to guess next, with the numbers that say why. As salet.coach.suggest and the route of that name.

import { positionText, readPosition } from "./colours.js";
import { objection } from "./hard.js";
import { summary } from "./lexicons.js";
import { popularity, priorWeights } from "./priors.js";
import { describe, outcomes } from "./reasons.js";
import { Table } from "./replies.js";
import { PRIOR, RULES, WORD, kinds } from "./request.js";
import { checkTree, namedStrategy, rankedBy } from "./strategies.js";
import { byCodePoint, commas, invalid, isInvalid } from "./text.js";
import { isWhole } from "./estimates.js";
import { valuesOf } from "./values.js";
import { Setting } from "./view.js";
import { newerAnswers, unlistedGuesses, widened } from "./wider.js";

const BY_VALUE = "expected guesses";
const FEW = 20; // of so few candidates, words that are missing from the list would be missed
const SMALL = 128;
const OUTCOMES = 40;
const KNOWN_FIRST = 100;

// Gives advice on one game under one set of rules.
export class Advisor {
  constructor(table, { hard = "off", maxGuesses = 6, prior = "uniform" }, desk) {
    Object.assign(this, { table, lexicon: table.lexicon, hard, maxGuesses, prior, desk, shelf: desk.shelf });
  }

  // The setting of the game, or of another lexicon in its place.
  async setting(table = this.table) {
    const counts = this.prior === "uniform" ? null : await this.shelf.counts();
    const { hard, maxGuesses } = this;
    const setting = new Setting(table, { hard, maxGuesses, prior: priorWeights(this.prior, table.lexicon, counts) });
    setting.popularity = () => {
      table.popularity ??= popularity(table.lexicon, this.shelf.wordCounts);
      return table.popularity;
    };
    return setting;
  }

  // An advisor on the same game with more words.
  knowing(words) {
    return new Advisor(this.table.with(words), this, this.desk);
  }

  // An advisor that knows the guesses of a position, where a wider list has them.
  async admitting(turns) {
    const unlisted = await unlistedGuesses(this.lexicon, turns.map((turn) => turn.guess), this.desk);
    return unlisted.length ? this.knowing({ allowed: unlisted }) : this;
  }

  // A view of a position, in a wider list if need be, and a note if it was.
  async view(turns, without) {
    const { table } = await this.admitting(turns);
    const setting = await this.setting(table);
    try {
      const view = leaveOut(setting.view(turns), without);
      if (view.candidates.length) return [view, ""];
    } catch (error) {
      if (error.kind !== "InconsistentHistoryError") throw error;
    }
    const [wide, note] = await widened(table.lexicon, turns, without, this.shelf);
    const wider = await this.setting(new Table(wide));
    return [leaveOut(wider.view(turns), without), note];
  }

  // The values of the guesses at a view, with all that the shelf knows of it.
  async values(view, options = {}) {
    if (view.candidates.length <= SMALL) await this.shelf.counts();
    const first = (await this.firstGuesses(view))?.promising ?? null;
    return valuesOf(view, await this.shelf.proofs(view), { first, ...options });
  }

  // What was computed before for a start, or null.
  async firstGuesses(view) {
    const plain = view.turns.length === 0 && view.setting.prior === null && view.candidates.length > SMALL;
    if (!plain || !isWhole(view)) return null;
    return (await this.shelf.first())[view.lexicon.id] ?? null;
  }

  async advise(turns, { top = 10, without = new Set(), strategy = null, exact = false }) {
    turns.forEach((turn, place) => this.noteBrokenRule(turn.guess, turns.slice(0, place)));
    let [view, note] = await this.view(turns, without);
    const solved = turns.some((turn) => turn.solved);
    if (!note && !solved && view.candidates.length <= FEW) note = await newerAnswers(this.lexicon, turns, without, this.shelf);
    if (!solved && view.guessesLeft <= 0) {
      const over = `all ${this.maxGuesses} guesses are used; this is for playing on`;
      note = note ? `${over}; ${note}` : over;
    }
    let suggestions = [];
    if (!solved) {
      if (exact && view.candidates.length > SMALL) {
        throw invalid(`exact values of ${commas(view.candidates.length)} candidates need salet serve; this page computes those of ${SMALL}`);
      }
      const values = await this.values(view, exact ? { work: Infinity } : {});
      const best = strategy === null ? values.ranked(top) : await this.rankedBy(strategy, view, top);
      const described = describe(view, best, values);
      // A guess that tells nothing and cannot be the answer is no suggestion.
      const useful = described.filter(({ groups, candidate }) => groups > 1 || candidate);
      suggestions = useful.length ? useful : described.slice(0, 1);
    }
    return { view, note, solved, suggestions, ranked: strategy ?? BY_VALUE };
  }

  async rankedBy(strategy, view, top) {
    const known = top <= KNOWN_FIRST / 2 ? (await this.firstGuesses(view))?.[strategy] : undefined;
    if (known) return known.slice(0, top);
    if (strategy !== "tree") return rankedBy(strategy, view, top, null);
    const { trees: { answers } } = await this.shelf.facts();
    checkTree(view.lexicon, await this.shelf.list(answers)); // which may be wider than what was asked about
    return rankedBy(strategy, view, top, await this.shelf.tree(this.hard));
  }

  // Say so if a guess is not legal after some turns; the advice keeps to the rules from here on.
  noteBrokenRule(guess, turns) {
    const broken = objection(guess, turns, this.hard);
    if (broken !== null) this.desk.note(`${guess} breaks hard mode ${this.hard}: ${broken}; continuing anyway`);
  }
}

// A view without some words, neither as guesses nor as candidates.
function leaveOut(view, words) {
  const { lexicon } = view;
  const out = new Set([...words].filter((word) => lexicon.allows(word)).map((word) => lexicon.guessIndex(word)));
  if (!out.size) return view;
  const candidates = view.candidates.filter((answer) => !out.has(lexicon.truths()[answer]));
  return view.only(candidates, view.legal.filter((guess) => !out.has(guess)));
}

async function suggest(request, desk) {
  const { prior, top, exact, hard } = request;
  const table = await desk.table(request);
  let strategy = null;
  if (request.strategy !== null) {
    const facts = await desk.shelf.facts();
    strategy = namedStrategy(request.strategy, facts);
    if (strategy === "tree") checkTree(table.lexicon, await desk.shelf.list(facts.trees.answers));
  }
  const advisor = new Advisor(table, { hard, maxGuesses: request.max_guesses, prior }, desk);
  await advisor.setting(); // refuses a prior that there is not
  const turns = readPosition(request.position, (word) => table.lexicon.spelled(word));
  const without = new Set(request.without);
  let advice;
  try {
    advice = await advisor.advise(turns, { top, without, strategy, exact });
  } catch (error) {
    // By value where the strategy has nothing to say, as a tree has not.
    if (strategy === null || !isInvalid(error)) throw error;
    advice = await advisor.advise(turns, { top, without, exact });
    advice.note = [`${error.message}; ranked by expected guesses instead`, advice.note].filter(Boolean).join("; ");
  }
  const { view, suggestions } = advice;
  const weight = view.weight();
  const likeliest = Array.from(view.candidates, (answer, place) => ({
    word: view.lexicon.answers[answer],
    probability: view.weights()[place] / weight,
    shown: view.lexicon.shown(view.lexicon.answers[answer]),
  })).sort((one, other) => other.probability - one.probability || byCodePoint(one.word, other.word));
  return {
    lexicon: summary(table.lexicon),
    hard,
    max_guesses: request.max_guesses,
    position: positionText(turns),
    strategy: advice.ranked,
    solved: advice.solved,
    exact: suggestions.length > 0 && suggestions.every((one) => one.exact),
    note: advice.note || null,
    suggestions: suggestions.map((one) => ({ ...one, outcomes: outcomes(view, view.lexicon.guessIndex(one.guess)).slice(0, OUTCOMES) })),
    candidates_total: likeliest.length,
    candidates: likeliest.slice(0, request.shown),
  };
}

export const routes = {
  "POST /suggest": {
    fields: {
      ...RULES,
      position: [kinds.text(1000), ""],
      strategy: [kinds.orNull(kinds.text(200, 1)), null],
      prior: [PRIOR, "uniform"],
      exact: [kinds.truth, false],
      top: [kinds.whole(1, 50), 10],
      shown: [kinds.whole(0, 20_000), 200],
      without: [kinds.list(WORD, 50), []],
    },
    answer: suggest,
  },
};
