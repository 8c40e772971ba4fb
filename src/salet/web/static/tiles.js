// Tiles: a letter and a colour, for the eye and for the ear.
// A tile that is not coloured yet has the sign OPEN.

import { el } from "./dom.js";

export const COLOURS = ["grey", "yellow", "green"];
export const OPEN = "_";
const SIGNS = { "-": "grey", y: "yellow", g: "green" };
const ORDINALS = [
  "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth",
  "ninth", "tenth", "eleventh", "twelfth", "thirteenth", "fourteenth", "fifteenth",
];

export const colourOf = (sign) => SIGNS[sign] ?? null;
export const signOf = (colour) => Object.keys(SIGNS).find((sign) => SIGNS[sign] === colour);
export const nextColour = (colour) => COLOURS[(COLOURS.indexOf(colour ?? "grey") + 1) % COLOURS.length];
export const isSolved = (pattern) => pattern.length > 0 && [...pattern].every((sign) => sign === "g");

let language = "en"; // of the words that are shown: it decides how their letters are written

export function speak(code) {
  language = code;
}

// One letter in another case; where that is not one letter, it stays: ß has no capital.
const one = (letter, other) => (other.length === letter.length ? other : letter);
export const capital = (text) => [...text].map((letter) => one(letter, letter.toLocaleUpperCase(language))).join("");
export const lower = (text) => [...text].map((letter) => one(letter, letter.toLocaleLowerCase(language))).join("").normalize("NFC");

// Hebrew and Arabic letters run from right to left.
export const direction = (text) => (/[\p{Script=Hebrew}\p{Script=Arabic}]/u.test(text) ? "rtl" : "ltr");

function tileLabel(letter, place, colour) {
  if (!letter) return `empty, ${ORDINALS[place]} letter`;
  return [capital(letter), `${ORDINALS[place]} letter`, colour].filter(Boolean).join(", ");
}

export function paint(tile, letter, place, sign) {
  const colour = colourOf(sign);
  tile.textContent = letter ? capital(letter) : "";
  tile.setAttribute("aria-label", tileLabel(letter, place, sign === OPEN ? "not coloured yet" : colour));
  tile.toggleAttribute("data-filled", Boolean(letter));
  tile.toggleAttribute("data-open", sign === OPEN);
  if (colour) tile.dataset.colour = colour;
  else delete tile.dataset.colour;
}

// A word with its pattern, small and fixed, as one picture.
export function mini(word, pattern) {
  const letters = [...word];
  const tiles = [...pattern].map((sign, place) => {
    const tile = el("span", { class: "tile", "aria-hidden": "true" }, letters[place] ? capital(letters[place]) : "");
    tile.dataset.colour = colourOf(sign);
    return tile;
  });
  return el("span", { class: "mini", role: "img", dir: direction(word), "aria-label": spoken(word, pattern) }, ...tiles);
}

export function spoken(word, pattern) {
  const letters = [...word];
  const parts = [...pattern].map((sign, place) => `${letters[place] ? `${capital(letters[place])} ` : ""}${colourOf(sign)}`);
  return parts.join(", ");
}

const SQUARES = { "🟩": "green", "🟧": "green", "🟨": "yellow", "🟦": "yellow", "⬛": "grey", "⬜": "grey", "🟥": "red" };

// A shared text, its squares drawn here: not every machine has a font for them.
export const squares = (text) =>
  [...text].map((sign) => (sign in SQUARES ? el("span", { class: "square", "data-colour": SQUARES[sign] }, sign) : sign));

export const inHighContrast = (text) => text.replaceAll("🟩", "🟧").replaceAll("🟨", "🟦");

// --- boards ----------------------------------------------------------------------------------

// One board: rows of tiles. What the tiles do when they are pressed is the page's business.
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
