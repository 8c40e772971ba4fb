// Standings, differences and ratings of a tournament.

import { clear, signed } from "./arena-games.js";
import { drawChart } from "./chart.js";
import { breakable, el, find, replace } from "./dom.js";

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
  const names = ["place", "bot", "points", "won", drawn && "drawn", "lost", "margin", "guesses", sets && "inflicted", "rating", ...faults.map(([name]) => name)].filter((name) => name !== false);
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
