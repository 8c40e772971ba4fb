// The Lab page: its four parts, and which of them is shown.

import { get } from "./api.js";
import { drawChart, overviewSpec } from "./chart.js";
import { breakable, commas, el, find, percent, prose, replace, sentence, sortedTable, wireTabs } from "./dom.js";
import { TreeExplorer, wireRun, wireWatch } from "./lab-parts.js";
import * as link from "./link.js";
import { kept } from "./settings.js";

const NAMES = ["table", "run", "watch", "tree"];
// What a form asks for, by the names of the address.
const FORMS = {
  run: { first: "#first", second: "#second", opener: "#opener", lexicon: "#run-lexicon", hard: "#run-hard" },
  watch: { strategy: "#watch-strategy", answer: "#watch-answer", lexicon: "#watch-lexicon", hard: "#watch-hard" },
  tree: { strategy: "#tree-strategy", lexicon: "#tree-lexicon", hard: "#tree-hard" },
};
const asked = { run: "", watch: "", tree: "" }; // what each part shows
const { select } = wireTabs(NAMES, (name) => link.write({ tab: name === "table" ? "" : name }, true));

let returning = false; // whether an address is being restored, which makes no new entry in the history

const shown = (params) => (NAMES.includes(params.get("tab")) ? params.get("tab") : "table");
const formOf = (tab) => Object.fromEntries(Object.entries(FORMS[tab]).map(([name, selector]) => [name, find(selector).value.trim()]));

// Note in the address what a part is asked.
function note(tab) {
  const values = formOf(tab);
  asked[tab] = JSON.stringify(values);
  link.write({ tab, ...values }, !returning);
}

async function start() {
  select(shown(link.read()), false);
  const forms = Object.keys(FORMS).map((tab) => find(`#${tab}-form`));
  let held = null; // the form that was sent before the lists were here
  const hold = (event) => {
    event.preventDefault();
    held = event.target;
  };
  forms.forEach((form) => form.addEventListener("submit", hold));
  const [{ strategies, measured, lexicon }, { lexicons }] = await Promise.all([get("/strategies"), get("/lexicons")]);
  const playing = strategies.filter(({ plays }) => plays);
  replace(find("#strategy-names"), [...playing.map(({ name }) => name), ...measured.map(({ strategy }) => strategy).filter((text) => text.includes("+"))].map((value) => el("option", { value })));
  for (const choice of document.querySelectorAll(".lexicons")) {
    replace(choice, lexicons.map(({ name }) => el("option", { value: name }, name)));
    if (lexicons.some(({ name }) => name === kept().lexicon)) choice.value = kept().lexicon;
  }
  find("#tree-lexicon").value = "original"; // the proven tree that the form names belongs to it
  drawMeasured(measured, lexicon);
  drawRegistry(strategies);
  wireRun(() => note("run"));
  wireWatch(() => note("watch"));
  wireTree();
  forms.forEach((form) => form.removeEventListener("submit", hold));
  link.onReturn(restore);
  restore(link.read()); // of a part that was chosen meanwhile, perhaps
  held?.requestSubmit();
}

function drawMeasured(measured, lexicon) {
  find("#measured-on").textContent = `Words: ${lexicon.name}, ${commas(lexicon.answers)} answers, ${commas(lexicon.allowed)} allowed, id ${lexicon.id}. A loss counts in the mean at its true length. Run measures a strategy again.`;
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
  drawChart(find("#overview"), (width) => overviewSpec(measured, width), rows, "Strategies by mean number of guesses and losses; the table above has the figures.");
}

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
    note("tree");
    explorer.open(JSON.parse(asked.tree));
  });
}

// A link names a part and what was asked there; it is asked again unless it is shown already.
function restore(params) {
  const tab = shown(params);
  select(tab, false);
  const form = FORMS[tab];
  if (!form || !params.has(Object.keys(form)[0])) return;
  for (const [name, selector] of Object.entries(form)) {
    const field = find(selector);
    field.value = params.get(name) ?? field.defaultValue ?? "";
    if (field.matches("select") && !field.value) field.selectedIndex = 0; // no such choice
  }
  if (JSON.stringify(formOf(tab)) === asked[tab]) return;
  returning = true;
  find(`#${tab}-form`).requestSubmit();
  returning = false;
}

start().catch((error) => {
  replace(find("#measured-on"), sentence(error.message));
});
