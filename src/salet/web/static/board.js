// One board: rows of tiles. What the tiles do when they are pressed is the page's business.

import { el } from "./dom.js";
import { capital, colourOf, paint } from "./tiles.js";

export class BoardView {
  // `press(row, place)` makes the tiles of finished rows buttons; without it they are pictures.
  constructor(name, press = null) {
    this.press = press;
    this.rows = [];
    this.heading = el("h3", {}, name);
    this.grid = el("div", { class: "grid" });
    this.element = el("section", { class: "board", "aria-label": name }, this.heading, this.grid);
  }

  size(height, length) {
    if (this.rows.length === height && this.length === length) return;
    this.length = length;
    this.element.style.setProperty("--length", length);
    this.rows = Array.from({ length: height }, (_, row) => this.row(row));
    this.grid.replaceChildren(...this.rows.map(({ element }) => element));
  }

  row(row) {
    const tiles = Array.from({ length: this.length }, (_, place) => {
      if (!this.press) return el("span", { class: "tile", role: "img" });
      const tile = el("button", { type: "button", class: "tile", disabled: true, "data-row": row, "data-place": place });
      tile.addEventListener("click", (event) => this.press(row, place, event.detail > 0));
      return tile;
    });
    return { element: el("div", { class: "row", role: "group" }, ...tiles), tiles };
  }

  // turns: [{word, pattern}]; entry: letters being typed, in the row after them.
  draw(turns, entry = "", invalid = false) {
    this.rows.forEach(({ element, tiles }, row) => {
      const turn = turns[row];
      const letters = turn ? [...turn.word] : row === turns.length ? [...entry] : [];
      tiles.forEach((tile, place) => {
        paint(tile, letters[place], place, turn ? colourOf([...turn.pattern][place]) : null);
        if (this.press) tile.disabled = !turn;
      });
      element.toggleAttribute("data-filled", Boolean(turn));
      element.toggleAttribute("data-next", row === turns.length);
      element.toggleAttribute("data-invalid", !turn && row === turns.length && invalid);
      element.setAttribute("aria-label", `Guess ${row + 1}${turn ? `: ${capital(turn.word)}` : ""}`);
    });
  }

  tile(row, place) {
    return this.rows[row]?.tiles[place] ?? null;
  }
}
