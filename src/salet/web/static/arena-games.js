// Games of the arena as lines of a list.

import { el, replace } from "./dom.js";
import { mini } from "./tiles.js";

export function drawGames(list, games, open, empty) {
  if (!games.length) replace(list, el("li", { class: "soft" }, empty));
  else replace(list, games.map((game) => drawGame(game, open)));
}

export function drawGame(game, open) {
  return el("li", {},
    el("button", { type: "button", class: "small", "aria-label": `Replay game ${game.id}`, onclick: () => open(game.id) }, `#${game.id}`),
    el("span", { class: "who" }, el("b", {}, game.solver), ` ${sentence(game)}`),
    el("span", { class: "played" }, game.turns.map(({ guess, pattern }) => mini(guess, pattern))),
    game.message ? el("span", { class: "small soft" }, game.message) : null);
}

export function sentence(game) {
  const by = game.setter === null ? "" : ` by ${game.setter}`;
  if (game.setter_verdict) return `has a gift${by}: ${game.setter_verdict}`;
  const word = game.answer ? ` ${game.answer.toUpperCase()}${by ? ` (set${by})` : ""}` : ` a word${by}`;
  return game.verdict === "solved" ? `solves${word} in ${game.cost}` : `${game.verdict}:${word}, costs ${game.cost}`;
}

// A difference with its sign; less is better.
export const signed = (value) => `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(3)}`;
export const clear = ({ low, high }) => low > 0 || high < 0;
