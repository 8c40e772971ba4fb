// Keeps a site of plain files in the browser for use without a network, and offers a new version of it.

import { announce, el } from "./dom.js";

const LATEST = 4000; // milliseconds after which the site is kept though nothing was asked
const SAVED = "This page is saved on this device and works offline.";
const tell = (text) => { document.getElementById("keeping").textContent = text; };

// The first answer has the network for itself.
function start() {
  const begun = setTimeout(keep, LATEST);
  document.addEventListener("answered", () => {
    clearTimeout(begun);
    keep();
  }, { once: true });
}

async function keep() {
  let serviceWorker;
  try {
    ({ serviceWorker } = navigator);
  } catch {
    // A browser may refuse even to tell.
  }
  if (!serviceWorker) {
    tell(isSecureContext ? "This browser cannot save the page, so it needs the network." : "The page needs the network: it can be saved for offline use only from an https address.");
    return;
  }
  let registration;
  try {
    registration = await serviceWorker.register("sw.js", { updateViaCache: "none" });
  } catch {
    tell(serviceWorker.controller ? "" : "The page could not be saved in this browser, so it needs the network.");
    return;
  }
  // A new version has taken over, at a person's word: no page goes on with files of the old one.
  let controlled = serviceWorker.controller !== null;
  serviceWorker.addEventListener("controllerchange", () => {
    if (controlled) location.reload();
    controlled = true;
  });
  watch(registration, registration.installing);
  registration.addEventListener("updatefound", () => watch(registration, registration.installing));
  if (registration.waiting && registration.active) offer(registration);
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) registration.update().catch(() => {}); // without a network there is nothing new
  });
  if (registration.active) mend(registration.active);
}

// Files that the browser has dropped are fetched again before the page says that it is saved.
async function mend(worker) {
  const { port1, port2 } = new MessageChannel();
  const whole = new Promise((resolve) => { port1.onmessage = ({ data }) => resolve(data); });
  worker.postMessage("mend", [port2]);
  tell((await whole) ? SAVED : "Not all of this page is saved on this device; reload it when you are online.");
}

function watch(registration, worker) {
  worker?.addEventListener("statechange", () => {
    if (worker.state === "installed" && registration.active) offer(registration);
    if (worker.state === "activated") tell(SAVED);
    if (worker.state === "redundant" && !registration.active) tell("The page could not be saved in this browser, whose storage may be full, so it needs the network.");
  });
}

function offer(registration) {
  document.querySelector(".news")?.remove();
  const news = el(
    "section",
    { class: "card news", "aria-label": "New version" },
    el("span", {}, "A new version is available."),
    el("button", { type: "button", class: "main", onclick: () => take(registration) }, "Reload"),
    el("button", { type: "button", onclick: () => news.remove() }, "Later"),
  );
  document.body.append(news);
  announce("A new version is available.");
}

// If another page has had it take over meanwhile, it is there at the next reload.
function take({ waiting }) {
  if (waiting) waiting.postMessage("activate");
  else location.reload();
}

start();
