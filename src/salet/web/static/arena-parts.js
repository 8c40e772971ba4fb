// The parts of the Arena page: standings, games, one game replayed, two bots, one bot.

import { Guard, get } from "./api.js";
import { drawBars, drawChart } from "./chart.js";
import { announce, breakable, count, el, find, replace } from "./dom.js";
import { BoardView, capital, mini } from "./tiles.js";

// --- standings, differences and ratings -----------------------------------------------------

const FAULTS = { "not solved": "not_solved", invalid: "invalid", "time-out": "time_out", crashed: "crashed", "not set": "setting_faults" };

export function drawStandings(standings, openBot, openPair) {
  drawRows(standings, openBot);
  drawCross(standings, openPair);
  drawCurve(standings);
}

const number = (text) => el("td", { class: "number" }, text);
const head = (name) => el("th", { scope: "col", class: name === "bot" ? null : "number" }, name);

function drawRows({ standings }, openBot) {
  const faults = Object.entries(FAULTS).filter(([, key]) => standings.some((row) => row[key]));
  const drawn = standings.some((row) => row.drawn);
  const sets = standings.some((row) => row.inflicted !== null);
  const names = ["place", "bot", "points", "won", drawn && "drawn", "lost", "margin", "guesses", sets && "opponents' mean", "rating", ...faults.map(([name]) => name)].filter((name) => name !== false);
  const mean = (value) => (value === null ? "-" : value.toFixed(3));
  replace(
    find("#rows"),
    el("thead", {}, el("tr", {}, names.map((name) => head(name)))),
    el("tbody", {}, standings.map((row, place) => el("tr", {},
      number(String(place + 1)),
      el("th", { scope: "row" }, el("button", { type: "button", class: "plain link", onclick: () => openBot(row.name) }, breakable(row.name))),
      number(String(row.points)), number(String(row.won)), drawn ? number(String(row.drawn)) : null, number(String(row.lost)),
      number(signed(row.margin)), number(mean(row.mean_cost)), sets ? number(mean(row.inflicted)) : null,
      number(`${row.rating.mu.toFixed(1)} ± ${row.rating.sigma.toFixed(1)}`),
      faults.map(([, key]) => number(String(row[key])))))),
  );
}

function drawCross({ standings, cross_table: table }, openPair) {
  const names = standings.map(({ name }) => name);
  const cell = (one, other) => {
    const seen = table[one]?.[other];
    if (!seen) return number("");
    const told = `${one} against ${other}: ${signed(seen.mean)}, 95% interval ${signed(seen.low)} to ${signed(seen.high)}, ${seen.rounds} rounds`;
    const button = el("button", { type: "button", class: "plain", title: told, "aria-label": told, onclick: () => openPair(one, other) }, signed(seen.mean));
    return el("td", { class: `number ${clear(seen) ? (seen.mean < 0 ? "better" : "worse") : ""}` }, button);
  };
  replace(
    find("#cross"),
    el("thead", {}, el("tr", {}, el("th", { scope: "col" }, "bot"), names.map((name) => el("th", { scope: "col", class: "number" }, breakable(name))))),
    el("tbody", {}, names.map((one) => el("tr", {}, el("th", { scope: "row" }, breakable(one)), names.map((other) => cell(one, other))))),
  );
}

function drawCurve({ standings, rating_curve: curve }) {
  const values = Object.entries(curve).flatMap(([bot, ratings]) => ratings.map(({ mu }, match) => ({ bot, match, rating: mu })));
  const rows = standings.map(({ name, rating }) => ({ name, value: Number(rating.mu.toFixed(1)) }));
  const label = `Rating after each match. ${standings.map(({ name, rating }) => `${name}: ${rating.mu.toFixed(1)}`).join(", ")}.`;
  const matches = Math.max(...values.map(({ match }) => match), 1);
  const spec = (width) => ({
    height: 280,
    data: { values },
    mark: { type: "line", point: { size: 25 } },
    encoding: {
      x: { field: "match", type: "quantitative", title: "matches played", axis: { format: "d", tickCount: Math.min(matches, Math.floor(width / 60)) } },
      y: { field: "rating", type: "quantitative", title: "rating", scale: { zero: false } },
      color: { field: "bot", type: "nominal", title: null, sort: standings.map(({ name }) => name), scale: { scheme: "tableau20" }, legend: { orient: "bottom", columns: Math.max(1, Math.floor(width / 170)), labelLimit: 140, symbolLimit: 100 } },
      strokeDash: { field: "bot", type: "nominal", legend: null, sort: standings.map(({ name }) => name) },
    },
  });
  drawChart(find("#curve"), spec, rows, label);
}

// --- games as lines of a list ---------------------------------------------------------------

export function drawGames(list, games, open, empty) {
  if (!games.length) replace(list, el("li", { class: "soft" }, empty));
  else replace(list, games.map((game) => drawGame(game, open)));
}

function drawGame(game, open) {
  return el("li", {},
    el("button", { type: "button", class: "small", "aria-label": `Replay game ${game.id}`, onclick: () => open(game.id) }, `#${game.id}`),
    el("span", { class: "who" }, el("b", {}, game.solver), ` ${story(game)}`),
    el("span", { class: "played" }, game.turns.map(({ guess, pattern }) => mini(guess, pattern))),
    game.message ? el("span", { class: "small soft" }, game.message) : null);
}

function story(game) {
  const by = game.setter === null ? "" : ` by ${game.setter}`;
  if (game.setter_verdict) return `gets a free win: ${game.setter ?? "the setter"} failed as the setter (${game.setter_verdict})`;
  const word = game.answer ? ` ${game.answer.toUpperCase()}${by ? ` (set${by})` : ""}` : ` a word${by}`;
  return game.verdict === "solved" ? `solves${word} in ${game.cost}` : `${game.verdict}:${word}, costs ${game.cost}`;
}

// A difference with its sign; less is better.
const signed = (value) => `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(3)}`;
const clear = ({ low, high }) => low > 0 || high < 0;

// --- one game step by step ------------------------------------------------------------------

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
      this.boards[place].said.textContent = over ? `${story(game)}${game.message ? `: ${game.message}` : ""}` : "";
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

// --- two bots, round by round ---------------------------------------------------------------

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

// --- one bot --------------------------------------------------------------------------------

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
