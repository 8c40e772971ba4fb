// The Solve page's advice: asked for whenever the position changes, and drawn beside the boards.

import { isLocal, post } from "./api.js";
import { announce, commas, count, el, find, percent, replace, sentence } from "./dom.js";
import * as link from "./link.js";
import { capital, isCounted, mini, spoken } from "./tiles.js";

const SHOWN = 120;
const ALL = 20000;
const PATIENCE = 700; // milliseconds without an answer before the page says that it is thinking
const AGAIN = 3000; // milliseconds until a server that does not answer is asked again
const PLACES = ["#suggestions", "#candidates", "#more", "#together-list", "#best"];

export class AdviceSide {
  // `play(word, byPointer)` plays a word; `draw()` draws the boards; `say(text, bad)` speaks beside them.
  constructor(state, settings, guard, { play, draw, say }) {
    Object.assign(this, { state, settings, guard, play, draw, say });
    this.shown = SHOWN;
  }

  // The position has changed: what is on its way is dropped; what is shown cannot be chosen.
  outdate() {
    this.guard.end();
    find("#thinking").textContent = "";
    this.state.wrong.clear();
    for (const place of PLACES) find(place).inert = true;
    find("#suggestions").setAttribute("aria-busy", "true");
  }

  clear() {
    this.advice = null;
    for (const place of PLACES) replace(find(place));
    for (const place of ["#message", "#ranked", "#together-said"]) find(place).textContent = "";
    find("#candidates-title").textContent = "Possible answers";
  }

  async update(views) {
    const { puzzle } = this.state;
    if (this.settings.busy) return;
    this.outdate();
    const signal = this.guard.begin();
    find("#together").classList.toggle("hidden", puzzle.boards === 1);
    if (puzzle.boards === 1 && puzzle.fresh(0)) {
      this.wait();
      return;
    }
    const texts = puzzle.patterns.map((_, board) => puzzle.text(board));
    const think = (text) => { find("#thinking").textContent = text; };
    const slow = setTimeout(think, PATIENCE, "Thinking ...");
    const answers = await Promise.all(texts.map((text) => this.ask(text, signal)));
    clearTimeout(slow);
    if (signal.aborted) return;
    think("");
    this.show(answers, views);
    if (answers.some(({ error }) => error?.kind === "Offline")) setTimeout(() => signal.aborted || this.update(views), AGAIN);
    else if (puzzle.boards > 1) await this.together(texts, answers, signal); // the slower answer comes last
  }

  // Advice on one board, or {error}. A strategy that has none here gives way to the usual one.
  async ask(position, signal) {
    const { asked, prior, values: { hard, strategy, guesses } } = this.settings;
    const request = { position, ...asked, prior, hard, max_guesses: guesses, top: 8, shown: this.shown };
    if (!strategy) return post("/suggest", request, signal).catch((error) => ({ error }));
    try {
      return await post("/suggest", { ...request, strategy }, signal);
    } catch (error) {
      const usual = await post("/suggest", request, signal).catch((again) => ({ error: again }));
      return usual.error ? usual : { ...usual, note: `${sentence(error.message)} Ranked by expected guesses instead.` };
    }
  }

  get noun() {
    return this.settings.words.guess;
  }

  get unfinished() {
    return isCounted() ? `Choose the reply to the new ${this.noun} first.` : `Colour the tiles of the new ${this.noun} first.`;
  }

  // A row that is not coloured yet says nothing: no advice and no alarm.
  wait() {
    find("#suggestions").removeAttribute("aria-busy");
    find("#ranked").textContent = this.unfinished;
    replace(find("#message"));
    replace(find("#best"));
  }

  show(answers, views) {
    const { state } = this;
    answers.forEach(({ error }, board) => {
      if (error?.kind === "InconsistentHistoryError" && !state.puzzle.open(board)) state.wrong.add(board);
    });
    this.chooseBoard(answers);
    this.draw();
    for (const place of PLACES) find(place).inert = false;
    find("#suggestions").removeAttribute("aria-busy");
    this.showBoard(answers[state.active], views);
    this.head(answers, views);
  }

  // Stay with the board that is looked at; else take one that no word fits, or with fewest left.
  chooseBoard(answers) {
    const { state: { puzzle, active } } = this;
    if (active !== null && active < puzzle.boards && !puzzle.solved(active) && puzzle.words.length) return;
    const left = (board) => (puzzle.solved(board) ? Infinity : answers[board].candidates_total ?? 0);
    [this.state.active] = answers.map((_, board) => board).sort((a, b) => left(a) - left(b));
  }

