// Tiles: a letter and a colour, for the eye and for the ear. In a game whose reply is one text for
// the whole guess, such as 1.2, the tiles have no colours, and the reply stands beside them.
// A tile or a guess that has no reply yet has the sign OPEN.

import { count, el, replace } from "./dom.js";

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
export const isSolved = (pattern) => (isCounted() ? pattern === game.solved : pattern.length > 0 && [...pattern].every((sign) => sign === "g"));

// What the server says of the game, and the language of its words; Wordle until it has said so.
let game = { symbol: "letter", keyboard: [], replies: {}, counted: [], pegs: false, language: "en" };

export function setGame(told, language) {
  game = { ...told, language };
  capitals.clear();
}

export const isSymbol = (key) => game.keyboard.some((row) => row.includes(key));

// --- replies that are one text -----------------------------------------------------------------

export const replies = () => Object.keys(game.replies);
export const isCounted = () => replies().length > 0;
const REPLY_WIDTH = 1.6; // of the reply beside the tiles, in tiles

// A reply in words: 1 black peg, 2 white pegs.
export function spokenReply(text) {
  const numbers = text.match(/\d+/gu) ?? [];
  return numbers.length === game.counted.length ? numbers.map((number, place) => count(Number(number), game.counted[place])).join(", ") : text;
}

export const replyPicture = (text) => el("span", { class: game.pegs ? "pegs" : null, "aria-hidden": "true" }, game.pegs ? game.replies[text] : text);

// --- letters -----------------------------------------------------------------------------------

// One letter in another case; where that is not one letter, it stays: ß has no capital.
const one = (letter, other) => (other.length === letter.length ? other : letter);
const capitals = new Map(); // of the letters that were shown
export const capital = (text) => [...text].map(capitalOf).join("");

function capitalOf(letter) {
  if (!capitals.has(letter)) capitals.set(letter, one(letter, letter.toLocaleUpperCase(game.language)));
  return capitals.get(letter);
}

export const lower = (text) => [...text].map((letter) => one(letter, letter.toLocaleLowerCase(game.language))).join("").normalize("NFC");

// Hebrew and Arabic letters run from right to left.
export const direction = (text) => (/[\p{Script=Hebrew}\p{Script=Arabic}]/u.test(text) ? "rtl" : "ltr");

function tileLabel(letter, place, colour) {
  if (!letter) return `empty, ${ORDINALS[place]} ${game.symbol}`;
  return [capital(letter), `${ORDINALS[place]} ${game.symbol}`, colour].filter(Boolean).join(", ");
}

export function paint(tile, letter, place, sign) {
  const colour = colourOf(sign);
  const shown = `${letter} ${sign} ${game.symbol} ${game.language} ${pegOf(letter)}`;
  if (shown === tile.shown) return; // nothing is laid out anew
  tile.shown = shown;
  tile.textContent = letter ? capital(letter) : "";
  tile.setAttribute("aria-label", tileLabel(letter, place, sign === OPEN ? "not coloured yet" : colour));
  tile.toggleAttribute("data-filled", Boolean(letter));
  tile.toggleAttribute("data-open", sign === OPEN);
  mark(tile, "colour", colour);
  mark(tile, "peg", pegOf(letter));
}

function mark(element, name, value) {
  if (value) element.dataset[name] = value;
  else delete element.dataset[name];
}

// The number of a symbol's colour, where symbols are pegs.
export const pegOf = (letter) => (game.pegs && letter ? 1 + game.keyboard.join("").indexOf(letter) : null);

// A word with its pattern, small and fixed, as one picture.
export function mini(word, pattern) {
  const letters = [...word];
  const tiles = [...(isCounted() ? word : pattern)].map((sign, place) => {
    const attributes = { class: "tile", "aria-hidden": "true", "data-peg": pegOf(letters[place]), "data-colour": isCounted() ? null : colourOf(sign) };
    return el("span", attributes, letters[place] ? capital(letters[place]) : "");
  });
  return el("span", { class: "mini", role: "img", dir: direction(word), "aria-label": spoken(word, pattern) }, tiles, isCounted() ? replyPicture(pattern) : null);
}

export function spoken(word, pattern) {
  if (isCounted()) return `${capital(word)}: ${spokenReply(pattern)}`;
  const letters = [...word];
  const parts = [...pattern].map((sign, place) => `${letters[place] ? `${capital(letters[place])} ` : ""}${colourOf(sign)}`);
  return parts.join(", ");
}

