// Light or dark, and the game's high-contrast colours: the person's choice, else the system's.
// Not a module, so that it runs before the first paint and nothing flashes.
"use strict";
(() => {
  const root = document.documentElement;
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const read = (name) => {
    try {
      return localStorage.getItem(name);
    } catch {
      return null;
    }
  };
  const write = (name, value) => {
    try {
      localStorage.setItem(name, value);
    } catch {
      // A browser that keeps nothing still shows the page.
    }
  };

  function apply() {
    root.dataset.theme = read("theme") ?? (dark.matches ? "dark" : "light");
    if (read("contrast") === "high" || (read("contrast") === null && matchMedia("(prefers-contrast: more)").matches)) {
      root.dataset.contrast = "high";
    } else {
      delete root.dataset.contrast;
    }
    document.getElementById("contrast")?.setAttribute("aria-pressed", String("contrast" in root.dataset));
  }

  apply();
  dark.addEventListener("change", apply);
  document.addEventListener("DOMContentLoaded", () => {
    apply();
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
