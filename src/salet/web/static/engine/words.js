// The words of one game: which guesses are allowed, and which of them can be the answer.
// Both lists are in the order of code points. Guesses and answers are numbers: their places there.

import { Refusal, byCodePoint, capital, commas, counted, few, illegal, lengthOf, letters, quoted, readWord, sorted } from "./text.js";
import { sha256 } from "./sha256.js";

const [MIN_LENGTH, MAX_LENGTH] = [2, 15];
const QWERTY = ["qwertyuiop", "asdfghjkl", "zxcvbnm"];
const SLIPS_SHOWN = 3;

const refuse = (message) => new Refusal("InvalidLexiconError", message);

export class Lexicon {
  // `answers` and `allowed` are in order, without repeats, and fit each other; an `id` that is known
  // need not be computed.
  constructor(name, answers, allowed, id = undefined) {
    Object.assign(this, { name, answers, allowed });
    this.known = once(() => id ?? sha256(`${answers.join("\n")}\n\n${allowed.join("\n")}\n`).slice(0, 16));
    this.guessIndices = once(() => new Map(allowed.map((word, place) => [word, place])));
    this.answerIndices = once(() => new Map(answers.map((word, place) => [word, place])));
    this.symbols = once(() => sorted(new Set(allowed.join(""))));
    this.numbers = once(() => this.spell());
    this.shapes = new Int32Array(allowed.length * this.length); // see `shape`; 0 where nobody asked
    this.guesses = once(() => numbersTo(allowed.length));
    this.truths = once(() => Int32Array.from(answers, (word) => this.guessIndices().get(word)));
  }

  // Make a lexicon of words in any order; `note` is told of what was repaired.
  static fromWords(answers, allowed, name, note) {
    const listed = distinct(answers.map(readWord), `${name} answers`, note);
    if (!listed.length) throw refuse(`${name} has no answers`);
    const guesses = new Set(allowed === answers ? listed : distinct(allowed.map(readWord), `${name} allowed`, note));
    const missing = listed.filter((word) => !guesses.has(word));
    for (const word of missing) guesses.add(word);
    const all = sorted(guesses);
    checkWords(listed[0], all, name);
    if (missing.length) note(`${name}: ${few(missing)} not in the allowed list; added to it`);
    return new Lexicon(name, sorted(listed), all);
  }

  get id() {
    return this.known();
  }

  get length() {
    return lengthOf(this.allowed[0]);
  }

  // Every letter that occurs, in the order of code points.
  get alphabet() {
    return this.symbols();
  }

  get keyboard() {
    const extra = this.alphabet.filter((letter) => !QWERTY.join("").includes(letter));
    if (!extra.length) return QWERTY;
    return Array.from({ length: Math.ceil(this.alphabet.length / 10) }, (_, row) => this.alphabet.slice(10 * row, 10 * row + 10).join(""));
  }

  // The same game with these words instead.
  withWords(answers, allowed, name = this.name) {
    return new Lexicon(name, sorted(new Set(answers)), sorted(new Set([...allowed, ...answers])));
  }

  summary() {
    return { name: this.name, id: this.id, answers: this.answers.length, allowed: this.allowed.length, length: this.length };
  }

  // A word as it is played, and as it is written.
  spelled(text) {
    return readWord(text);
  }

  shown(word) {
    return word;
  }

  capitals(word) {
    return letters(word).map(capital).join("");
  }

  allows(text) {
    return this.guessIndices().has(this.spelled(text));
  }

  guessIndex(word) {
    const index = this.guessIndices().get(this.spelled(word));
    if (index === undefined) throw illegal(this.whyUnknown(word));
    return index;
  }

  answerIndex(word) {
    const index = this.answerIndices().get(this.spelled(word));
    if (index !== undefined) return index;
    this.guessIndex(word);
    throw illegal(`${quoted(word)} is an allowed guess, but not one of the ${commas(this.answers.length)} answers of ${this.name}`);
  }

  whyUnknown(text) {
    const word = this.spelled(text);
    if (!word) return `the word is empty; words of ${this.name} have ${this.length} letters`;
    const alphabet = new Set(this.alphabet);
    const odd = notALetter(letters(word).filter((letter) => !alphabet.has(letter)).join(""));
    if (odd) return `${quoted(word)} has ${odd}`;
    const size = lengthOf(word);
    let why = `is not among the ${commas(this.allowed.length)} allowed words of ${this.name}`;
    if (size !== this.length) why = `has ${counted(size, "letter")}; words of ${this.name} have ${this.length}`;
    const meant = Math.abs(size - this.length) <= 1 ? this.meant(word) : []; // a slip adds or drops one letter
    if (meant.length) why += `; did you mean ${meant.join(" or ")}?`;
    else if (letters(word).some((letter) => !alphabet.has(letter))) why += `; the letters are ${this.alphabet.join(" ")}`;
    return `${quoted(word)} ${why}`;
  }

