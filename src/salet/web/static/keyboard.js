// The keys on the screen and the keys on the desk, which do the same; and keys that colour tiles or
// give a reply.

import { el, replace } from "./dom.js";
import { COLOURS, capital, colourOf, isCounted, isSymbol, lower, pegOf, replies, replyPicture, spokenReply } from "./tiles.js";

const TYPING = "input, select, textarea, [contenteditable]";
const MEANING = { grey: "not in the word", yellow: "in the word", green: "in its place" };

export class Keyboard {
  // `press` is called with a letter, "Enter" or "Backspace".
  constructor(place, press) {
    this.place = place;
    this.press = press;
    this.keys = new Map();
  }

  layOut(rows) {
    this.keys.clear();
    // Two letters with one capital, such as ς and σ, are shown as they are.
    const capitals = rows.flatMap((row) => [...row].map(capital));
    this.shown = (letter) => (capitals.indexOf(capital(letter)) === capitals.lastIndexOf(capital(letter)) ? capital(letter) : letter);
    const lines = rows.map((row) => [...row].map((letter) => this.key(letter, this.shown(letter))));
    const last = lines.at(-1);
    last.unshift(this.key("Enter", "Enter", "wide"));
    last.push(this.key("Backspace", "⌫", "wide", "Delete the last letter"));
    this.place.replaceChildren(...lines.map((line) => el("div", { class: "keys" }, ...line)));
    this.stop([...this.keys.values()][0]);
  }

  // The keys are one stop of the tab key; the arrow keys move among them.
  stop(key) {
    for (const other of this.keys.values()) other.tabIndex = other === key ? 0 : -1;
  }

  move(event) {
    const line = event.target.parentElement;
    const place = [...line.children].indexOf(event.target);
    const lines = {
      ArrowLeft: event.target.previousElementSibling,
      ArrowRight: event.target.nextElementSibling,
      ArrowUp: line.previousElementSibling?.children[place],
      ArrowDown: line.nextElementSibling?.children[place],
    };
    if (!(event.key in lines)) return;
    event.preventDefault();
    if (!lines[event.key]) return;
    this.stop(lines[event.key]);
    lines[event.key].focus();
  }

  key(name, text, kind = "", label = null) {
    const key = el(
      "button",
      { type: "button", class: `key ${kind}`, "aria-label": label ?? text, "data-key": name, "data-peg": kind ? null : pegOf(name), onclick: () => this.press(name, true), onkeydown: (event) => this.move(event) },
      text,
    );
    // Pressing a key must not take the focus from where a person is.
    key.addEventListener("pointerdown", (event) => event.preventDefault());
    this.keys.set(name, key);
    return key;
  }

  // Listen to the keyboard wherever no field, button or menu has a use for the key.
  listen() {
    document.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || event.isComposing) return;
      if (event.target.closest?.(TYPING)) return;
      const onControl = event.target.closest?.("button, a, summary");
      if (event.key === "Enter" && !onControl) {
        event.preventDefault();
        this.press("Enter", false);
      } else if (event.key === "Backspace") {
        event.preventDefault();
        this.press("Backspace", false);
      } else if (/^\p{L}$/u.test(event.key) || isSymbol(event.key)) {
        if (!/^\p{L}$/u.test(event.key)) event.preventDefault(); // browsers have a use for /
        onControl?.blur(); // the Enter that ends the word must not press the button of before
        this.press(this.letter(event.key), false);
      }
    });
  }

  // A letter as the game has it: where é has no key of its own, it is an e.
  letter(typed) {
    const small = lower(typed);
    const bare = small.normalize("NFD")[0];
    return !this.keys.has(small) && this.keys.has(bare) ? bare : small;
  }

  // Show what is known of each letter: one map per board, null where the board is solved.
  // Several boards share the key, which then has a strip for each of them.
  show(boards) {
    const open = boards.filter(Boolean);
    for (const [name, key] of this.keys) {
      if (name.length > 1 && name !== [...name][0]) continue;
      const colours = open.map((known) => known.get(name));
      const same = colours.every((colour) => colour === colours[0]) ? colours[0] : null;
      const differ = colours.some((colour) => colour === "yellow" || colour === "green") && same === null;
      if (same) key.dataset.colour = same;
      else delete key.dataset.colour;
      const told = differ
        ? boards.map((known, board) => (known?.get(name) ? `board ${board + 1} ${MEANING[known.get(name)]}` : null)).filter(Boolean).join(", ")
        : MEANING[same];
      const label = [this.shown(name), told].filter(Boolean).join(", ");
      if (key.getAttribute("aria-label") === label) continue; // nothing is laid out anew
      key.setAttribute("aria-label", label);
      replace(key, this.shown(name), differ ? strips(boards.map((known) => known?.get(name))) : null);
    }
  }
}

const strips = (colours) => el("span", { class: "strips" }, colours.map((colour) => el("i", { "data-colour": colour })));

// The best that is known of every letter, from turns {word, pattern}.
export function knownLetters(turns) {
  const known = new Map();
  if (isCounted()) return known;
  for (const { word, pattern } of turns) {
    const signs = [...pattern];
    [...word].forEach((letter, place) => {
      const colour = colourOf(signs[place]);
      if (COLOURS.indexOf(colour) > COLOURS.indexOf(known.get(letter))) known.set(letter, colour);
    });
  }
  return known;
}

