// The keys on the screen and the keys on the desk, which do the same.

import { el } from "./dom.js";
import { capital } from "./tiles.js";

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
    const lines = rows.map((row) => [...row].map((letter) => this.key(letter, capital(letter))));
    const last = lines.at(-1);
    last.unshift(this.key("Enter", "Enter", "wide"));
    last.push(this.key("Backspace", "⌫", "wide", "Delete the last letter"));
    this.place.replaceChildren(...lines.map((line) => el("div", { class: "keys" }, ...line)));
  }

  key(name, text, kind = "", label = null) {
    const key = el(
      "button",
      { type: "button", class: `key ${kind}`, "aria-label": label ?? text, "data-key": name, onclick: () => this.press(name, true) },
      text,
    );
    // Pressing a key must not take the focus from where a person is.
    key.addEventListener("pointerdown", (event) => event.preventDefault());
    this.keys.set(name, key);
    return key;
  }

  // Show what is known of each letter; several boards share the key.
  show(known) {
    for (const [name, key] of this.keys) {
      if (name.length > 1 && name !== [...name][0]) continue;
      const colour = known.get(name);
      if (colour) {
        key.dataset.colour = colour;
        key.setAttribute("aria-label", `${capital(name)}, ${MEANING[colour]}`);
      } else {
        delete key.dataset.colour;
        key.setAttribute("aria-label", capital(name));
      }
    }
  }
}

const TYPING = "input, select, textarea, [contenteditable]";

// Listen to the keyboard wherever no field, button or menu has a use for the key.
export function listen(press) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || event.isComposing) return;
    if (event.target.closest?.(TYPING)) return;
    const onControl = event.target.closest?.("button, a, summary");
    if (event.key === "Enter" || event.key === " ") {
      if (onControl || event.key === " ") return;
      event.preventDefault();
      press("Enter", false);
    } else if (event.key === "Backspace") {
      event.preventDefault();
      press("Backspace", false);
    } else if (/^\p{L}$/u.test(event.key)) {
      press(lower(event.key), false);
    }
  });
}

export const lower = (letter) => (letter.toLowerCase().length === letter.length ? letter.toLowerCase() : letter).normalize("NFC");

// The best that is known of every letter.
export function knownLetters(turns) {
  const order = ["grey", "yellow", "green"];
  const known = new Map();
  for (const { word, colours } of turns) {
    [...word].forEach((letter, place) => {
      const before = known.get(letter);
      if (!before || order.indexOf(colours[place]) > order.indexOf(before)) known.set(letter, colours[place]);
    });
  }
  return known;
}
