// The Arena page: which tournament, which part of it, and what comes in while it is played.

import { get } from "./api.js";
import { BotPage, PairPage, ReplayPage, drawGames, drawStandings } from "./arena-parts.js";
import { announce, count, el, find, replace, sentence, wireTabs } from "./dom.js";
import * as link from "./link.js";

const NAMES = ["standings", "games", "pair", "bot"];
const SHOWN = 30;
const PAUSE = 3000;

let state = null; // of the tournament, as the server told it last
let events = null;
let latest = [];
let counted = 0;
let waiting = null;
let leader = "";

// What went wrong stays until what it was about is done again: `about` is the part of the page.
const problems = new Map();
function complain(about, error) {
  if (error) problems.set(about, sentence(error.message));
  else problems.delete(about);
  find("#message").textContent = [...problems.values()].join(" ");
}

const tabs = wireTabs(NAMES, (name) => note({ tab: name }));
const replay = new ReplayPage((error) => complain("game", error), (game) => note({ tab: "games", game }));
const pair = new PairPage((error) => complain("pair", error), openGame, (first, second) => note({ tab: "pair", first, second }));
const bot = new BotPage((error) => complain("bot", error), openGame, openPair, (name) => note({ tab: "bot", bot: name }));

// The address keeps what is shown, so that a link shows the same, and Back what was shown before.
function note(values) {
  const known = Object.fromEntries(link.read());
  complain("link", null);
  link.write({ ...known, ...values, tournament: state.tournament }, true);
}

function openGame(id) {
  tabs.select("games", false);
  replay.open(id).then(() => find("#replay-title").focus());
}

function openPair(first, second) {
  tabs.select("pair", false);
  pair.open(state.tournament, first, second);
}

function openBot(name) {
  tabs.select("bot", false);
  bot.open(state.tournament, name);
}

async function start() {
  const { tournaments } = await get("/arena");
  find("#nothing").classList.toggle("hidden", tournaments.length > 0);
  if (!tournaments.length) return;
  find("#arena").classList.remove("hidden");
  const names = tournaments.map(({ tournament }) => tournament);
  replace(find("#tournament"), names.map((name) => el("option", { value: name }, name)));
  const restore = (params) => {
    const wanted = names.includes(params.get("tournament")) ? params.get("tournament") : names[0];
    find("#tournament").value = wanted;
    return wanted === state?.tournament ? showParts(params) : show(wanted, params);
  };
  find("#tournament").addEventListener("change", () => {
    const wanted = find("#tournament").value;
    link.write({ tournament: wanted }, true);
    show(wanted, new URLSearchParams());
  });
  link.onReturn(restore);
  await restore(link.read());
}

async function show(name, params) {
  events?.close();
  latest = [];
  counted = -1;
  problems.clear();
  state = await get(`/arena/games?limit=1&tournament=${encodeURIComponent(name)}`);
  for (const select of document.querySelectorAll(".bots")) {
    replace(select, state.bots.map((one) => el("option", { value: one }, one)));
  }
  replay.clear();
  showParts(params);
  drawState();
  await recount();
  listen(name);
}

// Show the parts that an address names.
function showParts(params) {
  tabs.select(NAMES.includes(params.get("tab")) ? params.get("tab") : "standings", false);
  const [one, two = one] = state.bots;
  complain("link", null);
  const named = (key, usual) => {
    const name = params.get(key) ?? usual;
    if (state.bots.includes(name)) return name;
    complain("link", new Error(`there is no bot '${name}' in this tournament`));
    return usual;
  };
  pair.choose(state.tournament, named("first", one), named("second", two));
  bot.choose(state.tournament, named("bot", one));
  const id = Number(params.get("game"));
  if (params.has("game") && replay.shown?.game.id !== id) replay.open(id, true, false);
  if (counted >= 0) {
    pair.refresh();
    bot.refresh();
  }
}

function listen(name) {
  const here = new EventSource(`/api/v1/arena/events?tournament=${encodeURIComponent(name)}`);
  events = here;
  const take = (event) => {
    const { latest: fresh, ...now } = JSON.parse(event.data);
    state = now;
    latest = [...latest, ...fresh].slice(-SHOWN);
    drawState();
    drawGames(find("#latest"), [...latest].reverse(), openGame, "No game is finished yet.");
    if (latest.length && !replay.shown) replay.open(latest.at(-1).id, false);
  };
  here.addEventListener("games", (event) => {
    take(event);
    later();
  });
  here.addEventListener("end", (event) => {
    here.close();
    take(event);
    clearTimeout(waiting);
    waiting = null;
    recount();
  });
}

// While games come in, standings are counted again every few seconds.
function later() {
  waiting ??= setTimeout(() => {
    waiting = null;
    recount();
  }, PAUSE);
}

async function recount() {
  if (counted === state.last) return;
  const wanted = state.last;
  try {
    const standings = await get(`/arena/standings?tournament=${encodeURIComponent(state.tournament)}`);
    counted = wanted;
    drawStandings(standings, openBot, openPair);
    pair.refresh();
    bot.refresh();
    tellLeader(standings.standings[0]);
    complain("standings", null);
  } catch (error) {
    complain("standings", error);
  }
}

// Said once, and again only when it changes.
function tellLeader(first) {
  const said = first?.games ? `${first.name} leads with ${count(first.points, "point")}.` : "";
  if (said && said !== leader) announce(said);
  leader = said;
}

function drawState() {
  const played = `${count(state.games, "game")} in ${state.matches_finished} of ${count(state.matches, "match", "matches")}`;
  const how = state.finished ? "finished" : state.playing ? "being played" : "stopped, or played on another machine";
  replace(find("#state"),
    el("span", { class: `dot ${state.playing ? "live" : ""}`, "aria-hidden": "true" }),
    ` ${state.format}, ${state.schedule}: ${played}, ${how}`);
  find("#bar").value = state.matches ? state.matches_finished / state.matches : 0;
}

start().catch((error) => complain("page", error));
