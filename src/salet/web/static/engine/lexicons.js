// What can be played: the bundled lists, those that were sent, and the reply to a guess.

import { patternText, reply } from "./colours.js";
import { MODES } from "./hard.js";
import { GAME, WORD, WORDS, kinds } from "./request.js";
import { Lexicon } from "./words.js";

const MOST_WORDS = 50_000;
const ALPHABET = "abcdefghijklmnopqrstuvwxyz";

export const summary = (lexicon) => ({ ...lexicon.summary(), rule: "wordle-2" });

async function list(_, { shelf }) {
  return (await shelf.facts()).listing;
}

async function today(_, { shelf }) {
  return (await shelf.facts()).today;
}

async function words(request, desk) {
  return described((await desk.table(request)).lexicon, desk.shelf);
}

async function send({ answers, allowed }, desk) {
  const lexicon = Lexicon.fromWords(answers, allowed.length ? allowed : answers, "your words", (text) => desk.note(text));
  desk.shelf.keep(lexicon);
  return described(lexicon, desk.shelf);
}

// What a page needs to know of a game: its letters, its guesses, and how it replies.
async function described(lexicon, shelf) {
  const { family, strategies, trees: { answers } } = await shelf.facts();
  const known = new Set([...ALPHABET, ...lexicon.alphabet]);
  const lacking = async () => {
    const solved = new Set(await shelf.list(answers));
    return lexicon.answers.some((word) => !solved.has(word));
  };
  const without = strategies.includes("tree") && (await lacking()) ? "tree" : "";
  return {
    ...family,
    lexicon: summary(lexicon),
    keyboard: lexicon.keyboard.map((row) => [...row].filter((letter) => known.has(letter)).join("")),
    allowed: lexicon.allowed,
    modes: MODES,
    strategies: strategies.filter((name) => name !== without),
    replies: {},
    solved: "g".repeat(lexicon.length),
  };
}

async function pattern(request, desk) {
  const { lexicon } = await desk.table(request);
  const [guess, answer] = [request.guess, request.answer].map((word) => lexicon.allowed[lexicon.guessIndex(word)]);
  const code = reply(guess, answer);
  return { lexicon: summary(lexicon), guess, answer, pattern: patternText(code, lexicon.length), code, solved: guess === answer };
}

export const routes = {
  "GET /lexicons": { fields: {}, answer: list },
  "GET /today": { fields: {}, answer: today },
  "GET /lexicons/{lexicon}": { fields: WORDS, answer: words },
  "POST /lexicons": {
    fields: { answers: [kinds.list(WORD, MOST_WORDS, 1)], allowed: [kinds.list(WORD, MOST_WORDS), []] },
    answer: send,
  },
  "POST /pattern": { fields: { ...GAME, guess: [WORD], answer: [WORD] }, answer: pattern },
};
