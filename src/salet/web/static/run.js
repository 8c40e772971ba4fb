// Runs of one or two strategies on all answers, with progress, and their games word by word.

import { Guard, follow, get, post, remove } from "./api.js";
import { drawCharts } from "./chart.js";
import { announce, el, find, percent, replace, sentence } from "./dom.js";
import { sortedTable } from "./sorted.js";

const LONGEST = 200;

export function wireRun(written) {
  let job = null;
  let games = null;
  const guard = new Guard();
  const say = (text) => { find("#progress-text").textContent = text; };
  const drawFigures = sortedTable(find("#figures"), [
    { name: "strategy", value: (run) => run.strategy },
    { name: "opener", value: (run) => run.opener ?? "varies" },
    { name: "mean", value: (run) => run.mean ?? Infinity, show: (run) => run.mean?.toFixed(4) ?? "-", number: true },
    { name: "losses", value: (run) => run.losses, number: true },
    { name: "within 3", value: (run) => run.within3, show: (run) => percent(run.within3), number: true },
    { name: "worst", value: (run) => run.worst, number: true },
    { name: "seconds", value: (run) => run.seconds, show: (run) => run.seconds.toFixed(2), number: true },
  ], 2);

  find("#run-form").addEventListener("submit", (event) => {
    event.preventDefault();
    start();
  });
  find("#stop").addEventListener("click", () => job && remove(`/runs/${job.id}`).catch(() => {}));
  find("#filter").addEventListener("input", drawGames);
  find("#which").addEventListener("change", drawGames);

  // Run what the form asks for; the figures of another run go.
  async function start() {
    const strategies = [find("#first").value.trim(), find("#second").value.trim()].filter(Boolean);
    const request = {
      strategies,
      opener: find("#opener").value.trim() || null,
      lexicon: find("#run-lexicon").value,
      hard: find("#run-hard").value,
    };
    const signal = guard.begin();
    find("#run-message").textContent = strategies.length ? "" : "Name a strategy.";
    find("#run-result").classList.add("hidden");
    find("#run-progress").classList.toggle("hidden", !strategies.length);
    if (!strategies.length) return;
    find("#bar").removeAttribute("value");
    find("#stop").disabled = false;
    written(request);
    try {
      const done = await toTheEnd(request, signal);
      if (signal.aborted) return;
      await show(done, signal);
    } catch (error) {
      if (signal.aborted) return;
      find("#run-message").textContent = sentence(error.message);
      announce(error.message);
    }
    find("#stop").disabled = true;
    find("#run-progress").classList.add("hidden");
  }

  // Follow a run. A server that was started again has forgotten it, so it is begun once more.
  async function toTheEnd(request, signal) {
    say("Waiting for a free process.");
    for (let again = false; ; again = true) {
      job = await post("/runs", request, signal);
      if (again) say("The server was started again; the run begins anew.");
      const done = await follow(job.id, progress, () => say("The server is not heard; trying again ..."), signal);
      if (done !== null || signal.aborted) return done;
    }
  }

  function progress({ done: played, total, state }) {
    if (state === "waiting") return;
    if (total) find("#bar").value = played / total;
    say(total ? `${played.toLocaleString("en")} of ${total.toLocaleString("en")} games` : "Running.");
  }

  async function show(done, signal) {
    const { runs, pairs } = done.result;
    find("#run-result").classList.remove("hidden");
    drawFigures(runs);
    const [pair] = pairs;
    find("#pair").textContent = pair
      ? `On the same answers ${pair.first} needs fewer guesses than ${pair.second} on ${pair.better.toLocaleString("en")}, as many on ${pair.equal.toLocaleString("en")}, more on ${pair.worse.toLocaleString("en")}; difference ${pair.difference === null ? "-" : pair.difference.toFixed(4)} guesses.`
      : "";
    await drawCharts(find("#histogram"), done.result.charts, runs);
    games = await get(`/runs/${done.id}/games`, signal);
    drawGames();
    announce(runs.map((run) => `${run.strategy}: ${run.mean?.toFixed(4)} guesses on average`).join(". "));
  }

  function drawGames() {
    if (!games) return;
    const wanted = find("#filter").value.trim().toLowerCase();
    const which = find("#which").value;
    const length = (run, row) => games.lengths[run][row] || Infinity;
    let rows = games.answers.map((_, row) => row).filter((row) => games.answers[row].includes(wanted));
    if (which === "different" && games.strategies.length > 1) rows = rows.filter((row) => length(0, row) !== length(1, row));
    if (which === "hardest") rows.sort((a, b) => Math.max(...games.lengths.map((l) => l[b])) - Math.max(...games.lengths.map((l) => l[a])));
    replace(
      find("#games"),
      el("thead", {}, el("tr", {}, el("th", {}, "answer"), games.strategies.map((name) => el("th", {}, name)))),
      el("tbody", {}, rows.slice(0, LONGEST).map((row) =>
        el("tr", {}, el("td", { class: "word" }, games.answers[row]),
          games.strategies.map((_, run) => el("td", {}, el("b", {}, String(games.lengths[run][row] || "-")), " ", el("span", { class: "word small soft" }, games.guesses[run][row])))))),
    );
    find("#games-more").textContent = rows.length > LONGEST ? `${(rows.length - LONGEST).toLocaleString("en")} more; narrow them down above.` : "";
  }

  return start;
}
