// The Arena page: which tournament, which part of it, and what comes in while it is played.

import { get } from "./api.js";
import { BotPage } from "./arena-bot.js";
import { drawGames } from "./arena-games.js";
import { PairPage } from "./arena-pair.js";
import { ReplayPage } from "./arena-replay.js";
import { drawStandings } from "./arena-standings.js";
import { announce, count, el, find, replace } from "./dom.js";
import * as link from "./link.js";
import { wireTabs } from "./tabs.js";

const NAMES = ["standings", "games", "pair", "bot"];
const SHOWN = 30;
const PAUSE = 3000;

let state = null;
let events = null;
let latest = [];
let counted = 0;
let waiting = null;

const complain = (error) => {
  find("#message").textContent = error ? error.message : "";
};
const tabs = wireTabs(NAMES, (name) => note({ tab: name }));
const replay = new ReplayPage(complain, (game) => note({ tab: "games", game }));
const pair = new PairPage(complain, openGame, (first, second) => note({ tab: "pair", first, second }));
const bot = new BotPage(complain, openGame, openPair, (name) => note({ tab: "bot", bot: name }));

// The address keeps what is shown, so that a link shows the same.
function note(values) {
  const known = Object.fromEntries(link.read());
  link.write({ ...known, ...values, tournament: state.tournament });
}

function openGame(id) {
  tabs.select("games");
  replay.open(id).then(() => find("#replay-title").focus());
}

function openPair(first, second) {
  tabs.select("pair");
  pair.open(state.tournament, first, second);
}

function openBot(name) {
  tabs.select("bot");
  bot.open(state.tournament, name);
}

async function start() {
  const { tournaments } = await get("/arena");
  find("#nothing").classList.toggle("hidden", tournaments.length > 0);
  if (!tournaments.length) return;
  find("#arena").classList.remove("hidden");
  const names = tournaments.map(({ tournament }) => tournament);
  replace(find("#tournament"), names.map((name) => el("option", { value: name }, name)));
  const params = link.read();
  const wanted = names.includes(params.get("tournament")) ? params.get("tournament") : names[0];
  find("#tournament").value = wanted;
  find("#tournament").addEventListener("change", () => show(find("#tournament").value, new URLSearchParams()));
  await show(wanted, params);
}

async function show(name, params) {
  events?.close();
  latest = [];
  counted = -1;
  state = await get(`/arena/games?limit=1&tournament=${encodeURIComponent(name)}`);
  for (const select of document.querySelectorAll(".bots")) {
    replace(select, state.bots.map((one) => el("option", { value: one }, one)));
  }
  replay.clear();
  tabs.select(NAMES.includes(params.get("tab")) ? params.get("tab") : "standings", false);
  const has = (...keys) => keys.every((key) => params.has(key));
  const [first, second = first] = state.bots;
  pair.choose(state.tournament, has("first") ? params.get("first") : first, has("second") ? params.get("second") : second);
  bot.choose(state.tournament, has("bot") ? params.get("bot") : first);
  if (has("game")) replay.open(Number(params.get("game")));
  drawState();
  await recount();
  listen(name);
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
    const [leader] = standings.standings;
    if (leader?.games) announce(`${leader.name} leads with ${leader.points} points.`);
    complain(null);
  } catch (error) {
    complain(error);
  }
}

function drawState() {
  const played = `${count(state.games, "game")} in ${state.matches_finished} of ${count(state.matches, "match", "matches")}`;
  const how = state.finished ? "finished" : state.playing ? "being played" : "stopped, or played on another machine";
  replace(find("#state"),
    el("span", { class: `dot ${state.playing ? "live" : ""}`, "aria-hidden": "true" }),
    ` ${state.format}, ${state.schedule}: ${played}, ${how}`);
  find("#bar").value = state.matches ? state.matches_finished / state.matches : 0;
}

start().catch(complain);
