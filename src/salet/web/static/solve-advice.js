// The Solve page's advice: asked for whenever the position changes, and drawn beside the boards.

import { latest } from "./api.js";
import { adviseAll, adviseTogether, drawCandidates, drawSuggestions, drawTogether } from "./advice.js";
import { announce, count, el, find, replace } from "./dom.js";
import { capital } from "./tiles.js";

const SHOWN = 120;
const ALL = 20000;
const PATIENCE = 1000; // milliseconds without an answer before the page says that it is thinking

export class AdviceSide {
  // `play(word)` plays a word; `chosen()` is called when another board is looked at.
  constructor(settings, play, chosen) {
    this.settings = settings;
    this.play = play;
    this.chosen = chosen;
    this.active = null; // the board whose advice is shown
    this.shown = SHOWN;
    this.ask = latest((signal, texts, game) => adviseAll(texts, game, signal));
    this.askTogether = latest((signal, texts, lexicon) => adviseTogether(texts, lexicon, signal));
  }

  // The position has changed: what is shown, or on its way, no longer holds.
  outdate() {
    this.ask.cancel();
    this.askTogether.cancel();
    find("#suggestions").setAttribute("aria-busy", "true");
  }

  async update(puzzle, views) {
    this.outdate();
    const list = find("#suggestions");
    find("#together").classList.toggle("hidden", puzzle.boards === 1);
    const { lexicon, hard, strategy, guesses } = this.settings.values;
    const game = { lexicon, hard, strategy: strategy || null, max_guesses: guesses, top: 8, shown: this.shown };
    const texts = puzzle.patterns.map((_, board) => puzzle.text(board));
    let answers;
    const slow = setTimeout(() => {
      find("#ranked").textContent = "Thinking ... The very first time takes some seconds.";
    }, PATIENCE);
    try {
      answers = await this.ask(texts, game);
    } catch (error) {
      answers = puzzle.patterns.map(() => ({ error }));
    }
    clearTimeout(slow);
    if (answers === undefined) return; // a later question took its place
    this.chooseBoard(puzzle, answers);
    this.chosen();
    list.removeAttribute("aria-busy");
    this.show(answers[this.active], puzzle, views);
    this.head(answers, puzzle, views);
    if (puzzle.boards > 1) await this.together(texts, answers); // the slower answer comes last
  }

  // Stay with the board that is looked at; else take one that no word fits, or with fewest left.
  chooseBoard(puzzle, answers) {
    const stays = this.active !== null && this.active < puzzle.boards && !puzzle.solved(this.active);
    if (stays && puzzle.words.length) return;
    const left = (board) => (puzzle.solved(board) ? Infinity : answers[board].candidates_total ?? 0);
    [this.active] = answers.map((_, board) => board).sort((a, b) => left(a) - left(b));
  }

  // The heading of each board says how it stands, and chooses it.
  head(answers, puzzle, views) {
    views.forEach((view, board) => {
      const { candidates_total: left, error } = answers[board];
      const state = puzzle.solved(board) ? "solved" : error ? "no word fits" : count(left, "word");
      const choose = () => {
        this.active = board;
        this.chosen();
        this.show(answers[board], puzzle, views);
        this.head(answers, puzzle, views);
      };
      const pressed = String(board === this.active);
      replace(view.heading, puzzle.boards === 1 ? null : el("button", { type: "button", class: "plain", "aria-pressed": pressed, onclick: choose }, `${board + 1}: ${state}`));
      view.element.toggleAttribute("data-wrong", Boolean(error));
    });
  }

  async together(texts, answers) {
    const list = find("#together-list");
    const said = find("#together-said");
    if (answers.some(({ error }) => error)) {
      replace(list);
      said.textContent = "No word fits the colours of one board; correct that board first.";
      this.best(null);
      return;
    }
    list.setAttribute("aria-busy", "true");
    try {
      const advice = await this.askTogether(texts, this.settings.values.lexicon);
      if (advice === undefined) return;
      drawTogether(list, advice, this.play);
      said.textContent = advice.solved ? "All boards are solved." : "A rule of thumb for all boards together, not proven best.";
      this.best(advice.suggestions[0]?.guess, "For all boards: ");
    } catch (error) {
      replace(list);
      said.textContent = error.message;
    }
    list.removeAttribute("aria-busy");
  }

  // The best word under the boards, for screens on which the suggestions are further down.
  best(word, text) {
    replace(find("#best"), word ? [text, el("button", { type: "button", class: "word", onclick: () => this.play(word) }, capital(word))] : null);
  }

  show(advice, puzzle, views) {
    const message = find("#message");
    message.className = "notice";
    replace(message);
    find("#suggestions-title").textContent = puzzle.boards > 1 ? `Suggestions for board ${this.active + 1}` : "Suggestions";
    if (advice.error) {
      this.showError(advice.error);
      return;
    }
    const notes = [this.settings.problem, advice.note, ...advice.notes].filter(Boolean);
    if (advice.solved) {
      notes.unshift(`Solved in ${count(puzzle.patterns[this.active].length, "guess", "guesses")}.`);
      replace(find("#suggestions"));
      this.best(null);
      announce(notes[0]);
    } else {
      drawSuggestions(find("#suggestions"), advice, this.play);
      const [best] = advice.suggestions;
      if (puzzle.boards === 1) this.best(best?.guess, `${count(advice.candidates_total, "word")} left. Best: `);
      if (best) announce(`${count(advice.candidates_total, "possible word")}. Best: ${capital(best.guess)}, which ${best.reason}.`);
    }
    message.classList.toggle("warn", notes.length > (advice.solved ? 1 : 0));
    replace(message, notes.map((note) => el("div", {}, note)));
    const trust = advice.suggestions.length === 0 ? "" : advice.exact ? "; exact values" : "; ~ marks an estimate";
    find("#ranked").textContent = advice.solved ? "" : `Ranked by ${advice.strategy}${trust}.`;
    find("#candidates-title").textContent = `Possible answers: ${advice.candidates_total.toLocaleString("en")}`;
    drawCandidates(find("#candidates"), advice, this.play);
    const hidden = advice.candidates_total - advice.candidates.length;
    const showAll = () => {
      this.shown = ALL;
      this.update(puzzle, views);
    };
    replace(find("#more"), hidden > 0 ? el("button", { type: "button", onclick: showAll }, `Show ${hidden.toLocaleString("en")} more`) : null);
  }

  showError(error) {
    const message = find("#message");
    message.classList.add("bad");
    const contradiction = error.kind === "InconsistentHistoryError";
    replace(
      message,
      contradiction ? el("strong", {}, "No word fits these colours. ") : null,
      `${error.message[0].toUpperCase()}${error.message.slice(1)}.`,
    );
    replace(find("#suggestions"));
    replace(find("#candidates"));
    replace(find("#more"));
    this.best(null);
    find("#ranked").textContent = "";
    find("#candidates-title").textContent = "Possible answers";
    announce(message.textContent);
  }
}
