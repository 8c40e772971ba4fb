// Helpers for building elements, tabs and tables. Texts become text nodes, so a word is never read as HTML.

export function el(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

// A text with parts between backticks, which are code.
export const prose = (text) => text.split(/`+/u).map((part, place) => (place % 2 ? el("code", {}, part) : part));

// The name of a strategy or bot, which may be broken before each of its parts.
export const breakable = (name) => name.split(/(?=[+(_])|(?<=,)/u).flatMap((part) => [el("wbr"), part]);

export const find = (selector, root = document) => root.querySelector(selector);

// Fill `parent` anew; who was on something in it is on the thing of the same name afterwards.
export function replace(parent, ...children) {
  const name = (element) => element.getAttribute("aria-label") ?? element.textContent;
  const held = document.activeElement !== parent && parent.contains(document.activeElement) ? name(document.activeElement) : null;
  parent.replaceChildren(...children.flat().filter((child) => child !== null && child !== undefined));
  if (held !== null) [...parent.querySelectorAll("button, a, [tabindex]")].find((element) => name(element) === held)?.focus();
}

// Say something to people who listen instead of looking.
let said = 0;
export function announce(text) {
  const live = document.getElementById("live");
  live.textContent = "";
  const turn = ++said;
  setTimeout(() => {
    if (turn === said) live.textContent = text;
  }, 60);
}

// A message as a sentence: a capital at its beginning, one stop at its end.
export const sentence = (text) => `${text[0]?.toUpperCase() ?? ""}${text.slice(1)}${/[.?!:…]$/u.test(text) ? "" : "."}`;

export function debounce(action, wait) {
  let timer;
  return (...values) => {
    clearTimeout(timer);
    timer = setTimeout(() => action(...values), wait);
  };
}

// A whole number with commas; the browser's own way takes long to start.
export const commas = (number) => String(number).replace(/\B(?=(\d{3})+$)/gu, ",");

export const count = (number, noun, plural = `${noun}s`) => `${commas(number)} ${number === 1 ? noun : plural}`;

// Write a chance, and 0 and 1 only where it is just that.
export function percent(chance) {
  if (chance > 0 && chance < 0.005) return "<1%";
  if (chance >= 0.995 && chance < 1) return ">99%";
  return `${Math.round(100 * chance)}%`;
}

export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = el("textarea", { readonly: true, class: "sr" });
    area.value = text;
    document.body.append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    return done;
  }
}

// --- tabs -----------------------------------------------------------------------------------

// Tabs: one part of a page is shown at a time; the arrow keys, Home and End move between them.
// Tab NAME is the button #tab-NAME, its part #NAME. `chosen(name)` is told what a person chose.
export function wireTabs(names, chosen) {
  const tabs = names.map((name) => find(`#tab-${name}`));

  function select(name, tell = true) {
    names.forEach((other, place) => {
      const on = other === name;
      tabs[place].setAttribute("aria-selected", String(on));
      tabs[place].tabIndex = on ? 0 : -1;
      find(`#${other}`).classList.toggle("hidden", !on);
    });
    if (tell) chosen(name);
  }

  tabs.forEach((tab, place) => {
    tab.addEventListener("click", () => select(names[place]));
    tab.addEventListener("keydown", (event) => {
      const around = (step) => (place + step + tabs.length) % tabs.length;
      const next = { ArrowRight: around(1), ArrowLeft: around(-1), Home: 0, End: tabs.length - 1 }[event.key];
      if (next === undefined) return;
      event.preventDefault();
      select(names[next]);
      tabs[next].focus();
    });
  });
  return { select };
}

// --- tables ---------------------------------------------------------------------------------

// A table whose columns sort it.
// columns: [{name, value(row), show?(row), number?}]; returns a function that draws rows.
export function sortedTable(table, columns, first = 0) {
  let by = first;
  let down = false;
  let rows = [];

  function draw() {
    const { value } = columns[by];
    const order = [...rows].sort((a, b) => {
      const [x, y] = [value(a), value(b)];
      const less = typeof x === "string" ? x.localeCompare(y) : x - y;
      return down ? -less : less;
    });
    const head = columns.map((column, place) =>
      el(
        "th",
        { scope: "col", class: column.number ? "number" : null, "aria-sort": place === by ? (down ? "descending" : "ascending") : null },
        el("button", { type: "button", onclick: () => sort(place) }, `${column.name}${place === by ? (down ? " ↓" : " ↑") : ""}`),
      ));
    const body = order.map((row) =>
      el("tr", {}, columns.map((column) => {
        const shown = column.show ? column.show(row) : String(column.value(row));
        return el("td", { class: column.number ? "number" : null }, shown);
      })));
    const place = [...table.querySelectorAll("th button")].indexOf(document.activeElement);
    replace(table, el("thead", {}, el("tr", {}, head)), el("tbody", {}, body));
    if (place >= 0) table.querySelectorAll("th button")[place].focus();
  }

  function sort(place) {
    down = place === by ? !down : false;
    by = place;
    draw();
  }

  return (given) => {
    rows = given;
    draw();
  };
}
