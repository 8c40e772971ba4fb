// Asks for advice on every board, and draws it.
// One board is one request; several boards are asked about together, too.

import { post } from "./api.js";
import { count, el, percent, replace } from "./dom.js";
import { capital, spoken } from "./tiles.js";

export async function adviseAll(positions, game, signal) {
  return Promise.all(
    positions.map((position) => post("/suggest", { position: position.replaceAll(",", " "), ...game }, signal).catch((error) => {
      if (error.name === "AbortError") throw error;
      return { error };
    })),
  );
}

// One ranking for all boards together.
export const adviseTogether = (positions, lexicon, signal) =>
  post("/boards", { position: positions.map((text) => text.replaceAll(",", " ")).join(" | "), lexicon, top: 5, shown: 0 }, signal);

export function drawTogether(place, advice, play) {
  replace(place, advice.suggestions.map(({ guess, bits, reason, expected_guesses: left }) => el(
    "li",
    { class: "suggestion" },
    el("div", { class: "top" },
      el("button", { type: "button", class: "word", "aria-label": `Play ${capital(guess)} on all boards`, onclick: () => play(guess) }, capital(guess)),
      el("span", { class: "left" }, el("b", {}, left === null ? bits.toFixed(2) : `~${left.toFixed(2)}`), left === null ? " bits" : " guesses to go")),
    el("p", { class: "reason" }, `${sentence(reason)}.`),
  )));
}

export function drawSuggestions(place, advice, play) {
  const worth = advice.candidates_total === 1 ? 1 : undefined; // beside the only word left, others are idle
  replace(place, advice.suggestions.slice(0, worth).map((suggestion) => el("li", { class: "suggestion" }, ...card(suggestion, advice, play))));
}

function card(suggestion, advice, play) {
  const word = capital(suggestion.guess);
  const left = `${suggestion.exact ? "" : "~"}${suggestion.expected_guesses.toFixed(2)}`;
  return [
    el(
      "div",
      { class: "top" },
      el("button", { type: "button", class: "word", "aria-label": `Play ${word}`, onclick: () => play(suggestion.guess) }, word),
      suggestion.candidate ? el("span", { class: "tag" }, "may be it") : null,
      el("span", { class: "left", title: suggestion.exact ? "exact" : "an estimate" }, el("b", {}, left), el("span", { class: "wide" }, " guesses"), " to go"),
    ),
    groupsBar(suggestion, advice.candidates_total),
    el("p", { class: "reason" }, `${sentence(suggestion.reason)}.`),
    el(
      "ul",
      { class: "facts" },
      fact(suggestion.bits.toFixed(2), "bits", "information expected from its pattern"),
      fact(suggestion.groups, suggestion.groups === 1 ? "group" : "groups", "into which its patterns split the words"),
      fact(suggestion.expected_group.toFixed(1), "left on average", "words that will remain on average"),
      fact(suggestion.largest_group.toLocaleString("en"), "at worst", "words that remain at worst"),
      fact(percent(suggestion.win_now), "now", "chance that it is the answer"),
      fact(percent(suggestion.win_within), `within ${advice.max_guesses}`, `chance to find the answer within ${advice.max_guesses} guesses`),
      advice.position && suggestion.legal_nyt
        ? fact(suggestion.legal_strict ? "both" : "nyt", suggestion.legal_strict ? "hard modes" : "hard mode", "allow it here")
        : null,
    ),
  ];
}

const sentence = (text) => `${text[0].toUpperCase()}${text.slice(1)}`;

const fact = (value, name, title) => el("li", { title }, el("b", {}, String(value)), ` ${name}`);

// One strip per outcome, as wide as it is likely.
function groupsBar({ outcomes, groups, largest_group: largest, guess }, total) {
  const bar = el("div", {
    class: "groups",
    role: "img",
    "aria-label": `${capital(guess)}: ${count(groups, "group")}, the largest of ${largest} of ${count(total, "word")}`,
  });
  let shown = 0;
  for (const { pattern, size, chance } of outcomes) {
    shown += chance;
    const strip = el("span", { title: `${spoken(guess, pattern)}: ${count(size, "word")}, ${percent(chance)}` });
    strip.style.flexGrow = chance;
    bar.append(strip);
  }
  if (shown < 0.999) {
    const rest = el("span", { class: "rest", title: `${groups - outcomes.length} more groups, ${percent(1 - shown)}` });
    rest.style.flexGrow = 1 - shown;
    bar.append(rest);
  }
  return bar;
}

export function drawCandidates(place, advice, play) {
  const [first] = advice.candidates;
  const alike = advice.candidates.every(({ probability }) => Math.abs(probability - first.probability) < 1e-9);
  const few = advice.candidates_total <= 20;
  replace(
    place,
    advice.candidates.map(({ word, probability }) =>
      el(
        "li",
        {},
        el(
          "button",
          { type: "button", class: "word", title: `probability ${(100 * probability).toFixed(2)}%`, "aria-label": `Play ${capital(word)}`, onclick: () => play(word) },
          word,
          !alike || few ? el("small", {}, percent(probability)) : null,
        ),
      ),
    ),
  );
}
