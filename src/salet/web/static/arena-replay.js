// One game step by step, with the other board of its round beside it. No bot is needed.

import { Guard, get } from "./api.js";
import { sentence } from "./arena-games.js";
import { BoardView } from "./board.js";
import { announce, count, el, find, replace } from "./dom.js";
import { capital } from "./tiles.js";

export class ReplayPage {
  constructor(complain, opened) {
    this.complain = complain;
    this.opened = opened;
    this.guard = new Guard();
    this.clear();
    const to = (step) => () => this.go(step());
    find("#start").addEventListener("click", to(() => 0));
    find("#back").addEventListener("click", to(() => this.step - 1));
    find("#step").addEventListener("click", to(() => this.step + 1));
    find("#all").addEventListener("click", to(() => this.steps));
    find("#game-before").addEventListener("click", () => this.open(this.shown.previous));
    find("#game-after").addEventListener("click", () => this.open(this.shown.next));
  }

  clear() {
    this.shown = null;
    this.step = this.steps = 0;
    find("#replay-title").textContent = "Replay";
    replace(find("#boards"), el("p", { class: "soft" }, "Choose a game from a list."));
  }

  // `chosen`: a person asked for it, so it is told; `noted`: it is kept in the address.
  async open(id, chosen = true, noted = chosen) {
    const signal = this.guard.begin();
    try {
      const shown = await get(`/arena/games/${id}`, signal);
      if (signal.aborted) return;
      this.shown = shown;
      if (chosen) this.complain(null);
    } catch (error) {
      if (!signal.aborted) this.complain(error);
      return;
    }
    if (noted) this.opened(id);
    const { game, other, lexicon, max_guesses: height, logs } = this.shown;
    this.games = [game, other].filter(Boolean);
    this.steps = Math.max(...this.games.map(({ turns }) => turns.length));
    find("#replay-title").textContent = `Game ${game.id}, round ${game.round + 1}${this.shown.note ? ` (${this.shown.note})` : ""}`;
    this.boards = this.games.map((one) => {
      const board = new BoardView(`${one.solver} solves${one.setter === null ? "" : ` what ${one.setter} set`}`);
      board.size(height, lexicon.length);
      board.said = el("p", { class: "board-line" });
      board.element.append(board.said);
      return board;
    });
    find("#boards").dataset.count = this.boards.length;
    replace(find("#boards"), this.boards.map(({ element }) => element));
    replace(find("#logs"), Object.entries(logs).map(([name, text]) =>
      el("details", {}, el("summary", { class: "small" }, `What ${name} wrote to stderr in this match`), el("pre", { tabindex: 0 }, text.slice(-4000)))));
    this.go(chosen ? 0 : this.steps, chosen);
  }

  go(step, tell = true) {
    this.step = Math.max(0, Math.min(this.steps, step));
    this.games.forEach((game, place) => {
      const turns = game.turns.slice(0, this.step).map(({ guess, pattern }) => ({ word: guess, pattern }));
      this.boards[place].draw(turns);
      const over = this.step >= game.turns.length;
      this.boards[place].said.textContent = over ? `${sentence(game)}${game.message ? `: ${game.message}` : ""}` : "";
    });
    find("#start").disabled = find("#back").disabled = this.step === 0;
    find("#step").disabled = find("#all").disabled = this.step >= this.steps;
    find("#game-before").disabled = this.shown.previous === null;
    find("#game-after").disabled = this.shown.next === null;
    if (!tell) return;
    const said = this.games.map(({ solver, turns }) => (turns[this.step - 1] ? `${solver}: ${capital(turns[this.step - 1].guess)}` : "")).filter(Boolean);
    announce(said.length ? said.join(". ") : `${count(this.steps, "step")} to see`);
  }
}
