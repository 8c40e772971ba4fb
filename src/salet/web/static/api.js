// Asks the server. Every refusal becomes an ApiError with the message that the command line gives.

const ROOT = "/api/v1";
const TRIES = 3;

export class ApiError extends Error {
  constructor(message, kind, status) {
    super(message);
    this.kind = kind;
    this.status = status;
  }
}

const pause = (seconds) => new Promise((resolve) => setTimeout(resolve, 1000 * seconds));

async function send(method, path, body, signal) {
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

export const get = (path, signal) => send("GET", path, undefined, signal);
export const post = (path, body, signal) => send("POST", path, body, signal);
export const remove = (path) => send("DELETE", path);

// Follow a job; calls `progress` as it goes and returns the job when it is over.
export function follow(id, progress, signal) {
  return new Promise((resolve, reject) => {
    const events = new EventSource(`${ROOT}/runs/${id}/events`);
    const stop = () => events.close();
    signal?.addEventListener("abort", () => {
      stop();
      reject(new DOMException("stopped", "AbortError"));
    });
    events.addEventListener("progress", (event) => progress(JSON.parse(event.data)));
    events.addEventListener("end", (event) => {
      stop();
      const job = JSON.parse(event.data);
      if (job.state === "done") resolve(job);
      else reject(new ApiError(job.error ?? "the run was stopped", job.state, 0));
    });
    events.addEventListener("error", () => {
      if (events.readyState === EventSource.CLOSED) {
        reject(new ApiError("the server does not answer", "Offline", 0));
      }
    });
  });
}

// Only the last of several requests counts; the ones before it are given up, and `cancel` gives
// up the last one, too.
export function latest(action) {
  let controller = null;
  const ask = async (...values) => {
    controller?.abort();
    const mine = new AbortController();
    controller = mine;
    try {
      return await action(mine.signal, ...values);
    } catch (error) {
      if (error.name === "AbortError") return undefined;
      throw error;
    }
  };
  ask.cancel = () => controller?.abort();
  return ask;
}
