// Draws advice: suggestions with their figures, and the words that are possible.

import { count, el, percent, replace, sentence } from "./dom.js";
import { capital, spoken } from "./tiles.js";

// A word that can be played: `play(word, byPointer)`, so that the keyboard's focus goes with it.
const wordButton = (word, play, text, beside = "") =>
  el("button", { type: "button", class: "word", dir: "auto", "aria-label": `Play ${text} ${beside}`.trim(), onclick: (event) => play(word, event.detail > 0) },
    text, beside ? [" ", el("small", {}, beside)] : []);

export function drawTogether(place, advice, play) {
  replace(place, advice.suggestions.map(({ guess, bits, reason, expected_guesses: left }) => el(
    "li",
    { class: "suggestion" },
    el("div", { class: "top" },
      wordButton(guess, play, capital(guess)),
      el("span", { class: "left" }, el("b", {}, left === null ? bits.toFixed(2) : `~${left.toFixed(2)}`), left === null ? " bits" : " guesses to go")),
    el("p", { class: "reason" }, sentence(reason)),
  )));
}

export function drawSuggestions(place, advice, play) {
  const worth = advice.candidates_total === 1 ? 1 : undefined; // beside the only word left, others are idle
  const digits = digitsFor(advice.suggestions);
  replace(place, advice.suggestions.slice(0, worth).map((suggestion) => el("li", { class: "suggestion" }, card(suggestion, advice, digits, play))));
}

// As many digits as it takes to see why the first word comes before the second.
function digitsFor([first, second]) {
  const alike = (digits) => second && first.expected_guesses.toFixed(digits) === second.expected_guesses.toFixed(digits);
  return alike(2) && !alike(4) ? 4 : 2;
}

function card(suggestion, advice, digits, play) {
  const left = `${suggestion.exact ? "" : "~"}${suggestion.expected_guesses.toFixed(digits)}`;
  const only = advice.candidates_total === 1;
  return [
    el(
      "div",
      { class: "top" },
      wordButton(suggestion.guess, play, capital(suggestion.guess)),
      suggestion.candidate && !only ? el("span", { class: "tag" }, "possible answer") : null,
      el("span", { class: "left" }, el("b", {}, left), el("span", { class: "wide" }, " guesses"), " to go"),
    ),
    only ? null : groupsBar(suggestion, advice.candidates_total),
    el("p", { class: "reason" }, sentence(suggestion.reason)),
    only ? null : facts(suggestion, advice),
  ].filter(Boolean);
}

// The page explains each of them behind its question mark.
function facts(suggestion, advice) {
  const fact = (value, name) => el("li", {}, el("b", {}, String(value)), ` ${name}`);
  return el(
    "ul",
    { class: "facts" },
    fact(suggestion.bits.toFixed(2), "bits"),
    fact(suggestion.groups, suggestion.groups === 1 ? "group" : "groups"),
    fact(suggestion.expected_group.toFixed(1), "left on average"),
    fact(suggestion.largest_group.toLocaleString("en"), "at worst"),
    suggestion.win_now > 0 ? fact(percent(suggestion.win_now), "right now") : null,
    fact(percent(suggestion.win_within), `within ${advice.max_guesses}`),
    advice.position && suggestion.legal_nyt ? fact("hard mode", suggestion.legal_strict ? "allows it" : "nyt allows it") : null,
  );
}

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
      el("li", {}, wordButton(word, play, word, !alike || few ? percent(probability) : ""))),
  );
}
