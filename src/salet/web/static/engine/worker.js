// The engine in a module worker. A message {id, method, path, body} is a question; the answer is
// {id, answer} or {id, error: {message, kind, status}}. Questions are answered one after the other.
// {reading: true} says that the worker waits for a file, {reading: false} that it does not, or not any more.

import { Engine } from "./local.js";
import { Refusal } from "./text.js";
// All other modules by name, so that the browser asks for all of them at once.
import "./boards.js";
import "./colours.js";
import "./common.js";
import "./contradiction.js";
import "./estimates.js";
import "./grids.js";
import "./hard.js";
import "./hosts.js";
import "./lexicons.js";
import "./play.js";
import "./priors.js";
import "./reasons.js";
import "./replies.js";
import "./request.js";
import "./review.js";
import "./sha256.js";
import "./shelf.js";
import "./small.js";
import "./splits.js";
import "./strategies.js";
import "./suggest.js";
import "./tree.js";
import "./values.js";
import "./view.js";
import "./wider.js";
import "./words.js";

let files = 0; // how many are being read
const engine = new Engine(async (name) => {
  files += 1;
  if (files === 1) postMessage({ reading: true });
  try {
    return await read(name);
  } finally {
    files -= 1;
    if (files === 0) postMessage({ reading: false });
  }
});

async function read(name) {
  let response;
  try {
    response = await fetch(new URL(`data/${name}`, import.meta.url));
  } catch {
    throw new Refusal("Offline", "a word list could not be fetched; is the network gone?", 0);
  }
  if (!response.ok) throw new Refusal("Offline", `a word list could not be fetched (${response.status})`, 0);
  return response.text();
}

const waiting = [];
let working = false;
let advised = null; // the game of the last advice
const PAUSE = 200; // milliseconds without a question
const SECONDS = ["salet:y---y", "crane:y----", "slate:-----", "raise:--y-g"]; // turns to practise on

addEventListener("message", ({ data }) => {
  waiting.push(data);
  if (!working) work();
});
postMessage({ reading: false }); // the modules are here
engine.shelf.begin().catch(() => null); // who asks for a file that failed is told

async function work() {
  working = true;
  while (waiting.length) {
    const { id, method, path, body } = waiting.shift();
    try {
      postMessage({ id, answer: await engine.answer(method, path, body) });
      if (path === "/suggest") advised = { lexicon: body.lexicon ?? "original", hard: body.hard ?? "off" };
    } catch (error) {
      const refused = error instanceof Refusal;
      if (!refused) console.error(error);
      const { message, kind, status } = refused ? error : { message: "the page failed at this; its console says why", kind: "InternalError", status: 500 };
      postMessage({ id, error: { message, kind, status } });
    }
  }
  working = false;
  if (SECONDS.length) setTimeout(prepare, PAUSE);
}

// After the first advice, nearly everybody asks for a second one: have the data read and the code compiled, which
// the browser does for what runs often.
async function prepare() {
  if (working || !advised || !SECONDS.length) return;
  working = true;
  await engine.answer("POST", "/suggest", { ...advised, position: SECONDS.shift(), shown: 0 }).catch(() => null);
  work();
}
