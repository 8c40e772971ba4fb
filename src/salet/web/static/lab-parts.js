// The parts of the Lab page: runs, a game watched, a decision tree.

import { Guard, follow, get, post, remove } from "./api.js";
import { drawCharts } from "./chart.js";
import { announce, commas, count, el, find, percent, replace, sentence, sortedTable } from "./dom.js";
import { capital, mini } from "./tiles.js";

// --- runs of one or two strategies on all answers -------------------------------------------

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
      if (again) say("The server was restarted; the run starts again.");
      const done = await follow(job.id, progress, () => say("No answer from the server; trying again ..."), signal);
      if (done !== null || signal.aborted) return done;
    }
  }

  function progress({ done: played, total, state }) {
    if (state === "waiting") return;
    if (total) find("#bar").value = played / total;
    say(total ? `${commas(played)} of ${commas(total)} games` : "Running.");
  }

  async function show(done, signal) {
    const { runs, pairs } = done.result;
    find("#run-result").classList.remove("hidden");
    drawFigures(runs);
    const [pair] = pairs;
    find("#pair").textContent = pair
      ? `On the same answers ${pair.first} needs fewer guesses than ${pair.second} on ${commas(pair.better)}, the same number on ${commas(pair.equal)}, more on ${commas(pair.worse)}; difference ${pair.difference === null ? "-" : pair.difference.toFixed(4)} guesses.`
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
    find("#games-more").textContent = rows.length > LONGEST ? `${commas(rows.length - LONGEST)} more; narrow them down above.` : "";
  }

  return start;
}

// --- a strategy playing one answer, step by step --------------------------------------------

// `written(request)` is told what is asked.
export function wireWatch(written) {
  const guard = new Guard();
  let game = null;
  let shown = 0;

  const next = find("#next-step");
  const all = find("#all-steps");

  function step() {
    if (shown >= game.steps.length) return;
    const turn = game.steps[shown];
    shown += 1;
    const words = turn.words.join(" ") + (turn.after > turn.words.length ? " ..." : "");
    const last = shown === game.steps.length;
    find("#steps").append(
      el("div", { class: "step" }, el("b", {}, String(shown)), mini(turn.guess, turn.pattern),
        el("span", {}, `${commas(turn.before)} → ${count(turn.after, "word")}`),
        el("span", { class: "small soft word" }, last && game.solved ? "found" : words)),
    );
    next.disabled = all.disabled = last;
    announce(`${capital(turn.guess)}: ${count(turn.after, "word")} left`);
  }

  next.addEventListener("click", step);
  all.addEventListener("click", () => {
    while (shown < game.steps.length) step();
  });
  find("#watch-form").addEventListener("submit", async (event) => {
    event.preventDefault();
    const signal = guard.begin();
    const message = find("#watch-message");
    const request = {
      strategy: find("#watch-strategy").value.trim(),
      answer: find("#watch-answer").value.trim(),
      lexicon: find("#watch-lexicon").value,
      hard: find("#watch-hard").value,
    };
    message.textContent = "";
    next.disabled = all.disabled = true;
    replace(find("#steps"), el("p", { class: "soft" }, "It is playing ..."));
    find("#watch-title").textContent = "Steps";
    written(request);
    try {
      game = await post("/game", request, signal);
      if (signal.aborted) return;
      shown = 0;
      replace(find("#steps"));
      find("#watch-title").textContent = `${game.strategy} on ${capital(game.answer)}`;
      for (const problem of game.problems) message.textContent = sentence(problem);
      if (game.steps.length) step();
    } catch (error) {
      if (signal.aborted) return;
      replace(find("#steps"));
      message.textContent = sentence(error.message);
    }
  });
}

// --- the decision tree, opened branch by branch ---------------------------------------------

export class TreeExplorer {
  constructor(head, root, complain) {
    this.head = head;
    this.root = root;
    this.complain = complain;
    this.game = {};
    this.guard = new Guard();
  }

  async open(game) {
    this.game = game;
    this.signal = this.guard.begin();
    const { signal } = this;
    this.complain("");
    replace(this.root);
    replace(this.head, "Computing the tree ...");
    try {
      const node = await this.ask("");
      if (signal.aborted) return;
      const trust = node.proven ? "; proven to be the least for its first word" : "; measured, not proven";
      replace(this.head, el("b", {}, node.strategy), ` on ${node.lexicon.name}: ${count(node.answers, "answer")}, ${commas(node.total)} guesses in all, ${node.mean.toFixed(4)} on average, at worst ${node.worst}${trust}.`);
      const item = el("li", {}, el("div", { class: "node" }, el("b", { class: "word" }, capital(node.guess))));
      item.append(this.branches(node));
      replace(this.root, item);
      announce(`The tree begins with ${capital(node.guess)} and has ${count(node.branches.length, "branch", "branches")}.`);
    } catch (error) {
      if (signal.aborted) return;
      replace(this.head);
      this.complain(sentence(error.message));
    }
  }

  ask(position) {
    return post("/tree", { ...this.game, position }, this.signal);
  }

  branches(node) {
    const single = node.branches.filter(({ answers, solved }) => answers === 1 && !solved);
    const rest = node.branches.filter((branch) => !single.includes(branch));
    return el(
      "ul",
      {},
      rest.map((branch) => this.branch(node, branch)),
      single.length < 4
        ? single.map((branch) => this.branch(node, branch))
        : el("li", {}, el("details", {}, el("summary", { class: "small soft" }, `${single.length} branches with one word each`),
          el("ul", {}, single.map((branch) => this.branch(node, branch))))),
    );
  }

  branch(node, branch) {
    const tiles = mini(node.guess, branch.pattern);
    const words = branch.words.slice(0, 12).join(" ") + (branch.answers > 12 ? " ..." : "");
    if (branch.solved) return el("li", {}, el("div", { class: "node" }, tiles, el("span", {}, "found")));
    const position = [node.position, `${node.guess}:${branch.pattern}`].filter(Boolean).join(" ");
    const twist = el("span", { class: "twist", "aria-hidden": "true" }, "▸");
    const button = el("button", { type: "button", "aria-expanded": "false" }, twist, tiles, el("b", { class: "word" }, capital(branch.guess)));
    const item = el(
      "li",
      {},
      el("div", { class: "node" }, button, el("span", { class: "small soft" }, `${count(branch.answers, "word")}, worst ${branch.worst}: `, el("span", { class: "word" }, words))),
    );
    button.addEventListener("click", () => this.toggle(item, button, twist, position));
    return item;
  }

  async toggle(item, button, twist, position) {
    const below = find(":scope > ul", item);
    const open = button.getAttribute("aria-expanded") === "true";
    button.setAttribute("aria-expanded", String(!open));
    twist.textContent = open ? "▸" : "▾";
    if (below) below.classList.toggle("hidden", open);
    else if (!open) {
      try {
        item.append(this.branches(await this.ask(position)));
      } catch (error) {
        if (error.name !== "AbortError") this.complain(sentence(error.message));
      }
    }
  }
}
