// A table whose columns sort it.

import { el, replace } from "./dom.js";

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
        const shown = column.show ? column.show(row) : String(value === undefined ? "" : column.value(row));
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
