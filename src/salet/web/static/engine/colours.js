// Patterns and positions: Wordle's reply as a number and as text, and what people type.
// A pattern is a number, base 3 with the first letter most significant; all green is the largest.

import { Refusal, SPACE, WORD, counted, lengthOf, letters, quoted, strip } from "./text.js";

export const GREY = 0;
export const YELLOW = 1;
export const GREEN = 2;

const SPELLINGS = ["-._0bxwa⬛⬜🟫", "y1?mp~🟨🟦", "g2+cv🟩🟧"];
const COLOUR_OF = new Map(SPELLINGS.flatMap((text, colour) => [...text].map((sign) => [sign, colour])));
export const SQUARES = "⬛⬜🟫🟨🟦🟩🟧";
const MARKS = /[\ufe0e\ufe0f]/gu;
const EXAMPLE = "raise:--y-g clout:-y---";

const position = (message) => new Refusal("InvalidPositionError", message);
const pattern = (message) => new Refusal("InvalidPatternError", message);

export const patternCount = (length) => 3 ** length;

// The reply to `guess` when the hidden word is `answer`: greens first; then, from left to right, a
// letter is yellow as long as the answer has a copy of it that no other has used.
export function reply(guess, answer) {
  const [guessed, truth] = [letters(guess), letters(answer)];
  if (guessed.length !== truth.length) {
    throw new Refusal("IllegalGuessError", `${quoted(guess)} has ${guessed.length} letters, the answer ${quoted(answer)} has ${truth.length}`);
  }
  const colours = guessed.map((letter, place) => (letter === truth[place] ? GREEN : GREY));
  const unused = truth.filter((_, place) => colours[place] !== GREEN);
  guessed.forEach((letter, place) => {
    const copy = colours[place] === GREEN ? -1 : unused.indexOf(letter);
    if (copy < 0) return;
    colours[place] = YELLOW;
    unused.splice(copy, 1);
  });
  return codeOf(colours);
}

export const codeOf = (colours) => colours.reduce((code, colour) => 3 * code + colour, 0);

export function coloursOf(code, length) {
  const colours = new Array(length);
  for (let place = length - 1, rest = code; place >= 0; place -= 1, rest = Math.floor(rest / 3)) colours[place] = rest % 3;
  return colours;
}

export const patternText = (code, length) => coloursOf(code, length).map((colour) => "-yg"[colour]).join("");

// --- turns -------------------------------------------------------------------------------------

// One guess with the reply to it.
export class Turn {
  constructor(guess, code) {
    Object.assign(this, { guess, code, length: lengthOf(guess) });
  }

  get colours() {
    return coloursOf(this.code, this.length);
  }

  get solved() {
    return this.code === patternCount(this.length) - 1;
  }

  get pattern() {
    return patternText(this.code, this.length);
  }

  toString() {
    return `${this.guess}:${this.pattern}`;
  }
}

export const positionText = (turns) => turns.join(" ");

// --- what people type --------------------------------------------------------------------------

// The colours of a pattern in any accepted spelling.
export function readColours(text) {
  const signs = [...text.replace(/[ \t\ufe0e\ufe0f]/gu, "").toLowerCase()];
  if (!signs.length) throw pattern("the pattern is empty; write one of - y g per letter");
  const odd = signs.find((sign) => !COLOUR_OF.has(sign));
  if (odd !== undefined) {
    const hint = /[\p{Nd}²³¹⁰⁴-⁹₀-₉①-⑨⑴-⑼⒈-⒐]/u.test(odd) ? "; digits are 0 grey, 1 yellow, 2 green" : "";
    throw pattern(`pattern ${quoted(text)} has ${quoted(odd)}; write one of - y g per letter${hint}`);
  }
  return signs.map((sign) => COLOUR_OF.get(sign));
}

// A pattern of words of `length` letters, as a number.
export function readPattern(text, length) {
  const colours = readColours(text);
  if (colours.length !== length) {
    throw pattern(`the pattern ${quoted(text)} has ${counted(colours.length, "colour")}; words have ${length}`);
  }
  return codeOf(colours);
}

// The turns of a position, however they are written; `spell` says how a typed word is played.
export function readPosition(text, spell) {
  const tokens = tokensOf(strip(text));
  if (tokens.length % 2) throw position(`${quoted(strip(text))} does not pair guesses with patterns; write it as ${EXAMPLE}`);
  const turns = [];
  for (let place = 0; place < tokens.length; place += 2) turns.push(readTurn(spell(tokens[place]), tokens[place + 1]));
  if (new Set(turns.map((turn) => turn.length)).size > 1) {
    throw position(`the guesses differ in length: ${turns.map((turn) => turn.guess).join(", ")}`);
  }
  return turns;
}

function readTurn(guess, typed) {
  const colours = readColours(typed);
  if (lengthOf(guess) !== colours.length) {
    throw position(`${quoted(guess)} has ${counted(lengthOf(guess), "letter")} but its pattern ${quoted(typed)} has ${colours.length}`);
  }
  return new Turn(guess, codeOf(colours));
}

const DOTTED_PATH = new RegExp(`^[${WORD}]+(\\.[${WORD}]+)+$`, "u");
const BETWEEN = new RegExp(`[${SPACE}]*[:=;/][${SPACE}]*`, "gu");
const NOTHING_BESIDE = new RegExp(`(^|[${SPACE},:]):|:($|[${SPACE},])`, "u");
const BESIDE_SQUARES = new RegExp(`(?<=[${WORD}])(?=[${SQUARES}])|(?<=[${SQUARES}])(?=[${WORD}])`, "gu");
const BETWEEN_TOKENS = new RegExp(`[${SPACE},]+`, "u");
const LETTER_BY_LETTER = /^([\p{L}\p{Nl}\p{No}][0-2]){2,}$/u;

function tokensOf(text) {
  if (DOTTED_PATH.test(text)) return text.split(".");
  const joined = text.replace(BETWEEN, ":");
  if (NOTHING_BESIDE.test(joined)) throw position(`${quoted(text)} lacks a guess or a pattern; write it as ${EXAMPLE}`);
  return splitTyped(joined.replace(/:/gu, " "));
}

// Words and patterns, whether spaces, commas or squares stand between them, a pattern is spread
// out one sign at a time, or stands letter by letter between those of its word.
function splitTyped(text) {
  const tokens = [];
  let spread = false; // a word has two letters at least, so a single sign is part of a pattern
  for (const token of text.replace(MARKS, "").replace(BESIDE_SQUARES, " ").split(BETWEEN_TOKENS).filter(Boolean)) {
    const signs = [...token];
    if (LETTER_BY_LETTER.test(token)) {
      tokens.push(signs.filter((_, place) => place % 2 === 0).join(""), signs.filter((_, place) => place % 2).join(""));
    } else if (spread && signs.length === 1) {
      tokens[tokens.length - 1] += token;
    } else {
      tokens.push(token);
    }
    spread = signs.length === 1;
  }
  return tokens;
}
