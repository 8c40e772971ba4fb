// One board: rows of tiles. What the tiles do when they are pressed is the page's business.

import { el } from "./dom.js";
import { capital, isSolved, paint } from "./tiles.js";

export class BoardView {
  // `press(row, place, byPointer)` makes the tiles of played rows buttons; without it they are pictures.
  constructor(name, press = null) {
    this.press = press;
    this.rows = [];
    this.heading = el("h2", {}, name);
    this.grid = el("div", { class: "grid" });
    this.element = el("section", { class: "board", "aria-label": name }, this.heading, this.grid);
  }

  size(height, length, direction = "ltr") {
    if (this.rows.length === height && this.length === length && this.grid.dir === direction) return;
    this.length = length;
    this.grid.dir = direction;
    this.element.style.setProperty("--length", length);
    this.rows = Array.from({ length: height }, (_, row) => this.row(row));
    this.grid.replaceChildren(...this.rows.map(({ element }) => element));
    this.played = undefined;
  }

  row(row) {
    const tiles = Array.from({ length: this.length }, (_, place) => {
      const tile = this.press
        ? el("button", { type: "button", class: "tile", disabled: true, "data-row": row, "data-place": place })
        : el("span", { class: "tile", role: "img" });
      tile.style.setProperty("--place", place);
      if (this.press) tile.addEventListener("click", (event) => this.press(row, place, event.detail > 0));
      return tile;
    });
    return { element: el("div", { class: "row", role: "group" }, ...tiles), tiles };
  }

  // turns: [{word, pattern}]; entry: letters being typed, in the row after them.
  draw(turns, { entry = "", invalid = false, clashes = new Set() } = {}) {
    this.rows.forEach(({ element, tiles }, row) => {
      const turn = turns[row];
      const letters = turn ? [...turn.word] : row === turns.length ? [...entry] : [];
      tiles.forEach((tile, place) => {
        paint(tile, letters[place], place, turn?.pattern[place]);
        tile.toggleAttribute("data-clash", clashes.has(`${row} ${place}`));
        if (!this.press) return;
        tile.disabled = !turn;
        tile.tabIndex = row === turns.length - 1 && place === 0 ? 0 : -1; // the arrow keys reach the others
      });
      element.toggleAttribute("data-filled", Boolean(turn));
      element.toggleAttribute("data-next", row === turns.length);
      element.toggleAttribute("data-invalid", !turn && row === turns.length && invalid);
      // A reply that has just come in turns its tiles over; the winning row jumps for joy.
      element.toggleAttribute("data-new", row === turns.length - 1 && this.played === row);
      element.toggleAttribute("data-won", Boolean(turn) && isSolved(turn.pattern));
      element.setAttribute("aria-label", `Guess ${row + 1}${turn ? `: ${capital(turn.word)}` : ""}`);
    });
    this.played = turns.length;
  }

  tile(row, place) {
    return this.rows[row]?.tiles[place] ?? null;
  }
}
