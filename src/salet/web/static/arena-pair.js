// Two bots against each other, round by round.

import { Guard, get } from "./api.js";
import { clear, signed } from "./arena-games.js";
import { count, el, find, replace } from "./dom.js";

export class PairPage {
  constructor(complain, openGame, opened) {
    Object.assign(this, { complain, openGame, opened, guard: new Guard() });
    for (const selector of ["#first", "#second"]) {
      find(selector).addEventListener("change", () => this.open(this.tournament, find("#first").value, find("#second").value));
    }
  }

  choose(tournament, first, second) {
    this.tournament = tournament;
    find("#first").value = first;
    find("#second").value = second;
  }

  open(tournament, first, second) {
    this.choose(tournament, first, second);
    this.opened(first, second);
    return this.refresh();
  }

  async refresh() {
    const [first, second] = [find("#first").value, find("#second").value];
    if (!first || first === second) {
      find("#difference").textContent = "Choose two bots.";
      replace(find("#rounds"));
      return;
    }
    const query = new URLSearchParams({ tournament: this.tournament, first, second });
    const signal = this.guard.begin();
    try {
      const answer = await get(`/arena/pair?${query}`, signal);
      if (signal.aborted) return;
      this.draw(answer);
      this.complain(null);
    } catch (error) {
      if (!signal.aborted) this.complain(error);
    }
  }

  draw({ first, second, difference, rounds }) {
    if (!difference) {
      find("#difference").textContent = `${first} and ${second} have not met.`;
      replace(find("#rounds"));
      return;
    }
    const { mean, low, high, better, equal, worse } = difference;
    const verdict = clear(difference) ? `${mean < 0 ? first : second} is clearly better` : "too close to call";
    find("#difference").textContent = `${first} pays ${Math.abs(mean).toFixed(3)} guesses a round ${mean > 0 ? "more" : "less"} than ${second}: ${signed(mean)}, 95% interval ${signed(low)} to ${signed(high)}; ${verdict}. It paid less in ${count(better, "round")}, as much in ${equal}, more in ${worse}.`;
    const side = (game) => [
      el("td", { class: "word" }, game.answer || "-"),
      el("td", { class: "number" }, el("button", { type: "button", class: "plain link", "aria-label": `${game.solver}: ${game.cost}, replay game ${game.id}`, onclick: () => this.openGame(game.id) }, String(game.cost))),
    ];
    replace(
      find("#rounds"),
      el("thead", {}, el("tr", {}, ["round", `${first}: word`, "paid", `${second}: word`, "paid"].map((name, place) => el("th", { scope: "col", class: place % 2 ? null : "number" }, name)))),
      el("tbody", {}, rounds.map((one) => el("tr", {}, el("td", { class: "number" }, String(one.round + 1)), side(one.first), side(one.second)))),
    );
  }
}