const SQUARES = { "🟩": "green", "🟧": "green", "🟨": "yellow", "🟦": "yellow", "⬛": "grey", "⬜": "grey", "🟥": "red" };

const PEGS = { "⚫": "●", "⚪": "○", "➖": "·" };

// A shared text, its squares and pegs drawn here: not every machine has a font for them.
export const squares = (text) =>
  [...text].map((sign) => (sign in SQUARES ? el("span", { class: "square", "data-colour": SQUARES[sign] }, sign) : PEGS[sign] ?? sign));

export const inHighContrast = (text) => text.replaceAll("🟩", "🟧").replaceAll("🟨", "🟦");

// --- boards ----------------------------------------------------------------------------------

// Lay out as many boards as there are, and return their views; `make(board)` makes one.
export function layOut(place, views, boards, make, { height, length, direction }) {
  const shown = views.length === boards ? views : Array.from({ length: boards }, (_, board) => make(board));
  if (shown !== views) replace(place, shown.map(({ element }) => element));
  place.dataset.count = boards;
  place.style.setProperty("--length", length + (isCounted() ? REPLY_WIDTH : 0));
  place.style.setProperty("--rows", height);
  shown.forEach((view) => view.size(height, length, direction));
  return shown;
}

// One board: rows of tiles. What the tiles do when they are pressed is the page's business.
export class BoardView {
  // `press(row, place, byPointer)` makes the tiles of played rows buttons, or the replies beside
  // them; without it they are pictures.
  constructor(name, press = null) {
    this.press = press;
    this.rows = [];
    this.heading = el("h2", {}, name);
    this.grid = el("div", { class: "grid" });
    this.element = el("section", { class: "board", "aria-label": name }, this.heading, this.grid);
  }

  size(height, length, direction = "ltr") {
    const counted = isCounted();
    if (this.rows.length === height && this.length === length && this.grid.dir === direction && this.counted === counted) return;
    Object.assign(this, { length, counted });
    this.grid.dir = direction;
    this.element.style.setProperty("--length", length);
    this.element.toggleAttribute("data-counted", counted);
    this.element.toggleAttribute("data-pegs", game.pegs);
    this.rows = Array.from({ length: height }, (_, row) => this.row(row));
    this.grid.replaceChildren(...this.rows.map(({ element }) => element));
    this.played = undefined;
  }

  row(row) {
    const tiles = Array.from({ length: this.length }, (_, place) => {
      const tile = this.pressed(!this.counted, "tile", row, place);
      tile.style.setProperty("--place", place);
      return tile;
    });
    const reply = this.counted ? this.pressed(true, "reply", row, null) : null;
    return { element: el("div", { class: "row", role: "group" }, tiles, reply), tiles, reply };
  }

  // A part of a row: a button if the page has a use for it, else a picture.
  pressed(useful, name, row, place) {
    if (!this.press || !useful) return el("span", { class: name, role: "img" });
    return el("button", { type: "button", class: name, disabled: true, "data-row": row, "data-place": place, onclick: (event) => this.press(row, place, event.detail > 0) });
  }

  // turns: [{word, pattern}]; entry: letters being typed, in the row after them.
  draw(turns, { entry = "", invalid = false, clashes = new Set() } = {}) {
    this.rows.forEach(({ element, tiles, reply }, row) => {
      const turn = turns[row];
      const letters = turn ? [...turn.word] : row === turns.length ? [...entry] : [];
      tiles.forEach((tile, place) => {
        paint(tile, letters[place], place, this.counted ? undefined : turn?.pattern[place]);
        tile.toggleAttribute("data-clash", clashes.has(`${row} ${place}`));
        tile.disabled = !turn;
        if (tile.matches("button")) tile.tabIndex = row === turns.length - 1 && place === 0 ? 0 : -1; // the arrow keys reach the others
      });
      if (reply) this.drawReply(reply, turn?.pattern);
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

  drawReply(place, text) {
    const known = text && text !== OPEN;
    replace(place, known ? replyPicture(text) : text ? "?" : null);
    place.setAttribute("aria-label", known ? spokenReply(text) : text ? "no reply yet" : "no guess yet");
    place.toggleAttribute("data-open", text === OPEN);
    place.disabled = !text;
  }

  tile(row, place) {
    return this.rows[row]?.tiles[place] ?? null;
  }
}
