// Asks the server. Every refusal becomes an ApiError with the message that the command line gives.

const ROOT = "/api/v1";
const TRIES = 3;

class ApiError extends Error {
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

// Follow a job: `progress(job)` is told how it goes, `lost()` that the server is not heard any
// more. Returns the job when it is over; null if the server has forgotten it.
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
