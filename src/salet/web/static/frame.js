// What the frame of every page does: light or dark, high contrast, the skip link, the way back, and a
// word where a page cannot work. Not a module, so that it runs before the first paint and nothing
// flashes; and in the language of old browsers, so that they say what is wrong.
"use strict";
(() => {
  const root = document.documentElement;
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const attempt = (action) => {
    try {
      return action();
    } catch (_) {
      return null; // a browser that keeps nothing still shows the page
    }
  };
  // Other pages of the host share the storage: every key begins as <html data-storage> says.
  const read = (name) => attempt(() => localStorage.getItem(root.dataset.storage + name));
  const write = (name, value) => attempt(() => localStorage.setItem(root.dataset.storage + name, value));

  function apply() {
    const theme = read("theme");
    root.dataset.theme = theme === "light" || theme === "dark" ? theme : dark.matches ? "dark" : "light";
    if (read("contrast") === "high" || (read("contrast") === null && matchMedia("(prefers-contrast: more)").matches)) {
      root.dataset.contrast = "high";
    } else {
      delete root.dataset.contrast;
    }
    const button = document.getElementById("contrast");
    if (button) button.setAttribute("aria-pressed", String("contrast" in root.dataset));
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

  // --- a word where a page cannot work ---

  let trouble = "";
  function complain(text) {
    trouble = trouble || text;
    const place = document.getElementById("trouble");
    if (place) place.textContent = trouble;
  }

  if (location.protocol === "file:") {
    complain("A browser does not run this page from a file. Run python3 -m http.server in its folder, and open http://localhost:8000.");
  } else if (!("noModule" in HTMLScriptElement.prototype)) {
    complain("This browser is too old for this page. Use one of 2023 or newer.");
  }
  addEventListener("error", ({ target, message }) => {
    if (target instanceof HTMLElement) complain("A file of this page could not be loaded. Reload the page, for there may be a new version; if that does not help, check the network.");
    else complain(`This page failed: ${message}. Reload it; if that does not help, use a newer browser.`);
  }, true);
  addEventListener("unhandledrejection", ({ reason }) => complain(`This page failed: ${reason && reason.message}. Reload it.`));

  document.addEventListener("DOMContentLoaded", () => {
    complain("");
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

  // The welcome is there from the first paint on, at a person's first visit.
  if (!location.hash && !read("welcomed") && !read("settings")) root.dataset.first = "";
  apply();
  if (dark.addEventListener) dark.addEventListener("change", apply); // old browsers have none
})();
