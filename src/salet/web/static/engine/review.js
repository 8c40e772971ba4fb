// What a game was worth, turn by turn: skill and luck; salet.coach.review says what they are.

import { Turn, patternText, positionText, readPattern, readPosition, reply } from "./colours.js";
import { patternOf, readGrids } from "./grids.js";
import { Clues, objection } from "./hard.js";
import { summary } from "./lexicons.js";
import { RULES, WORD, kinds } from "./request.js";
import { Advisor } from "./suggest.js";
import { commas, counted, few, fixed, illegal, inconsistent, invalid, readWord, strip } from "./text.js";
import { WORK } from "./values.js";
import { fittingWords, unlistedGuesses } from "./wider.js";

const TOP = 99; // the greatest skill, and the greatest luck
const NAMED_WORDS = 60;
const EXAMPLE = "raise:--y-g";
const FORMULAS = {
  skill: "99 * (1 - (expected - least)), 99 only if expected == least",
  luck: "99 * (share of worse outcomes + half the share of equal ones)",
  last_guess: "skill is 99 * (chance that it is the answer / best such chance)",
  totals: "means over the turns",
};

const UNCAPPED = 20; // a cap that no game of best play comes near
const rounded = (number) => Math.floor(number + 0.5);
const mean = (numbers) => rounded(numbers.reduce((one, other) => one + other, 0) / numbers.length);

// --- one turn ----------------------------------------------------------------------------------

