// Tabs: one part of a page is shown at a time; the arrow keys, Home and End move between them.

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
