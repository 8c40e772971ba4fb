// The Lab page: its four parts, and which of them is shown.

import { get } from "./api.js";
import { drawChart, overviewSpec } from "./chart.js";
import { el, find, percent, prose, replace } from "./dom.js";
import * as link from "./link.js";
import { wireRun } from "./run.js";
import { sortedTable } from "./sorted.js";
import { wireTabs } from "./tabs.js";
import { TreeExplorer } from "./tree.js";
import { wireWatch } from "./watch.js";

const NAMES = ["table", "run", "watch", "tree"];
const { select } = wireTabs(NAMES, (name) => link.write({ tab: name === "table" ? "" : name }));

async function start() {
  const params = link.read();
  select(NAMES.includes(params.get("tab")) ? params.get("tab") : "table", false);
  const [{ strategies, measured, lexicon }, { lexicons }] = await Promise.all([get("/strategies"), get("/lexicons")]);
  const playing = strategies.filter(({ plays }) => plays);
  replace(find("#strategy-names"), [...playing.map(({ name }) => name), ...measured.map(({ strategy }) => strategy).filter((text) => text.includes("+"))].map((value) => el("option", { value })));
  for (const select of document.querySelectorAll(".lexicons")) {
    replace(select, lexicons.map(({ name }) => el("option", { value: name }, name)));
  }
  drawMeasured(measured, lexicon);
  drawRegistry(strategies);
  const startRun = wireRun((request) => link.write({ tab: "run", first: request.strategies[0], second: request.strategies[1] ?? "", opener: request.opener, lexicon: request.lexicon, hard: request.hard }));
  wireWatch();
  wireTree();
  restore(params, startRun);
}

function drawMeasured(measured, lexicon) {
  find("#measured-on").textContent = `Words: ${lexicon.name}, ${lexicon.answers.toLocaleString("en")} answers, ${lexicon.allowed.toLocaleString("en")} allowed, id ${lexicon.id}. A loss counts in the mean at its true length. Run shows a strategy anew.`;
  const run = (strategy) => () => {
    find("#first").value = strategy;
    select("run");
    find("#run-form").requestSubmit();
  };
  sortedTable(find("#measured"), [
    { name: "strategy", value: ({ strategy }) => strategy, show: ({ strategy }) => el("code", {}, breakable(strategy)) },
    { name: "opener", value: ({ opener }) => opener ?? "varies" },
    { name: "mean", value: ({ mean }) => mean, show: ({ mean }) => mean.toFixed(4), number: true },
    { name: "losses", value: ({ losses }) => losses, number: true },
    { name: "within 3", value: ({ within3 }) => within3, show: ({ within3 }) => percent(within3), number: true },
    { name: "worst", value: ({ worst }) => worst, number: true },
    { name: "seconds", value: ({ seconds }) => seconds, show: ({ seconds }) => seconds.toFixed(2), number: true },
    { name: "again", value: ({ strategy }) => strategy, show: ({ strategy }) => el("button", { type: "button", class: "small", "aria-label": `Run ${strategy}`, onclick: run(strategy) }, "Run") },
  ], 2)(measured);
  const rows = [...measured].sort((a, b) => a.mean - b.mean)
    .map(({ strategy, mean, losses }) => ({ name: strategy, value: mean, shown: `${mean.toFixed(4)}, ${losses} lost` }));
  drawChart(find("#overview"), overviewSpec(measured), rows, "Strategies by mean number of guesses and losses; the table above has the figures.");
}

// A composed name may be broken before each of its parts.
const breakable = (text) => text.split(/(?=[+(_])|(?<=,)/u).flatMap((part) => [el("wbr"), part]);

function drawRegistry(strategies) {
  sortedTable(find("#registry"), [
    { name: "name", value: ({ name }) => name, show: ({ name }) => el("code", {}, name) },
    { name: "kind", value: ({ kind }) => kind },
    { name: "what it does", value: ({ summary }) => summary, show: ({ summary }) => prose(summary) },
    { name: "also called", value: ({ aliases }) => aliases.join(", ") },
  ], 1)(strategies);
}

// --- parts -----------------------------------------------------------------------------------

function wireTree() {
  const explorer = new TreeExplorer(find("#tree-head"), find("#tree-root"), (text) => {
    find("#tree-message").textContent = text;
  });
  find("#tree-form").addEventListener("submit", (event) => {
    event.preventDefault();
    const game = { strategy: find("#tree-strategy").value.trim(), lexicon: find("#tree-lexicon").value, hard: find("#tree-hard").value };
    link.write({ tab: "tree", ...game });
    explorer.open(game);
  });
}

// A link names a part and what was asked there.
function restore(params, startRun) {
  const put = (selector, name) => {
    if (params.has(name)) find(selector).value = params.get(name);
  };
  const tab = params.get("tab");
  if (tab === "run" && params.has("first")) {
    put("#first", "first");
    put("#second", "second");
    put("#opener", "opener");
    put("#run-lexicon", "lexicon");
    put("#run-hard", "hard");
    startRun();
  }
  if (tab === "tree" && params.has("strategy")) {
    put("#tree-strategy", "strategy");
    put("#tree-lexicon", "lexicon");
    put("#tree-hard", "hard");
    find("#tree-form").requestSubmit();
  }
}

start().catch((error) => {
  replace(find("#measured-on"), error.message);
});