  // The heading of each board says how it stands, and chooses it.
  head(answers, views) {
    const { state } = this;
    views.forEach((view, board) => {
      const { candidates_total: left, error } = answers[board];
      const how = state.puzzle.solved(board) ? "solved" : state.puzzle.fresh(board) ? "to be coloured" : error ? "no word fits" : count(left, this.noun);
      const choose = () => {
        state.active = board;
        this.show(answers, views);
        view.heading.querySelector("button").focus();
      };
      const pressed = String(board === state.active);
      replace(view.heading, state.puzzle.boards === 1 ? null : el("button", { type: "button", "aria-pressed": pressed, onclick: choose }, `${board + 1}: ${how}`));
    });
  }

  async together(texts, answers, signal) {
    const { state: { puzzle } } = this;
    const list = find("#together-list");
    const said = find("#together-said");
    this.best(null);
    const fresh = answers.some((_, board) => puzzle.fresh(board));
    if (fresh || answers.some(({ error }) => error)) {
      replace(list);
      said.textContent = fresh ? "Colour the new word on every board first." : "No word fits the colours of one board; correct that board first.";
      return;
    }
    list.setAttribute("aria-busy", "true");
    try {
      const advice = await post("/boards", { position: texts.join(" | "), ...this.settings.asked, top: 5, shown: 0 }, signal);
      if (signal.aborted) return;
      drawTogether(list, advice, this.play);
      said.textContent = advice.solved ? "All boards are solved." : "A rule of thumb for all boards together, not proven best.";
      this.best(advice.suggestions[0]?.guess, "For all boards: ");
    } catch (error) {
      if (signal.aborted) return;
      replace(list);
      said.textContent = sentence(error.message);
    }
    list.removeAttribute("aria-busy");
  }

  // The best word under the boards, for screens on which the suggestions are further down.
  best(word, text) {
    const played = (event) => this.play(word, event.detail > 0);
    replace(find("#best"), word ? [text, el("button", { type: "button", class: "word", onclick: played }, capital(word))] : null);
  }

  showBoard(advice, views) {
    this.advice = advice;
    const { puzzle, active } = this.state;
    const message = find("#message");
    message.className = "notice";
    replace(message);
    find("#suggestions-title").textContent = puzzle.boards > 1 ? `Suggestions for board ${active + 1}` : "Suggestions";
    if (advice.error) {
      this.showError(advice.error);
      return;
    }
    const notes = [advice.note, ...advice.notes].filter(Boolean).map(sentence);
    if (puzzle.fresh(active)) {
      replace(find("#suggestions"));
      find("#ranked").textContent = this.unfinished;
    } else {
      this.showSuggestions(advice, notes);
    }
    message.classList.toggle("warn", notes.length > (advice.solved ? 1 : 0));
    replace(message, notes.map((note) => el("div", {}, note)));
    find("#candidates-title").textContent = `Possible answers: ${commas(advice.candidates_total)}`;
    setTimeout(() => this.showCandidates(advice, views)); // the suggestions are painted first
  }

  showCandidates(advice, views) {
    if (this.advice !== advice) return; // another came meanwhile
    drawCandidates(find("#candidates"), advice, this.play);
    const hidden = advice.candidates_total - advice.candidates.length;
    const showAll = () => {
      this.shown = ALL;
      this.update(views);
    };
    replace(find("#more"), hidden > 0 ? el("button", { type: "button", onclick: showAll }, `Show ${commas(hidden)} more`) : null);
  }

  showSuggestions(advice, notes) {
    const { puzzle, active } = this.state;
    if (advice.solved) {
      notes.unshift(`Solved in ${count(puzzle.patterns[active].length, "guess", "guesses")}.`);
      replace(find("#suggestions"));
      this.best(null);
      announce(notes[0]);
    } else {
      drawSuggestions(find("#suggestions"), advice, this.play);
      const [best] = advice.suggestions;
      if (puzzle.boards === 1) this.best(best?.guess, `${count(advice.candidates_total, this.noun)} left. Best: `);
      if (best) announce(`${count(advice.candidates_total, `possible ${this.noun}`)}. Best: ${capital(best.guess)}, which ${best.reason}.`);
    }
    const trust = advice.suggestions.length === 0 ? "" : advice.exact ? "; exact values" : "; ~ marks an estimate";
    replace(find("#ranked"), advice.solved ? "" : `Ranked by ${advice.strategy}${trust}. `, this.openerLink());
  }

  // The Lab measures the first word on all answers; it needs the server.
  openerLink() {
    const [opener] = this.state.puzzle.words;
    const { lexicon } = this.settings.asked;
    if (isLocal || !opener || !lexicon || !this.settings.current()) return null;
    const run = { tab: "run", first: `entropy+opener(${opener})`, lexicon };
    return el("a", { href: link.to("lab", run) }, `How good is ${capital(opener)} as a first word?`);
  }