// Review one turn: skill by what guesses are `worth`, luck by the `values` of the replies. `tree` is what an
// optimal tree plays, or null; `last` says that no further guess is allowed.
function reviewed({ view, after, values, worth, turn, tree, last }) {
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
    after: after.candidates.length,
    skill: loss === 0 ? TOP : Math.max(0, Math.min(TOP - 1, rounded(TOP * (1 - loss)))),
    luck: luck(view, values, guess, turn.code),
    best: allowed[best],
    expected: expected / worth.weight,
    least: least / worth.weight,
    exact,
    tree: (last ? null : tree) ?? (exact ? allowed[best] : null),
    candidate: view.isCandidate(guess),
    legal: { nyt: keeps(false), strict: keeps(true) },
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

function summed(turns, position, lexicon, { hard, max_guesses: most }) {
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
    text += ` ${shown(worst.guess)} gave away${count > 1 ? " the most:" : ""} ${about}${amount} against ${shown(worst.best)}.`;
  }
  const objections = position.map(({ guess }, place) => [guess, objection(guess, position.slice(0, place), hard)]);
  const broken = objections.filter(([, why]) => why !== null).map(([guess, why]) => `${shown(guess)} (${why})`);
  if (broken.length) text += ` Against hard mode ${hard}: ${few(broken)}.`;
  if (lucky.luck > TOP / 2 && count > 1) {
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

// --- a game ------------------------------------------------------------------------------------

// The turns that guesses lead to when the answer is known.
function played(lexicon, answer, guesses) {
  if (!guesses.length) throw invalid("name the guesses that were played, after the answer");
  const turns = [];
  for (const [place, word] of guesses.map((guess) => lexicon.spelled(guess)).entries()) {
    if (turns.at(-1)?.solved) throw illegal(`${word} comes after the answer was found by guess ${place}; leave it out`);
    turns.push(new Turn(word, reply(word, lexicon.spelled(answer))));
  }
  return turns;
}

// Read the game in whichever way it was given.
function turnsOf({ position, grid, guesses }, lexicon, answer) {
  if (strip(position)) return readPosition(position, (word) => lexicon.spelled(word));
  if (strip(grid)) {
    const grids = readGrids(grid);
    if (grids.length !== 1) throw invalid(`the text contains ${grids.length ? `${grids.length} grids; a review needs one` : "no grid"}`);
    const [rows] = grids;
    if (rows.length !== guesses.length) throw invalid(`the grid has ${counted(rows.length, "row")}, but you named ${counted(guesses.length, "guess")}`);
    return rows.map((colours, place) => new Turn(readWord(guesses[place]), readPattern(patternOf(colours), lexicon.length)));
  }
  if (answer === null) throw invalid("name the answer and the guesses, or give the position or the grid");
  return played(lexicon, answer, guesses);
}

// Look back on a game: the turns, and a note. The answer need not be known.
async function lookBack(advisor, position, answer) {
  const { maxGuesses: most, hard, shelf, desk } = advisor;
  if (!position.length) throw invalid(`there is no guess to review; write it as ${EXAMPLE}`);
  if (position.length > most) {
    const count = counted(position.length, "guess");
    throw illegal(`${count} were played, but the rules allow ${most}; allow ${position.length} (max_guesses, --max-guesses)`);
  }
  const [knowing, note] = await withAnswer(advisor, position, answer);
  // Values are lengths whatever the cap, so that they can be compared.
  const free = await new Advisor(knowing.table, { hard, maxGuesses: UNCAPPED + most }, desk).setting();
  const turns = [];
  let view = free.view([]);
  const { tree } = await shelf.proofs(view);
  for (const [place, turn] of position.entries()) {
    const values = await knowing.values(view, { work: WORK, maxGuesses: most });
    const byList = place === 0 && !values.exact && knowing !== advisor && advisor.lexicon.allowed.length === knowing.lexicon.allowed.length;
    // Openers are valued by the listed answers: the person could not know of one that is not listed.
    const worth = byList ? await advisor.values((await advisor.setting()).view([]), { work: WORK }) : values;
    const after = view.after(view.lexicon.guessIndex(turn.guess), turn.code);
    turns.push(reviewed({ view, after, values, worth, turn, tree: tree?.at(view.turns)?.guess ?? null, last: place + 1 === most }));
    view = after;
  }
  return { turns, note };
}

// Take an answer that is not listed for one that is, and say so.
async function withAnswer(advisor, position, given) {
  const { lexicon, shelf, desk } = advisor;
  const admitting = await advisor.admitting(position);
  const answer = given ?? (position.at(-1).solved ? position.at(-1).guess : null);
  if (answer !== null) {
    for (const turn of position) {
      const code = reply(turn.guess, answer);
      if (code === turn.code) continue;
      throw inconsistent(`${turn} is not the reply if the answer is ${answer}: that would be ${patternText(code, lexicon.length)}`);
    }
    if (lexicon.answerIndices().has(answer)) return [admitting, ""];
    await unlistedGuesses(lexicon, [answer], desk); // refuses what is on no list
    return [admitting.knowing({ answers: [answer] }), `${answer} is not one of the listed answers; it counts as one for this game`];
  }
  if (admitting.table.candidates(position).length) return [admitting, ""];
  const [words, note] = await fittingWords(admitting.lexicon, position, new Set(), shelf);
  return [admitting.knowing({ answers: words }), note];
}

// --- the route ---------------------------------------------------------------------------------

async function review(request, desk) {
  const { hard, max_guesses: most } = request;
  const table = await desk.table(request);
  let advisor = new Advisor(table, { hard, maxGuesses: most }, desk);
  const word = request.answer === null ? null : readWord(request.answer);
  const position = turnsOf(request, table.lexicon, word);
  const { turns, note } = await lookBack(advisor, position, word);
  const answer = position.at(-1).solved ? position.at(-1).guess : word;
  if (answer !== null && !table.lexicon.answerIndices().has(answer)) advisor = advisor.knowing({ answers: [answer] });
  const told = await withWords(await advisor.admitting(position), position, turns, answer);
  return {
    lexicon: summary(table.lexicon),
    hard,
    max_guesses: most,
    position: positionText(position),
    answer,
    turns: told,
    skill: mean(turns.map(({ skill }) => skill)),
    luck: mean(turns.map((turn) => turn.luck)),
    given_away: turns.reduce((sum, { expected, least }) => sum + (expected - least), 0),
    kept_hard: turns.every((turn) => turn.hard_strict) ? "strict" : turns.every((turn) => turn.hard_nyt) ? "nyt" : null,
    summary: summed(turns, position, table.lexicon, request),
    note: note || null,
    formulas: FORMULAS,
    line: answer === null ? null : await bestLine(advisor, answer),
  };
}

// The turns with the candidates around them, and with what the better word would have left.
async function withWords(advisor, position, turns, answer) {
  const left = [];
  for (let place = 0; place <= turns.length; place += 1) {
    const [view] = await advisor.view(position.slice(0, place), new Set());
    left.push(Array.from(view.candidates, (candidate) => view.lexicon.answers[candidate]));
  }
  return turns.map((turn, place) => {
    const [before, after] = [left[place], left[place + 1]];
    const code = answer === null ? null : reply(turn.best, answer);
    return {
      ...turn,
      before_words: before.slice(0, NAMED_WORDS),
      after_words: after.slice(0, NAMED_WORDS),
      best_pattern: code === null ? null : patternText(code, advisor.lexicon.length),
      best_after: code === null ? null : before.filter((candidate) => reply(turn.best, candidate) === code).length,
    };
  });
}

// Play on an answer what a proven tree plays, or else what the advice puts first.
async function bestLine(advisor, answer) {
  const turns = [];
  let view = (await advisor.setting()).view([]);
  const { tree } = await advisor.shelf.proofs(view);
  let proven = true;
  while (!view.turns.at(-1)?.solved && turns.length < UNCAPPED) {
    const planned = proven ? tree?.at(view.turns)?.guess : undefined;
    proven &&= planned !== undefined; // no tree is proven for these words and rules
    const guess = proven ? view.lexicon.guessIndex(planned) : (await advisor.values(view, { work: WORK })).ranked(1)[0];
    const word = view.lexicon.allowed[guess];
    view = view.after(guess, reply(word, answer));
    turns.push({ guess: word, pattern: view.turns.at(-1).pattern, after: view.candidates.length });
  }
  return { turns, proven };
}

export const routes = {
  "POST /review": {
    fields: {
      ...RULES,
      answer: [kinds.orNull(WORD), null],
      guesses: [kinds.list(WORD, 40), []],
      position: [kinds.text(1000), ""],
      grid: [kinds.text(2000), ""],
    },
    answer: review,
  },
};
