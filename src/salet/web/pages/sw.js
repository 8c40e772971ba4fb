// Keeps this site in the browser, so that it works without a network. `salet site build` wrote the
// version and the SHA-256 of every file; a file that differs is of another version, or damaged, and
// is never shown beside these.
const SCOPE = new URL(registration.scope);
const OURS = `salet ${SCOPE.pathname} `; // several sites may share a host
const CACHE = OURS + VERSION;
let givenUp = null; // the end of this version, if it was lost
const LEAVE = `<!doctype html><html lang="en"><meta charset="utf-8"><title>salet: no network</title>
<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
<body style="font: 1.1rem system-ui, sans-serif; max-width: 36rem; margin: 3rem auto; padding: 0 1rem">
<h1>No network</h1><p>This page is not saved in this browser. Connect to the network, then reload it.
<p><a href="${SCOPE.pathname}">Solve</a> may be saved.`;

// The body of a response, if it is the file of this version; else null.
async function body(name, response) {
  if (!response?.ok) return null;
  const bytes = await response.clone().arrayBuffer();
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return btoa(String.fromCharCode(...digest)) === FILES[name] ? bytes : null;
}

// The host answers, but does not have the file of this version.
class Gone extends Error {}

async function keep(cache, name) {
  const address = new URL(name, SCOPE);
  const response = await fetch(address, { cache: "no-cache" });
  const bytes = await body(name, response);
  if (bytes === null) {
    const told = `${name} is not that of version ${VERSION}`;
    throw response.ok || response.status === 404 || response.status === 410 ? new Gone(told) : new Error(told);
  }
  // A new response, because a page may not be one that was redirected.
  const headers = { "Content-Type": response.headers.get("Content-Type") ?? "" };
  await cache.put(address, new Response(bytes, { headers }));
}

// All files, or none; a cache that was there before, which may be in use, stays.
async function keepAll() {
  const there = await caches.has(CACHE);
  try {
    const cache = await caches.open(CACHE);
    for (const name of Object.keys(FILES)) await keep(cache, name); // one by one: the page goes first
  } catch (error) {
    if (!there) await caches.delete(CACHE);
    throw error;
  }
}

async function takeOver() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(OURS) && name !== CACHE).map((name) => caches.delete(name)));
  await clients.claim();
}

async function kept(name) {
  try {
    const cache = await caches.open(CACHE);
    const response = await cache.match(new URL(name, SCOPE));
    if ((await body(name, response)) !== null) return response;
    await keep(cache, name); // it is damaged or was dropped
    return await cache.match(new URL(name, SCOPE));
  } catch (error) {
    if (error instanceof Gone) await giveUp();
    return undefined;
  }
}

// Whether all files are there, now that those that were dropped have been fetched again.
async function mend() {
  try {
    const cache = await caches.open(CACHE);
    const there = new Set((await cache.keys()).map(({ url }) => url));
    for (const name of Object.keys(FILES)) if (!there.has(new URL(name, SCOPE).href)) await keep(cache, name);
    return givenUp === null;
  } catch {
    return false;
  }
}

// This version cannot be made whole any more: the next reload comes from the host. Once, and all wait for
// it: a registration that ended later would take the next version with it.
function giveUp() {
  givenUp ??= caches.delete(CACHE).then(() => registration.unregister()).catch(() => {});
  return givenUp;
}

async function answer(request, name) {
  const response = name in FILES && !givenUp ? await kept(name) : undefined;
  if (response) return response;
  await givenUp;
  try {
    return await fetch(request);
  } catch (error) {
    if (request.mode !== "navigate") throw error;
    return new Response(LEAVE, { status: 503, headers: { "Content-Type": "text/html; charset=utf-8" } });
  }
}

addEventListener("install", (event) => event.waitUntil(keepAll()));
addEventListener("activate", (event) => event.waitUntil(takeOver()));
addEventListener("message", (event) => {
  if (event.data === "activate") event.waitUntil(skipWaiting());
  if (event.data === "mend") event.waitUntil(mend().then((whole) => event.ports[0].postMessage(whole)));
});
addEventListener("fetch", (event) => {
  const { origin, pathname } = new URL(event.request.url);
  if (event.request.method !== "GET" || origin !== SCOPE.origin || !pathname.startsWith(SCOPE.pathname)) return;
  const path = pathname.slice(SCOPE.pathname.length);
  // Some hosts leave out the ending of a page.
  const name = path in FILES ? path : path === "" ? "index.html" : `${path}.html`;
  event.respondWith(answer(event.request, name));
});
