// Asks the engine: `get`, `post` and `remove` take the paths of the HTTP API and promise its answers.
// There are two engines. The remote one is the server. The local one is a worker in this browser, for
// pages that have no server. Every refusal becomes an ApiError with the message that the command line gives.

const ROOT = "/api/v1";
const TRIES = 3;
const OLD = "this browser is too old for the engine of this page; use one of 2023 or newer";
const LOST = "the engine of this page could not be loaded; check the network, then reload the page";

const WORDS = "/lexicons"; // where a person's own words are sent
const SENT = 5;
const PATIENCE = 60; // seconds that the worker may compute for an answer
const GRACE = 1; // seconds that it may go on when nobody waits for the answer

class ApiError extends Error {
  constructor(message, kind, status) {
    super(message);
    this.kind = kind;
    this.status = status;
  }
}

const LATE = new ApiError(`the calculation took more than ${PATIENCE} seconds and was stopped; try a position with fewer candidates`, "LateError", 504);

// --- the remote engine -----------------------------------------------------------------------

const pause = (seconds) => new Promise((resolve) => setTimeout(resolve, 1000 * seconds));

async function askServer(method, path, body, signal) {
  for (let attempt = 1; ; attempt += 1) {
    let response;
    try {
      response = await fetch(ROOT + path, {
        method,
        signal,
        headers: body === undefined ? {} : { "Content-Type": "application/json" },
        body: body === undefined ? undefined : JSON.stringify(body),
      });
    } catch (error) {
      if (error.name === "AbortError") throw error;
      throw new ApiError("the server does not answer; is salet serve still running?", "Offline", 0);
    }
    // A busy server says when to come back.
    if (response.status === 503 && attempt < TRIES) {
      await pause(Number(response.headers.get("Retry-After") ?? 1));
      continue;
    }
    let answer;
    try {
      answer = await response.json();
    } catch {
      throw new ApiError(`the server's answer cannot be read (${response.status})`, "Unreadable", response.status);
    }
    if (!response.ok) throw new ApiError(answer.error, answer.kind, response.status);
    return answer;
  }
}

// --- the local engine ------------------------------------------------------------------------

// The worker is asked one question at a time. A question is {id, method, path, body}, its answer {id, answer}
// or {id, error: {message, kind, status}}. As on the server, work ends that takes too long, or that nobody waits
// for any more: another worker takes over, and is sent the person's own words again. While the worker loads its
// modules or, as it says by {reading}, files of words, no time counts: another one would have to load them again.
class LocalEngine {
  constructor() {
    this.queue = []; // the questions to come: {id, method, path, body, resolve, reject, left}
    this.current = null; // the one that is asked
    this.sent = []; // the last words of a person's own
    this.last = 0;
    this.heard = false; // whether a worker was ever heard of
    this.start(); // it loads while the page does
  }

  start() {
    this.reading = true; // its modules
    let able = false; // a browser that knows no module workers does not look at the type
    const options = { get type() { able = true; return "module"; } };
    try {
      this.worker = new Worker(new URL("engine/worker.js", import.meta.url), options);
    } catch {
      able = false;
    }
    if (!able) {
      this.worker = null;
      return;
    }
    this.worker.addEventListener("message", ({ data }) => this.hear(data));
    this.worker.addEventListener("error", (event) => this.fail(event));
    this.sent.forEach((body, place) => this.worker.postMessage({ id: -1 - place, method: "POST", path: WORDS, body }));
  }

  ask(method, path, body, signal) {
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const sent = body && JSON.parse(JSON.stringify(body)); // as it would reach a server
      const question = { id: this.last += 1, method, path, body: sent, resolve, reject };
      signal?.addEventListener("abort", () => this.leave(question, signal.reason));
      this.queue.push(question);
      this.next();
    });
  }

  next() {
    if (this.current || !this.queue.length) return;
    if (!this.worker) this.start();
    this.current = this.queue.shift();
    const { id, method, path, body, reject } = this.current;
    if (!this.worker) {
      this.current = null;
      reject(new ApiError(OLD, "Unable", 0));
      this.next();
      return;
    }
    this.worker.postMessage({ id, method, path, body });
    this.time();
  }

  // Time the question at hand, from now on.
  time() {
    clearTimeout(this.timer);
    if (!this.current || this.reading) return;
    this.timer = setTimeout(() => this.replace(LATE), 1000 * (this.current.left ? GRACE : PATIENCE));
  }

  hear({ id, answer, error, reading }) {
    this.heard = true;
    if (reading !== undefined) {
      this.reading = reading;
      this.time();
      return;
    }
    if (id !== this.current?.id) return;
    const { method, path, body, resolve, reject } = this.current;
    if (error) reject(new ApiError(error.message, error.kind, error.status));
    else resolve(answer);
    if (path === WORDS && method === "POST" && !error) this.sent = [...this.sent, body].slice(-SENT);
    if (method === "POST") document.dispatchEvent(new Event("answered"));
    this.done();
  }

  done() {
    clearTimeout(this.timer);
    this.current = null;
    this.next();
  }

  // Nobody waits for a question any more.
  leave(question, reason) {
    question.reject(reason);
    question.left = true;
    if (question === this.current) this.time();
    this.queue = this.queue.filter((one) => one !== question);
  }

  // Another worker takes over, and the question at hand fails.
  replace(error) {
    this.worker.terminate();
    this.current.reject(error);
    this.start();
    this.done();
  }

  // The worker could not be loaded, or broke: all who wait are told, and the next question starts another.
  fail(event) {
    event.preventDefault();
    this.worker.terminate();
    this.worker = null;
    const told = this.heard ? `the engine of this page failed: ${event.message}; try again` : event.message ? OLD : LOST;
    const error = new ApiError(told, told === LOST ? "Offline" : "Unable", 0);
    for (const { reject } of [this.current, ...this.queue].filter(Boolean)) reject(error);
    this.queue = [];
    this.done();
  }
}

// --- the one that this page has --------------------------------------------------------------

export const isLocal = document.querySelector('meta[name="salet-engine"]')?.content === "local";
const local = isLocal ? new LocalEngine() : null;
const send = local ? (...question) => local.ask(...question) : askServer;

export const get = (path, signal) => send("GET", path, undefined, signal);
export const post = (path, body, signal) => send("POST", path, body, signal);
export const remove = (path) => send("DELETE", path);

// Follow a job of the server: `progress(job)` is told how it goes, `lost()` that the server is not
// heard any more. Returns the job when it is over; null if the server has forgotten it.
export function follow(id, progress, lost, signal) {
  return new Promise((resolve, reject) => {
    const events = new EventSource(`${ROOT}/runs/${id}/events`);
    signal.addEventListener("abort", () => events.close());
    events.addEventListener("progress", (event) => progress(JSON.parse(event.data)));
    events.addEventListener("end", (event) => {
      events.close();
      const job = JSON.parse(event.data);
      if (job.state === "done") resolve(job);
      else reject(new ApiError(job.error ?? "the run was stopped", job.state, 0));
    });
    events.addEventListener("error", () => {
      // The browser tries again by itself, unless the server refused.
      if (events.readyState === EventSource.CLOSED) resolve(null);
      else lost();
    });
  });
}

// One guard for a page: what a person chose last counts. Every question is asked with the signal of
// `begin`, which ends all questions before it; an answer whose signal is aborted is dropped.
export class Guard {
  begin() {
    this.end();
    this.controller = new AbortController();
    return this.controller.signal;
  }

  end() {
    this.controller?.abort();
  }
}
