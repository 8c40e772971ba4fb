// Why no word fits: the smallest set of clues that no word meets, in words. As salet.coach.contradiction:
// a turn is taken apart into facts, and the fewest facts that together rule out every word explain it.

import { GREEN, GREY, YELLOW } from "./colours.js";
import { capital, letters } from "./text.js";

const TRIES = 20_000;
const LOGIC_SIZE = 3;

// One thing that a turn says of the answer: the letter is, or is not, at a place; or, where the place is
// null, occurs at least or at most a number of times.
class Fact {
  constructor(turn, letter, place, holds, count = 0) {
    Object.assign(this, { turn, letter, place, holds, count });
  }

  fits(word) {
    if (this.place !== null) return (word[this.place] === this.letter) === this.holds;
    const copies = word.filter((letter) => letter === this.letter).length;
    return this.holds ? copies >= this.count : copies <= this.count;
  }

  get text() {
    const letter = capital(this.letter);
    if (this.place !== null) return `${letter} is ${this.holds ? "" : "not "}in position ${this.place + 1}`;
    if (this.count === 0) return `there is no ${letter}`;
    if (this.holds && this.count === 1) return `there is ${"AEFHILMNORSX".includes(letter) ? "an" : "a"} ${letter}`;
    const times = { 1: "once", 2: "twice" }[this.count] ?? `${this.count} times`;
    return `${letter} occurs at ${this.holds ? "least" : "most"} ${times}`;
  }
}

function factsOf(turn) {
  const { colours } = turn;
  const signs = letters(turn.guess);
  const shown = new Map();
  signs.forEach((letter, place) => { if (colours[place] !== GREY) shown.set(letter, (shown.get(letter) ?? 0) + 1); });
  const facts = [];
  const greyed = new Set();
  signs.forEach((letter, place) => {
    if (colours[place] === GREEN) facts.push(new Fact(turn, letter, place, true));
    else if (colours[place] === YELLOW || shown.has(letter)) facts.push(new Fact(turn, letter, place, false));
    if (colours[place] === GREY) greyed.add(letter);
  });
  for (const [letter, count] of shown) facts.push(new Fact(turn, letter, null, true, count));
  for (const letter of greyed) facts.push(new Fact(turn, letter, null, false, shown.get(letter) ?? 0));
  return facts;
}

// Why no answer at all could give this reply, or null if one could.
export function impossiblePattern(turn) {
  const { colours } = turn;
  const signs = letters(turn.guess);
  if (colours.filter((colour) => colour === YELLOW).length === 1 && !colours.includes(GREY)) {
    return `all are green but one, and the yellow ${capital(signs[colours.indexOf(YELLOW)])} has nowhere else to go`;
  }
  const greyed = new Set();
  for (const [place, letter] of signs.entries()) {
    if (colours[place] === YELLOW && greyed.has(letter)) {
      return `of two ${capital(letter)}'s the first is coloured before the second, but here it is grey`;
    }
    if (colours[place] === GREY) greyed.add(letter);
  }
  return canBeTrue(factsOf(turn), signs.length) ? null : "the yellow letters have nowhere else to go";
}

// Whether any string of letters, a word or not, meets the facts.
function canBeTrue(facts, length) {
  const [fixed, barred, least, most] = [new Map(), new Set(), new Map(), new Map()];
  for (const { letter, place, holds, count } of facts) {
    if (place !== null && holds) {
      if ((fixed.get(place) ?? letter) !== letter) return false;
      fixed.set(place, letter);
    } else if (place !== null) {
      barred.add(`${place} ${letter}`);
    } else if (holds) {
      least.set(letter, Math.max(least.get(letter) ?? 0, count));
    } else {
      most.set(letter, Math.min(count, most.get(letter) ?? length));
    }
  }
  if ([...fixed].some(([place, letter]) => barred.has(`${place} ${letter}`))) return false;
  const placed = new Map();
  for (const letter of fixed.values()) placed.set(letter, (placed.get(letter) ?? 0) + 1);
  if ([...most].some(([letter, count]) => Math.max(placed.get(letter) ?? 0, least.get(letter) ?? 0) > count)) return false;
  const wanted = [...least].flatMap(([letter, count]) => new Array(Math.max(0, count - (placed.get(letter) ?? 0))).fill(letter));
  const free = Array.from({ length }, (_, place) => place).filter((place) => !fixed.has(place));
  return seated(wanted.map((letter) => free.filter((place) => !barred.has(`${place} ${letter}`))));
}

