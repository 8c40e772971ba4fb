// The local engine: answers the questions of the HTTP API without a server, with the same answers.
//
// A route is added in a module of this folder, as one entry of its `routes`, by method and path:
//
//     export const routes = {
//       "POST /pattern": { fields: { ...GAME, guess: [WORD], answer: [WORD] }, answer: pattern },
//     };
//
// `fields` says what may be asked, in the order of the pydantic model (request.js). `answer(request,
// desk)` returns, or promises, the object that the server's function of this route returns. It throws a
// `Refusal` (text.js) with Python's kind and message. `desk` is what a route has at hand: `shelf` for
// words and data, `table(request)` for the game that is asked about, and `note(text)` where Python
// issues a RepairWarning. A name in braces in the path is a field, too. The module is listed in `ROUTES`.
//
// Python makes the test vectors: tests/web/test_web_engine.py and scripts/engine_vectors.py.

import { routes as boards } from "./boards.js";
import { routes as grids } from "./grids.js";
import { routes as lexicons } from "./lexicons.js";
import { routes as play } from "./play.js";
import { routes as review } from "./review.js";
import { Shelf } from "./shelf.js";
import { routes as suggest } from "./suggest.js";
import { Refusal } from "./text.js";
import { checked } from "./request.js";

const ROUTES = { ...lexicons, ...suggest, ...boards, ...grids, ...play, ...review };

export class Engine {
  // `read(name)` promises the text of a data file.
  constructor(read) {
    this.shelf = new Shelf(read);
  }

  // The answer to a question, or a Refusal {message, kind, status}.
  async answer(method, path, body) {
    const [route, named] = find(method, path);
    const request = checked(route.fields, method === "POST" ? body : named);
    const desk = new Desk(this.shelf);
    const answer = await route.answer(request, desk);
    return { ...answer, notes: [...(answer.notes ?? []), ...desk.notes] };
  }
}

// What a route has at hand for one question.
class Desk {
  constructor(shelf) {
    this.shelf = shelf;
    this.notes = new Set();
  }

  note(text) {
    this.notes.add(text);
  }

  async table({ lexicon, game = null }) {
    if (game !== null) throw new Refusal("InvalidError", `${game} is played with salet serve; this page plays only Wordle`);
    return this.shelf.table(lexicon);
  }
}

function find(method, path) {
  for (const [name, route] of Object.entries(ROUTES)) {
    const [verb, pattern] = name.split(" ");
    const parts = pattern.split("/");
    const given = path.split("/");
    if (verb !== method || parts.length !== given.length) continue;
    const named = {};
    const fits = parts.every((part, place) => {
      if (!part.startsWith("{")) return part === given[place];
      named[part.slice(1, -1)] = decodeURIComponent(given[place]);
      return true;
    });
    if (fits) return [route, named];
  }
  throw new Refusal("HTTPError", "this page works without a server and cannot do that; salet serve can", 404);
}