  // Up to three words that were probably meant: one slip away, or else those with the fewest other
  // letters, if no more than half of all.
  meant(typed) {
    const known = this.guessIndices();
    const signs = letters(typed);
    let close = new Set([...slips(signs, this.alphabet)].filter((word) => known.has(word)));
    if (!close.size && signs.length === this.length) {
      const differing = this.allowed.map((word) => letters(word).filter((letter, place) => letter !== signs[place]).length);
      const least = differing.reduce((a, b) => Math.min(a, b), signs.length);
      if (least <= Math.floor(signs.length / 2)) close = new Set(this.allowed.filter((_, place) => differing[place] === least));
    }
    const jumbled = (word) => sorted(letters(word)).join("");
    const [same, likely] = [jumbled(typed), this.answerIndices()];
    const key = (word) => 2 * (jumbled(word) !== same) + !likely.has(word);
    return [...close].sort((one, other) => key(one) - key(other) || byCodePoint(one, other)).slice(0, SLIPS_SHOWN);
  }

  // The letters of every allowed word as places in the alphabet, one word after the other.
  spell() {
    const number = new Uint16Array(this.alphabet.at(-1).codePointAt(0) + 1);
    this.alphabet.forEach((letter, place) => { number[letter.codePointAt(0)] = place; });
    const text = this.allowed.join("");
    const found = new Uint16Array(this.allowed.length * this.length);
    for (let place = 0, unit = 0; place < found.length; place += 1) {
      const code = text.codePointAt(unit);
      unit += code > 0xffff ? 2 : 1;
      found[place] = number[code];
    }
    return found;
  }

  // Write the different letters of a word to `shapes`, each as one number: its place in the alphabet, then a bit for
  // each of its places in the word. A word has as many as letters; what it does not need is 0.
  shape(guess) {
    const { length, shapes } = this;
    const numbers = this.numbers();
    const start = guess * length;
    let count = start;
    let done = 0;
    for (let place = 0; place < length; place += 1) {
      if (done & (1 << place)) continue;
      let mask = 1 << place;
      for (let other = place + 1; other < length; other += 1) if (numbers[start + other] === numbers[start + place]) mask |= 1 << other;
      done |= mask;
      shapes[count++] = (numbers[start + place] << length) | mask;
    }
  }
}

// 0, 1, ... as far as below a number.
export function numbersTo(end) {
  const found = new Int32Array(end);
  for (let number = 0; number < end; number += 1) found[number] = number;
  return found;
}

// Compute something when it is first asked for.
export function once(compute) {
  let value;
  let known = false;
  return () => {
    if (!known) [value, known] = [compute(), true];
    return value;
  };
}

// Every text that one slip may have turned into what was typed.
function* slips(typed, alphabet) {
  for (let place = 0; place <= typed.length; place += 1) {
    const [before, after] = [typed.slice(0, place).join(""), typed.slice(place)];
    if (after.length > 1) yield before + after[1] + after[0] + after.slice(2).join("");
    for (const letter of alphabet) {
      yield before + letter + after.join("");
      yield before + letter + after.slice(1).join("");
    }
    yield before + after.slice(1).join("");
  }
}

// --- lists of one's own ------------------------------------------------------------------------

// Say what in a word is not a letter, or nothing.
export function notALetter(word) {
  const odd = [...word].find((sign) => !/\p{L}/u.test(sign));
  if (odd === undefined) return "";
  if (/\p{M}/u.test(odd)) {
    const code = odd.codePointAt(0).toString(16).toUpperCase().padStart(4, "0");
    return `U+${code}, a mark that does not join with the letter before it; a letter is one code point`;
  }
  return `${quoted(odd)}, which is not a letter`;
}

// Keep the first of each word, and say so if any was listed twice.
function distinct(list, where, note) {
  const counts = new Map();
  for (const word of list) counts.set(word, (counts.get(word) ?? 0) + 1);
  if (counts.size < list.length) {
    const repeated = [...counts].filter(([, count]) => count > 1).map(([word]) => word);
    note(`${where}: ${few(repeated)} listed more than once; the copies are ignored`);
  }
  return [...counts.keys()];
}

// Refuse words that no game can be played with.
function checkWords(first, all, where) {
  for (const word of [first, ...all]) {
    const odd = notALetter(word);
    const hint = /[\s,;]/u.test(word) ? "; write one word per line" : "";
    if (odd) throw refuse(`${where}: ${quoted(word)} has ${odd}${hint}`);
  }
  const length = lengthOf(first);
  if (length < MIN_LENGTH || length > MAX_LENGTH) {
    throw refuse(`${where}: ${quoted(first)} has ${counted(length, "letter")}; words must have ${MIN_LENGTH} to ${MAX_LENGTH} letters`);
  }
  const other = all.find((word) => lengthOf(word) !== length);
  if (other !== undefined) {
    throw refuse(`${where}: words of different lengths: ${quoted(first)} has ${counted(length, "letter")}, ${quoted(other)} has ${lengthOf(other)}`);
  }
}
