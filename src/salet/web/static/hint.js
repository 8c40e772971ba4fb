// What the Play page says when a hint is asked for.

import { post } from "./api.js";
import { count } from "./dom.js";
import { capital } from "./tiles.js";

// Returns {left, word, reason}: what is left, the guess, and why.
export async function hintFor(state, { lexicon, hard }, signal) {
  const open = state.boards.filter(({ solved }) => !solved);
  return open.length === 1 ? hintForOne(state, open[0], { lexicon, hard }, signal) : hintForAll(state, lexicon, signal);
}

async function hintForOne(state, board, rules, signal) {
  const { position, turns } = board;
  const advice = await post("/suggest", { position, ...rules, max_guesses: Math.max(state.max_guesses, turns.length + 1), top: 1, shown: 0 }, signal);
  const [best] = advice.suggestions;
  const where = state.boards.length > 1 ? ` on board ${state.boards.indexOf(board) + 1}` : "";
  return { left: `${count(advice.candidates_total, "word")} possible${where}.`, word: best.guess, reason: best.reason };
}

async function hintForAll(state, lexicon, signal) {
  const position = state.boards.map((board) => board.position).join(" | ");
  const advice = await post("/boards", { position, lexicon, top: 1, shown: 0 }, signal);
  const [best] = advice.suggestions;
  const left = state.boards.map(({ solved }, board) => (solved ? "solved" : advice.boards[board].candidates_total.toLocaleString("en")));
  return {
    left: `Words possible, board by board: ${left.join(", ")}.`,
    word: best.guess,
    reason: `${best.reason}: best for all boards together by a rule of thumb, not proven`,
  };
}
