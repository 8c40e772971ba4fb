// Never a dead end: where to look when no listed answer fits. As salet.coach.wider.

import { reply } from "./colours.js";
import { explanation, impossiblePattern } from "./contradiction.js";
import { commas, few, inconsistent, readWord } from "./text.js";

export const fits = (word, turns) => turns.every((turn) => reply(turn.guess, readWord(word)) === turn.code);

// Ever larger lists of words, with what to call them.
async function widerLists(lexicon, shelf) {
  const told = (words, name) => [`all ${commas(words.length)} allowed words of ${name}`, words];
  const found = lexicon.allowed.length > lexicon.answers.length ? [told(lexicon.allowed, lexicon.name)] : [];
  let largest = null;
  for (const { name } of (await shelf.facts()).lexicons) {
    const other = await shelf.lexicon(name);
    const more = other.length === lexicon.length && other.allowed.length > lexicon.allowed.length && lexicon.allowed.every((word) => other.guessIndices().has(word));
    if (more && (largest === null || other.allowed.length > largest.allowed.length)) largest = other;
  }
  return largest === null ? found : [...found, told(largest.allowed, largest.name)];
}

// Name the answers of the newest bundled list that fit, but are not answers of this game; or nothing.
export async function newerAnswers(lexicon, turns, without, shelf) {
  const { lexicons } = await shelf.facts();
  if (!lexicons.some(({ name }) => name === lexicon.name)) return "";
  const curated = lexicons.filter(({ answers, allowed }) => answers !== allowed);
  const { date, name } = curated.reduce((a, b) => (a.date > b.date || (a.date === b.date && a.name > b.name) ? a : b));
  const newest = await shelf.lexicon(name);
  if (newest.length !== lexicon.length) return "";
  const words = newest.answers.filter((word) => !lexicon.answerIndices().has(word) && !without.has(word) && fits(word, turns));
  if (!words.length) return "";
  const fit = words.length === 1 ? "fits too: it is an answer" : "fit too: they are answers";
  return `${few(words)} ${fit} of ${name} (${date}), not of ${lexicon.name}`;
}

// The guesses that a wider list alone allows, with a note for each; refused if no list has one.
export async function unlistedGuesses(lexicon, guesses, desk) {
  const unlisted = [...new Set(guesses)].filter((word) => !lexicon.allows(word));
  for (const word of unlisted) {
    const wider = (await widerLists(lexicon, desk.shelf)).find(([, words]) => words.includes(word));
    if (wider === undefined) lexicon.guessIndex(word);
    desk.note(`${word} is not an allowed word of ${lexicon.name}; it is one of ${wider[0]}`);
  }
  return unlisted;
}

// A lexicon whose answers are the words that fit where no listed answer does, and where they come from.
export async function widened(lexicon, turns, without, shelf) {
  const [fitting, note] = await fittingWords(lexicon, turns, without, shelf);
  const allowed = [...lexicon.allowed, ...fitting, ...turns.map((turn) => turn.guess)];
  return [lexicon.withWords(fitting, allowed, `${lexicon.name}, widened`), note];
}

// Refused, with the smallest contradiction, if no word fits.
export async function fittingWords(lexicon, turns, without, shelf) {
  for (const turn of turns) {
    const impossible = impossiblePattern(turn);
    if (impossible !== null) throw inconsistent(`${turn} is impossible: ${impossible}; check the colours`);
  }
  let widest = lexicon.answers;
  const none = `none of the ${commas(lexicon.answers.length)}`;
  for (const [name, words] of await widerLists(lexicon, shelf)) {
    const fitting = words.filter((word) => !without.has(word) && fits(word, turns));
    if (fitting.length) return [fitting, `${none} listed answers fits; looking among ${name} instead`];
    widest = words;
  }
  if ([...without].some((word) => fits(word, turns))) throw inconsistent("only words that you rejected fit; undo, or start a new puzzle");
  const why = explanation(turns, widest, (word) => lexicon.capitals(word));
  throw inconsistent(`${none} answers of ${lexicon.name} fits, and no other word does: ${why}; check the colours`);
}
