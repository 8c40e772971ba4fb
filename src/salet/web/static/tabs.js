// Tabs: one part of a page is shown at a time; the arrow keys move between them.

import { find } from "./dom.js";

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
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!step) return;
      const next = (place + step + tabs.length) % tabs.length;
      select(names[next]);
      tabs[next].focus();
    });
  });
  return { select };
}
