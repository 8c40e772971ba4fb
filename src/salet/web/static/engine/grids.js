// The coloured rows that people share: reading and writing them.

import { GREEN, SQUARES, readColours } from "./colours.js";
import { kinds } from "./request.js";
import { SPACE, counted, invalid, lengthOf, strip } from "./text.js";

const RUNS = new RegExp(`[${SQUARES}]+`, "gu");
const MARKS = /[\ufe0e\ufe0f]/gu;
const ONLY_SQUARES = new RegExp(`^[${SPACE}${SQUARES}\\ufe0e\\ufe0f]+$`, "u");
const PLAIN_ROW = new RegExp(`^[${SPACE}]*([-.ygYGbBxX0-2]+)[${SPACE}]*$`, "u");
const LINE_ENDS = /\r\n|[\n-\r\x1c-\x1e\x85\u2028\u2029]/u;

const isSolved = (colours) => colours.every((colour) => colour === GREEN);

// The rows of squares in a line, whatever else it says; squares apart are one row.
function rowsIn(line) {
  const runs = line.replace(MARKS, "").match(RUNS) ?? [];
  const rows = runs.some((run) => lengthOf(run) > 1) ? runs : [runs.join("")];
  return rows.filter((row) => lengthOf(row) > 1);
}

// The grids in a text, each a list of patterns as colours: consecutive rows of squares, or of - y g.
// A row all green ends its grid, and so does a line without a row.
export function readGrids(text) {
  const grids = [];
  let rows = [];
  const finish = () => {
    if (rows.length) grids.push(rows);
    rows = [];
  };
  let beside = false; // whether the line before had several rows and nothing else
  text.split(LINE_ENDS).forEach((line, place) => {
    const squares = rowsIn(line);
    const found = squares.length ? squares : (line.match(PLAIN_ROW)?.slice(1) ?? []);
    const [alone, several] = [ONLY_SQUARES.test(line), found.length > 1];
    if (beside && alone && several) throw invalid(`line ${place + 1}: there are several boards side by side; paste one board only`);
    beside = alone && several;
    if (!found.length || several) finish();
    for (const colours of found.map(readColours)) {
      const expected = rows.length ? rows[0].length : colours.length;
      if (colours.length === expected) rows.push(colours);
      else if (alone) throw invalid(`line ${place + 1}: ${strip(line)} has ${counted(colours.length, "square")}, not ${expected}`);
      else finish(); // letters, or squares in a sentence, that are no row of this game
      if (isSolved(colours)) finish();
    }
    if (several) finish();
  });
  finish();
  return grids;
}

// Write a game as people share it: the replies, and no words.
export function shareText(title, rows, most, hard) {
  const guesses = rows.length && isSolved(rows.at(-1)) ? rows.length : "X";
  const squares = rows.map((colours) => colours.map((colour) => ["⬛", "🟨", "🟩"][colour]).join(""));
  return [`${title} ${guesses}/${most}${hard ? "*" : ""}`, "", ...squares].join("\n");
}

const key = (digit) => `${digit}\ufe0f\u20e3`;
const ONE_SIGN = ["", ..."123456789".split("").map(key), "🔟", "🕚", "🕛", "🕐"]; // of guesses 1 to 13
const LOST = "🟥";
const PER_ROW = 2;

// Write a game of several boards: when each was solved, or null, two in a row. Up to 13 guesses
// there is one sign for a number, beyond that there are two digits.
export function shareBoards(title, solvedAt, most) {
  const total = solvedAt.includes(null) ? "X" : Math.max(...solvedAt);
  const short = most < ONE_SIGN.length;
  const digits = short ? 1 : String(most).length;
  const lost = LOST.repeat(digits);
  const sign = (number) => (short ? ONE_SIGN[number] : [...String(number).padStart(digits, "0")].map(key).join(""));
  const signs = solvedAt.map((number) => (number === null ? lost : sign(number)));
  const starts = signs.map((_, place) => place).filter((place) => place % PER_ROW === 0);
  const rows = starts.map((start) => signs.slice(start, start + PER_ROW).join(short ? "" : " "));
  return [`${title} ${total}/${most}`, "", ...rows].join("\n");
}

export const patternOf = (colours) => colours.map((colour) => "-yg"[colour]).join("");

async function grids({ text }) {
  return { grids: readGrids(text).map((rows) => rows.map(patternOf)) };
}

export const routes = { "POST /grid": { fields: { text: [kinds.text(8000)] }, answer: grids } };