// Whether every guest finds a place of its own (a matching, by augmenting paths).
function seated(places) {
  const taken = new Map();
  const seat = (guest, tried) => places[guest].some((place) => {
    if (tried.has(place)) return false;
    tried.add(place);
    if (taken.has(place) && !seat(taken.get(place), tried)) return false;
    taken.set(place, guest);
    return true;
  });
  return places.every((_, guest) => seat(guest, new Set()));
}

function* combinations(list, size, start = 0) {
  if (size === 0) {
    yield [];
    return;
  }
  for (let place = start; place <= list.length - size; place += 1) {
    for (const rest of combinations(list, size - 1, place + 1)) yield [list[place], ...rest];
  }
}

// The fewest facts of a position that together rule out all words; among equally few, facts that no string
// of letters could meet.
function contradiction(turns, words) {
  const facts = turns.flatMap(factsOf);
  const columns = new Set();
  for (const word of words) {
    const signs = letters(word);
    columns.add(facts.map((fact) => (fact.fits(signs) ? "0" : "1")).join(""));
  }
  if (!facts.length || [...columns].some((column) => !column.includes("1"))) return [];
  const cover = smallestCover([...columns].sort().map((column) => [...column].map(Number)), facts.length);
  for (let size = 1; size <= Math.min(cover.length, LOGIC_SIZE); size += 1) {
    for (const some of combinations(facts, size)) if (!canBeTrue(some, turns[0].length)) return some;
  }
  return cover.map((place) => facts[place]);
}

// The fewest rows that together are 1 in every column.
function smallestCover(columns, rows) {
  let tries = 0;
  const search = (open, left) => {
    tries += 1;
    if (!open.length) return [];
    if (left === 0 || tries > TRIES) return null;
    const gains = new Array(rows).fill(0);
    for (const column of open) column.forEach((one, row) => { gains[row] += one; });
    if (Math.max(...gains) * left < open.length) return null;
    // Some row has to be 1 in the column that the fewest rows are 1 in.
    const counts = open.map((column) => column.reduce((a, b) => a + b, 0));
    const column = open[counts.indexOf(Math.min(...counts))];
    const here = [...column.keys()].filter((row) => column[row]).sort((one, other) => gains[other] - gains[one] || one - other);
    for (const row of here) {
      const rest = search(open.filter((other) => !other[row]), left - 1);
      if (rest !== null) return [row, ...rest].sort((one, other) => one - other);
    }
    return null;
  };
  for (let size = 1; size <= rows; size += 1) {
    const found = search(columns, size);
    if (found !== null) return found;
    if (tries > TRIES) break;
  }
  return irreducible(columns, rows);
}

// Drop rows that are not needed, one after the other: small, but perhaps not the smallest.
function irreducible(columns, rows) {
  let kept = Array.from({ length: rows }, (_, row) => row);
  for (let row = 0; row < rows; row += 1) {
    const rest = kept.filter((other) => other !== row);
    if (rest.length && columns.every((column) => rest.some((other) => column[other]))) kept = rest;
  }
  return kept;
}

// Say why none of `words` fits.
export function explanation(turns, words, capitals) {
  const said = new Map();
  for (const fact of contradiction(turns, words)) {
    const key = fact.turn.toString();
    said.set(key, [...(said.get(key) ?? []), fact]);
  }
  return [...said.values()].map((facts) => `${capitals(facts[0].turn.guess)}:${facts[0].turn.pattern} says ${together(facts)}`).join(", ");
}

function together(facts) {
  const none = facts.filter(({ place, count }) => place === null && count === 0).map(({ letter }) => capital(letter));
  const texts = facts.filter(({ place, count }) => place !== null || count).map(({ text }) => text);
  if (none.length) texts.push(`there is no ${none.length > 1 ? `${none.slice(0, -1).join(", ")} or ${none.at(-1)}` : none[0]}`);
  return texts.join(" and ");
}
