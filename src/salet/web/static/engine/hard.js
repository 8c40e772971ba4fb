// Wordle's two hard modes. nyt: a green letter stays, and what was shown is used again, as often as it
// was shown. strict: the guess must be possible as the answer by all that was shown.

import { GREEN, GREY } from "./colours.js";
import { byCodePoint, capital, lengthOf, letters } from "./text.js";

export const MODES = ["off", "nyt", "strict"];

// What turns say of the answer, letter by letter.
export class Clues {
  constructor(turns) {
    this.fixed = new Map(); // place -> the letter that is there
    this.absent = new Map(); // "place letter" -> [place, letter]: the letter is not there
    this.atLeast = new Map();
    this.atMost = new Map(); // only where a copy came back grey
    for (const turn of turns) this.add(turn);
  }

  add(turn) {
    const shown = new Map();
    const greyed = new Set();
    const { colours } = turn;
    letters(turn.guess).forEach((letter, place) => {
      if (colours[place] === GREEN) this.fixed.set(place, letter);
      else this.absent.set(`${place} ${letter}`, [place, letter]);
      if (colours[place] === GREY) greyed.add(letter);
      else shown.set(letter, (shown.get(letter) ?? 0) + 1);
    });
    for (const [letter, count] of shown) this.atLeast.set(letter, Math.max(count, this.atLeast.get(letter) ?? 0));
    // A grey copy says that the answer has no more than the copies that were shown.
    for (const letter of greyed) this.atMost.set(letter, Math.min(shown.get(letter) ?? 0, this.atMost.get(letter) ?? turn.length));
  }

  // The plainest reason why a guess breaks the hard mode, or null.
  objection(guess, strict) {
    const signs = letters(guess);
    const copies = (letter) => signs.filter((sign) => sign === letter).length;
    for (const [place, letter] of [...this.fixed].sort(([one], [other]) => one - other)) {
      if (signs[place] !== letter) return `${capital(letter)} must be in position ${place + 1}`;
    }
    for (const [letter, count] of this.atLeast) {
      if (copies(letter) < count) return `guess must contain ${capital(letter)}${times(count)}`;
    }
    if (!strict) return null;
    for (const [place, letter] of [...this.absent.values()].sort((one, other) => one[0] - other[0] || byCodePoint(one[1], other[1]))) {
      if (signs[place] === letter && this.atMost.get(letter) !== 0) return `${capital(letter)} must not be in position ${place + 1}`;
    }
    for (const [letter, count] of this.atMost) {
      if (copies(letter) <= count) continue;
      return count ? `guess may contain ${capital(letter)} only${times(count, " once")}` : `guess must not contain ${capital(letter)}`;
    }
    return null;
  }

  // A test of guesses by their number in a lexicon.
  test(lexicon, strict) {
    const { length } = lexicon;
    const numbers = lexicon.numbers();
    const number = new Map(lexicon.alphabet.map((letter, place) => [letter, place]));
    const code = (letter) => number.get(letter) ?? -1;
    const flat = (pairs) => Int32Array.from(pairs.flat());
    const counts = (map) => flat([...map].map(([letter, count]) => [code(letter), count]));
    const fixed = flat([...this.fixed].map(([place, letter]) => [place, code(letter)]));
    const absent = flat(strict ? [...this.absent.values()].map(([place, letter]) => [place, code(letter)]) : []);
    const [least, most] = [counts(this.atLeast), strict ? counts(this.atMost) : new Int32Array(0)];
    const copies = (start, letter) => {
      let count = 0;
      for (let place = start; place < start + length; place += 1) if (numbers[place] === letter) count += 1;
      return count;
    };
    return (guess) => {
      const start = guess * length;
      for (let i = 0; i < fixed.length; i += 2) if (numbers[start + fixed[i]] !== fixed[i + 1]) return false;
      for (let i = 0; i < least.length; i += 2) if (copies(start, least[i]) < least[i + 1]) return false;
      for (let i = 0; i < absent.length; i += 2) if (numbers[start + absent[i]] === absent[i + 1]) return false;
      for (let i = 0; i < most.length; i += 2) if (copies(start, most[i]) > most[i + 1]) return false;
      return true;
    };
  }
}

const times = (count, once = "") => ({ 1: once, 2: " twice" })[count] ?? ` ${count} times`;

// The guesses of `among` that a mode allows after some turns.
export function legalGuesses(lexicon, mode, turns, among) {
  return mode === "off" || !turns.length ? among : among.filter(new Clues(turns).test(lexicon, mode === "strict"));
}

// Why a mode does not allow a guess after some turns, or null.
export function objection(guess, turns, mode) {
  if (!turns.length || mode === "off") return null;
  if (lengthOf(guess) !== turns[0].length) return `guess must have ${turns[0].length} letters`;
  return new Clues(turns).objection(guess, mode === "strict");
}