// --- colouring tiles -------------------------------------------------------------------------

const COLOUR_KEYS = { g: "green", y: "yellow", x: "grey", "-": "grey", 2: "green", 1: "yellow", 0: "grey" };
const MOVES = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

// Colouring tiles from the keyboard: arrow keys move between them; g, y and x colour the one in
// focus and go on to the next.
export class TileKeys {
  // `views()` gives the boards; `colour(board, row, place, colour)` sets a tile; `done()` is Enter.
  // `reread(letters)` is asked whether the colours just typed were letters of the next word.
  constructor(views, { colour, done, reread }) {
    Object.assign(this, { views, colour, done, reread });
    this.colouring = false; // whether g, y and x colour the tile in focus, or are letters
    this.typed = ""; // the letters that coloured tiles since the word was entered
    document.addEventListener("keydown", (event) => this.pressed(event), true);
  }

  enter(board, row) {
    this.colouring = true;
    this.typed = "";
    this.views()[board].tile(row, 0)?.focus();
  }

  leave() {
    this.colouring = false;
    this.typed = "";
    if (document.activeElement?.matches(".tile")) document.activeElement.blur();
  }

  pressed(event) {
    const tile = event.target.closest?.(".tile");
    if (!tile || event.ctrlKey || event.metaKey || event.altKey) return;
    const board = this.views().findIndex(({ element }) => element.contains(tile));
    const [row, place] = [Number(tile.dataset.row), Number(tile.dataset.place)];
    const key = event.key.toLowerCase();
    if (event.key in MOVES) this.move(board, row, place, MOVES[event.key]);
    else if (event.key === "Enter") this.done();
    else if (key in COLOUR_KEYS && (!isSymbol(key) || (this.colouring && /^\p{L}$/u.test(key)))) this.set(board, row, place, key);
    else if (!this.typed || !/^\p{L}$/u.test(key) || !this.reread(this.typed + key)) return;
    event.stopPropagation();
    event.preventDefault();
  }

  move(board, row, place, [down, right]) {
    const forth = this.views()[board].grid.dir === "rtl" ? -right : right;
    this.colouring = true;
    this.typed = "";
    this.focus(board, row + down, place + forth);
  }

  set(board, row, place, key) {
    const { colouring } = this;
    this.colour(board, row, place, COLOUR_KEYS[key]);
    this.typed = this.typed.length === place ? this.typed + key : "";
    // After the last tile the next key is a letter again; the arrow keys still lead back.
    if (!this.focus(board, row, place + 1)) this.colouring = this.focusNextBoard(board, row) && colouring;
    if (!this.colouring) this.typed = "";
  }

  focus(board, row, place) {
    const tile = this.views()[board].tile(row, place);
    if (!tile || tile.disabled) return false;
    tile.focus();
    return true;
  }

  // On several boards, the last tile of one leads to the first of the next that is not solved.
  focusNextBoard(board, row) {
    const after = this.views().map((_, other) => other).slice(board + 1);
    return after.some((other) => this.focus(other, row, 0));
  }
}

// --- giving a reply --------------------------------------------------------------------------

// The replies of a game without colours as keys. The arrow keys move among them, and the numbers of
// a reply choose it: 12 is 1.2.
export class ReplyKeys {
  // `chosen(text)` is told the reply.
  constructor(place, chosen) {
    Object.assign(this, { place, chosen, typed: "", touched: false });
    place.addEventListener("keydown", (event) => this.pressed(event));
  }

  offer(word, now) {
    this.typed = "";
    this.touched = false;
    const key = (text) => el("button", { type: "button", class: "key", "data-reply": text, "aria-label": spokenReply(text), title: spokenReply(text), "aria-pressed": String(text === now), onclick: () => this.chosen(text) }, replyPicture(text));
    const asked = `The reply to ${capital(word)}`;
    replace(this.place, el("p", { class: "small soft" }, `${asked}:`), el("div", { class: "replies", role: "group", "aria-label": asked }, replies().map(key)));
  }

  focus() {
    this.place.querySelector(".key").focus();
  }

  close() {
    this.place.replaceChildren();
  }

  pressed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const keys = [...this.place.querySelectorAll(".key")];
    const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
    if (step) keys[(keys.indexOf(document.activeElement) + step + keys.length) % keys.length].focus();
    else if (/^\d$/u.test(event.key)) this.type(event.key, keys);
    else {
      if (event.key === "Tab") this.touched = true;
      if (event.key === "Enter" && !this.touched) event.preventDefault(); // it ends the code and chooses nothing
      return;
    }
    this.touched = true;
    event.stopPropagation();
    event.preventDefault();
  }

  type(digit, keys) {
    const digits = (key) => key.dataset.reply.replace(/\D/gu, "");
    const fitting = (typed) => keys.filter((key) => digits(key).startsWith(typed));
    this.typed = fitting(this.typed + digit).length ? this.typed + digit : digit;
    const [first, ...others] = fitting(this.typed);
    first?.focus();
    if (first && !others.length && digits(first) === this.typed) this.chosen(first.dataset.reply);
  }
}
