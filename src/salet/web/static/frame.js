// What the frame of every page does: light or dark, high contrast, the skip link, the way back.
// Not a module, so that it runs before the first paint and nothing flashes.
"use strict";
(() => {
  const root = document.documentElement;
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const attempt = (action) => {
    try {
      return action();
    } catch {
      return null; // a browser that keeps nothing still shows the page
    }
  };
  const read = (name) => attempt(() => localStorage.getItem(name));
  const write = (name, value) => attempt(() => localStorage.setItem(name, value));

  function apply() {
    root.dataset.theme = read("theme") ?? (dark.matches ? "dark" : "light");
    if (read("contrast") === "high" || (read("contrast") === null && matchMedia("(prefers-contrast: more)").matches)) {
      root.dataset.contrast = "high";
    } else {
      delete root.dataset.contrast;
    }
    document.getElementById("contrast")?.setAttribute("aria-pressed", String("contrast" in root.dataset));
    document.dispatchEvent(new Event("looks")); // charts are drawn again in the new colours
  }

  function skip(event) {
    event.preventDefault(); // the address after # is the state of the page
    document.getElementById("main").focus();
  }

  // The other pages are left as they were: a link leads back to what was shown there.
  function lead(anchor) {
    const state = attempt(() => sessionStorage.getItem(`page ${anchor.pathname}`));
    if (state && anchor.pathname !== location.pathname) anchor.hash = state;
  }

  apply();
  dark.addEventListener("change", apply);
  document.addEventListener("DOMContentLoaded", () => {
    apply();
    document.querySelector(".skip").addEventListener("click", skip);
    document.querySelectorAll("nav a").forEach(lead);
    document.getElementById("theme").addEventListener("click", () => {
      write("theme", root.dataset.theme === "dark" ? "light" : "dark");
      apply();
    });
    document.getElementById("contrast").addEventListener("click", () => {
      write("contrast", "contrast" in root.dataset ? "normal" : "high");
      apply();
    });
  });
})();
