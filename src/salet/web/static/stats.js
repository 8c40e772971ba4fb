// Statistics of games, kept in this browser.

const KEY = "statistics";

function readAll() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? {};
  } catch {
    return {};
  }
}

const EMPTY = { played: 0, won: 0, streak: 0, longest: 0, lengths: {}, games: [] };

export const statsOf = (kind) => ({ ...EMPTY, ...readAll()[kind] });

// Count a game, once: a reload must not count it again.
export function record(kind, game, won, guesses) {
  const stats = statsOf(kind);
  if (stats.games.includes(game)) return stats;
  stats.games = [...stats.games, game].slice(-200);
  stats.played += 1;
  stats.won += won ? 1 : 0;
  stats.streak = won ? stats.streak + 1 : 0;
  stats.longest = Math.max(stats.longest, stats.streak);
  if (won) stats.lengths = { ...stats.lengths, [guesses]: (stats.lengths[guesses] ?? 0) + 1 };
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...readAll(), [kind]: stats }));
  } catch {
    // A browser that keeps nothing shows this game's statistics only.
  }
  return stats;
}

export function forget(kind) {
  const all = readAll();
  delete all[kind];
  try {
    localStorage.setItem(KEY, JSON.stringify(all));
  } catch {
    // Nothing was kept.
  }
}
