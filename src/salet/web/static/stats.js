// Statistics of games, kept in this browser.

import { store, stored } from "./settings.js";

const KEY = "statistics";
const EMPTY = { played: 0, won: 0, streak: 0, longest: 0, lengths: {}, games: [] };

const readAll = () => stored(KEY) ?? {};
export const statsOf = (kind) => ({ ...EMPTY, ...readAll()[kind] });

// Count a game, once: a reload must not count it again.
export function record(kind, game, won, guesses) {
  const stats = statsOf(kind);
  if (stats.games.includes(game)) return;
  stats.games = [...stats.games, game].slice(-200);
  stats.played += 1;
  stats.won += won ? 1 : 0;
  stats.streak = won ? stats.streak + 1 : 0;
  stats.longest = Math.max(stats.longest, stats.streak);
  if (won) stats.lengths = { ...stats.lengths, [guesses]: (stats.lengths[guesses] ?? 0) + 1 };
  store(KEY, { ...readAll(), [kind]: stats });
}

export function forget(kind) {
  const { [kind]: _, ...others } = readAll();
  store(KEY, others);
}
