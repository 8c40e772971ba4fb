// One bot: figures, rivals, the words that cost it most, and those it set.

import { Guard, get } from "./api.js";
import { clear, drawGames, signed } from "./arena-games.js";
import { drawBars } from "./bars.js";
import { el, find, replace } from "./dom.js";

export class BotPage {
  constructor(complain, openGame, openPair, opened) {
    Object.assign(this, { complain, openGame, openPair, opened, guard: new Guard() });
    find("#who").addEventListener("change", () => this.open(this.tournament, find("#who").value));
  }

  choose(tournament, name) {
    this.tournament = tournament;
    find("#who").value = name;
  }

  open(tournament, name) {
    this.choose(tournament, name);
    this.opened(name);
    return this.refresh();
  }

  async refresh() {
    const query = new URLSearchParams({ tournament: this.tournament, name: find("#who").value });
    const signal = this.guard.begin();
    try {
      const answer = await get(`/arena/bot?${query}`, signal);
      if (signal.aborted) return;
      this.draw(answer);
      this.complain(null);
    } catch (error) {
      if (!signal.aborted) this.complain(error);
    }
  }

  draw(bot) {
    const { row } = bot;
    const figures = {
      place: `${bot.place} of ${bot.bots}`,
      points: String(row.points),
      "guesses a word": row.mean_cost?.toFixed(3) ?? "-",
      "its words cost": row.inflicted?.toFixed(3) ?? "-",
      rating: `${row.rating.mu.toFixed(1)} ± ${row.rating.sigma.toFixed(1)}`,
    };
    replace(find("#figures"), Object.entries(figures).map(([name, value]) => el("div", {}, el("dt", {}, name), el("dd", {}, value))));
    const openers = bot.openers.map(({ guess, games }) => `${guess} (${games})`).join(", ");
    replace(find("#about"), "Entered as ", el("code", {}, bot.bot), openers ? `; begins with ${openers}` : "", `; slowest move ${row.slowest_ms.toFixed(1)} ms.`);
    drawBars(find("#costs"), Object.entries(bot.costs).map(([name, value]) => ({ name, value })));
    replace(
      find("#rivals"),
      el("thead", {}, el("tr", {}, ["against", "difference", "95% interval", "rounds"].map((name, place) => el("th", { scope: "col", class: place ? "number" : null }, name)))),
      el("tbody", {}, bot.rivals.map((seen) => el("tr", {},
        el("th", { scope: "row" }, el("button", { type: "button", class: "plain link", onclick: () => this.openPair(bot.name, seen.name) }, seen.name)),
        el("td", { class: `number ${clear(seen) ? (seen.mean < 0 ? "better" : "worse") : ""}` }, signed(seen.mean)),
        el("td", { class: "number" }, `${signed(seen.low)} to ${signed(seen.high)}`),
        el("td", { class: "number" }, String(seen.rounds))))),
    );
    drawGames(find("#hardest"), bot.hardest, this.openGame, "No game is finished yet.");
    drawGames(find("#best-set"), bot.best_set, this.openGame, "It set no words.");
    drawGames(find("#faults"), bot.faults, this.openGame, "None.");
    find("#faults-card").classList.toggle("hidden", !bot.faults.length);
  }
}
