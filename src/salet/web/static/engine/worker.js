// The engine in a module worker. A message {id, method, path, body} is a question; the answer is
// {id, answer} or {id, error: {message, kind, status}}. {id, abort: true} says that nobody waits for
// question `id` any more. Questions are answered one after the other.

import { Engine } from "./local.js";
import { Refusal } from "./text.js";

const engine = new Engine(async (name) => {
  let response;
  try {
    response = await fetch(new URL(`data/${name}`, import.meta.url));
  } catch {
    throw new Refusal("Offline", "a word list could not be fetched; is the network gone?", 0);
  }
  if (!response.ok) throw new Refusal("Offline", `a word list could not be fetched (${response.status})`, 0);
  return response.text();
});

const waiting = new Map();
let working = false;
let warm = false; // whether a second turn was computed, so that the next one is quick
let advised = null; // the game of the last advice
const PAUSE = 200; // milliseconds without a question
const SECOND = "salet:y---y";

addEventListener("message", ({ data }) => {
  if (data.abort) waiting.delete(data.id);
  else waiting.set(data.id, data);
  if (!working) work();
});

async function work() {
  working = true;
  while (waiting.size) {
    const [id, { method, path, body }] = waiting.entries().next().value;
    waiting.delete(id);
    try {
      postMessage({ id, answer: await engine.answer(method, path, body) });
      if (path === "/suggest") advised = { lexicon: body.lexicon ?? "original", hard: body.hard ?? "off" };
    } catch (error) {
      const refused = error instanceof Refusal;
      if (!refused) console.error(error);
      const { message, kind, status } = refused ? error : { message: "the page failed at this; its console says why", kind: "InternalError", status: 500 };
      postMessage({ id, error: { message, kind, status } });
    }
    await new Promise((resolve) => { setTimeout(resolve); }); // to hear what is not wanted any more
  }
  working = false;
  if (!warm) setTimeout(prepare, PAUSE);
}

// After the first advice, nearly everybody asks for a second one: have the data read and the code compiled.
async function prepare() {
  if (warm || working || !advised) return;
  warm = working = true;
  await engine.answer("POST", "/suggest", { ...advised, position: SECOND, shown: 0 }).catch(() => null);
  working = false;
  if (waiting.size) work();
}