  // What is wrong is said beside the board, where it is to be mended.
  showError(error) {
    this.clear();
    for (const place of PLACES) find(place).inert = false;
    find("#suggestions").removeAttribute("aria-busy");
    const { puzzle, active } = this.state;
    if (error.kind !== "InconsistentHistoryError") this.say(sentence(error.message), true);
    else if (puzzle.open(active)) this.say("Colour the rest of the row: with its other tiles grey, no word fits.");
    else this.say([el("strong", {}, `No ${this.noun} fits these ${isCounted() ? "replies" : "colours"}. `), ...drawn(error.message)], true);
  }
}

// A message whose turns, such as RAISE:--y-g, are drawn as tiles.
function drawn(message) {
  const reasons = message.replace(/^.*? does: /u, "").replace(/; check the colours$/u, "");
  return sentence(reasons).split(/(\p{L}+:[-yg]+)/u).map((part) => {
    const [word, pattern] = part.split(":");
    return /^[-yg]+$/u.test(pattern ?? "") ? mini(word, pattern) : part;
  });
}

// --- suggestions and possible answers ---------------------------------------------------------

// A word that can be played: `play(word, byPointer)`, so that the keyboard's focus goes with it.
const wordButton = (word, play, text, beside = "") =>
  el("button", { type: "button", class: "word", dir: "auto", "aria-label": `Play ${text} ${beside}`.trim(), onclick: (event) => play(word, event.detail > 0) },
    text, beside ? [" ", el("small", {}, beside)] : []);

function drawTogether(place, advice, play) {
  replace(place, advice.suggestions.map(({ guess, bits, reason, expected_guesses: left }) => el(
    "li",
    { class: "suggestion" },
    el("div", { class: "top" },
      wordButton(guess, play, capital(guess)),
      el("span", { class: "left" }, el("b", {}, left === null ? bits.toFixed(2) : `~${left.toFixed(2)}`), left === null ? " bits" : " guesses to go")),
    el("p", { class: "reason" }, sentence(reason)),
  )));
}

function drawSuggestions(place, advice, play) {
  const worth = advice.candidates_total === 1 ? 1 : undefined; // beside the only word left, others are idle
  const digits = digitsFor(advice.suggestions);
  replace(place, advice.suggestions.slice(0, worth).map((suggestion) => el("li", { class: "suggestion" }, card(suggestion, advice, digits, play))));
}

// As many digits as it takes to see why a word comes before the next, up to four.
function digitsFor(suggestions) {
  const different = (digits) => new Set(suggestions.map(({ expected_guesses: left }) => left.toFixed(digits))).size;
  return [2, 3, 4].find((digits) => different(digits) === different(4));
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
    fact(commas(suggestion.largest_group), "at worst"),
    suggestion.win_now > 0 ? fact(percent(suggestion.win_now), "right now") : null,
    fact(percent(suggestion.win_within), `within ${advice.max_guesses}`),
    advice.position && suggestion.legal_nyt ? fact("hard mode", suggestion.legal_strict ? "allows it" : "nyt allows it") : null,
  );
}

// One strip per outcome, as wide as it is likely; the last is for all that are left out.
function groupsBar({ outcomes, groups, largest_group: largest, guess }, total) {
  const ends = []; // of the strips, as shares of the bar
  for (const { chance } of outcomes) ends.push((ends.at(-1) ?? 0) + chance);
  const rest = 1 - (ends.at(-1) ?? 0);
  if (rest >= 0.001) ends.push(1);
  const strips = ends.map((end, place) => {
    const colour = place === outcomes.length ? "--empty" : place % 2 ? "--accent-pale" : "--accent";
    return `var(${colour}) 0 ${100 * end}%`; // what would begin at 0 begins where the one before ends
  });
  const bar = el("div", {
    class: "groups",
    role: "img",
    "aria-label": `${capital(guess)}: ${count(groups, "group")}, the largest of ${largest} of ${count(total, "word")}`,
    onpointermove: ({ offsetX }) => {
      const place = ends.findIndex((end) => offsetX <= end * bar.clientWidth);
      const one = outcomes[place];
      bar.title = one ? `${spoken(guess, one.pattern)}: ${count(one.size, "word")}, ${percent(one.chance)}` : `${groups - outcomes.length} more groups, ${percent(rest)}`;
    },
  });
  bar.style.backgroundImage = `linear-gradient(to right, ${strips.join(", ")})`;
  return bar;
}

function drawCandidates(place, advice, play) {
  const [first] = advice.candidates;
  const alike = advice.candidates.every(({ probability }) => Math.abs(probability - first.probability) < 1e-9);
  const few = advice.candidates_total <= 20;
  replace(
    place,
    advice.candidates.map(({ word, probability }) =>
      el("li", {}, wordButton(word, play, word, !alike || few ? percent(probability) : ""))),
  );
}
