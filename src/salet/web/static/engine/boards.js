// Several boards, one guess for all: their positions, and what to guess next.

import { positionText, readPosition } from "./colours.js";
import { strategyFor } from "./common.js";
import { summary } from "./lexicons.js";
import { WORDS, kinds } from "./request.js";
import { Refusal, counted, fixed, inconsistent } from "./text.js";
import { Setting } from "./view.js";
import { fittingWords, unlistedGuesses } from "./wider.js";

const BETWEEN = "|";
const MOST_BOARDS = 32;
const SPARE_GUESSES = 5;

// --- positions ---------------------------------------------------------------------------------

// Read positions with a bar between two boards; all have the same guesses until one is solved.
function readBoards(text, lexicon) {
  const boards = text.split(BETWEEN).map((part) => readPosition(part, (word) => lexicon.spelled(word)));
  const refuse = (message) => new Refusal("InvalidPositionError", message);
  if (boards.length > MOST_BOARDS) throw refuse(`there are ${boards.length} boards; play 1 to ${MOST_BOARDS}`);
  const guesses = guessesOf(boards);
  boards.forEach((turns, place) => {
    const own = turns.map((turn) => turn.guess);
    const solved = turns.findIndex((turn) => turn.solved);
    if (solved >= 0 && solved + 1 < own.length) {
      throw refuse(`board ${place + 1} is solved after ${own[solved]}; leave out what was guessed later`);
    }
    if (own.some((guess, turn) => guess !== guesses[turn]) || (own.length < guesses.length && solved < 0)) {
      const lacking = guesses.find((guess) => !own.includes(guess));
      throw refuse(
        `board ${place + 1} ${lacking ? `lacks the guess ${lacking}` : "has the guesses in another order"}; `
          + "every guess is played on all unsolved boards",
      );
    }
  });
  return boards;
}

// Every guess so far: those of the first of the longest boards.
function guessesOf(boards) {
  const longest = boards.reduce((one, other) => (other.length > one.length ? other : one));
  return longest.map((turn) => turn.guess);
}

const unsolvedPlaces = (boards) => [...boards.keys()].filter((place) => !boards[place].at(-1)?.solved);

// The candidates of every board, in a table that has them, and a note on where from. Where no listed
// answer fits a board, wider lists are looked at, for that board alone.
async function candidateSets(listed, boards, desk) {
  const table = listed.with({ allowed: await unlistedGuesses(listed.lexicon, guessesOf(boards), desk) });
  const sets = boards.map((turns) => table.candidates(turns));
  if (sets.every((candidates) => candidates.length)) return { table, sets, note: "" };
  const words = sets.map((candidates) => Array.from(candidates, (answer) => listed.lexicon.answers[answer]));
  const notes = [];
  for (const [place, turns] of boards.entries()) {
    if (words[place].length) continue;
    const [fitting, told] = await fittingWords(listed.lexicon, turns, new Set(), desk.shelf).catch((error) => {
      throw error.kind === "InconsistentHistoryError" ? inconsistent(`board ${place + 1}: ${error.message}`) : error;
    });
    words[place] = fitting;
    notes.push(`board ${place + 1}: ${told}`);
  }
  const wide = table.with({ answers: words.flat() });
  return { table: wide, sets: words.map((list) => Int32Array.from(list, (word) => wide.lexicon.answerIndex(word))), note: notes.join("; ") };
}

// --- advice ------------------------------------------------------------------------------------

async function advise(request, desk) {
  const listed = await desk.table(request);
  const boards = readBoards(request.position, listed.lexicon);
  const player = strategyFor(boards.length, listed.lexicon);
  const { table, sets, note } = await candidateSets(listed, boards, desk);
  const unsolved = unsolvedPlaces(boards);
  let suggestions = [];
  if (unsolved.length) {
    const start = new Setting(table).view([]);
    const open = unsolved.map((place) => ({ number: place + 1, view: start.only(sets[place], start.legal) }));
    const { guesses, expected } = player.ranked(open.map(({ view }) => view), guessesOf(boards).length);
    suggestions = guesses.slice(0, request.top).map((guess, place) => described(guess, open, expected[place] ?? null));
  }
  return {
    lexicon: summary(listed.lexicon),
    position: boards.map(positionText).join(` ${BETWEEN} `),
    strategy: String(player),
    proven: false,
    solved: !unsolved.length,
    max_guesses: boards.length + SPARE_GUESSES,
    note: note || null,
    suggestions,
    boards: boards.map((turns, place) => ({
      position: positionText(turns),
      solved: !unsolved.includes(place),
      candidates: Array.from(sets[place].slice(0, request.shown), (answer) => table.lexicon.answers[answer]),
      candidates_total: sets[place].length,
    })),
  };
}

// What one guess does on every unsolved board.
function described(guess, open, expected) {
  const sizes = open.map(({ view }) => view.candidates.length);
  const groups = open.map(({ view }, place) => sum(view.groups(guess).map(({ size }) => size * size)) / sizes[place]);
  const hits = [...open.keys()].filter((place) => open[place].view.isCandidate(guess));
  const numbers = hits.map((place) => open[place].number);
  const sure = hits.filter((place) => sizes[place] === 1).map((place) => open[place].number);
  const before = sum(sizes);
  const together = open.length > 1 ? ", all boards together" : "";
  const left = `${fixed(sum(groups), 1)} of the ${counted(before, "word")} on average${together}`;
  return {
    guess: open[0].view.lexicon.allowed[guess],
    boards: numbers,
    solves: sum(hits.map((place) => 1 / sizes[place])),
    bits: sum(open.map(({ view }) => view.statsOf([guess]).bits[0])),
    expected_groups: groups,
    expected_guesses: expected,
    reason: reason(sure, numbers.filter((number) => !sure.includes(number)), sure.length && before === sure.length ? "" : left),
  };
}

const sum = (numbers) => numbers.reduce((one, other) => one + other, 0);

// What a guess does, in words; `left` says what remains on the open boards, if anything does.
function reason(sure, hoped, left) {
  const parts = [
    sure.length ? `is the answer of ${named(sure)}` : "",
    hoped.length ? `may be ${sure.length ? "that" : "the answer"} of ${named(hoped)}` : "",
    left ? `leaves ${left}` : "",
  ];
  return parts.filter(Boolean).join("; ");
}

const named = (numbers) => (numbers.length === 1 ? `board ${numbers[0]}` : `boards ${numbers.slice(0, -1).join(", ")} and ${numbers.at(-1)}`);

export const routes = {
  "POST /boards": {
    fields: { ...WORDS, position: [kinds.text(8000)], top: [kinds.whole(1, 50), 10], shown: [kinds.whole(0, 20_000), 50] },
    answer: advise,
  },
};
