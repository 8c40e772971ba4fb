// Tiles: a letter and a colour, for the eye and for the ear.

import { el } from "./dom.js";

export const COLOURS = ["grey", "yellow", "green"];
const SIGNS = { "-": "grey", y: "yellow", g: "green" };
const ORDINALS = [
  "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth",
  "ninth", "tenth", "eleventh", "twelfth", "thirteenth", "fourteenth", "fifteenth",
];

export const colourOf = (sign) => SIGNS[sign] ?? null;
export const signOf = (colour) => Object.keys(SIGNS).find((sign) => SIGNS[sign] === colour);
export const nextColour = (colour) => COLOURS[(COLOURS.indexOf(colour) + 1) % COLOURS.length];
export const allGrey = (length) => "-".repeat(length);
export const isSolved = (pattern) => pattern.length > 0 && [...pattern].every((sign) => sign === "g");

// A capital where that is one letter; ß stays ß.
export const capital = (text) =>
  [...text].map((letter) => (letter.toUpperCase().length === letter.length ? letter.toUpperCase() : letter)).join("");

export const tileLabel = (letter, place, colour) =>
  letter ? `${capital(letter)}, ${ORDINALS[place]} letter${colour ? `, ${colour}` : ""}` : `empty, ${ORDINALS[place]} letter`;

export function paint(tile, letter, place, colour) {
  tile.textContent = letter ? capital(letter) : "";
  tile.setAttribute("aria-label", tileLabel(letter, place, colour));
  tile.toggleAttribute("data-filled", Boolean(letter));
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
  return el("span", { class: "mini", role: "img", "aria-label": spoken(word, pattern) }, ...tiles);
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
