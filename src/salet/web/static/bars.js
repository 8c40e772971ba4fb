// A small histogram of plain elements, for where no plotting library is needed.

import { el, replace } from "./dom.js";

// rows: [{name, value, shown?}]; `shown` is what stands beside the bar if not the value itself.
export function drawBars(place, rows) {
  const most = Math.max(1, ...rows.map(({ value }) => value));
  replace(
    place,
    rows.map(({ name, value, shown }) => {
      const bar = el("span", { class: "bar" });
      bar.style.width = `${(100 * value) / most}%`;
      const holder = el("span", { class: "holder", "aria-hidden": "true" }, bar);
      bar.style.display = value ? "block" : "none";
      return el("li", {}, el("span", { class: "name" }, String(name)), holder, el("span", {}, shown ?? value.toLocaleString("en")));
    }),
  );
}
