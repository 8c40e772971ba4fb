// Statistics of games, kept in this browser: counted, forgotten, drawn.

import { drawBars } from "./chart.js";
import { el, find, percent, replace } from "./dom.js";
import { store, stored } from "./settings.js";

const KEY = "statistics";
const EMPTY = { played: 0, won: 0, streak: 0, longest: 0, lengths: {}, games: [] };

const readAll = () => stored(KEY) ?? {};
const statsOf = (kind) => ({ ...EMPTY, ...readAll()[kind] });

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

// `most` is the number of guesses allowed.
export function drawStats(kind, most) {
  const stats = statsOf(kind);
  const pair = (name, value) => el("div", {}, el("dt", {}, name), el("dd", {}, String(value)));
  replace(
    find("#stats"),
    pair("played", stats.played),
    pair("won", stats.played ? percent(stats.won / stats.played) : "-"),
    pair("in a row", stats.streak),
    pair("longest", stats.longest),
  );
  const lengths = stats.won ? Array.from({ length: most }, (_, n) => n + 1) : [];
  drawBars(find("#bars"), lengths.map((n) => ({ name: n, value: stats.lengths[n] ?? 0 })));
  find("#forget").disabled = stats.played === 0;
}
