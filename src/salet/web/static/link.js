// The state of a page in its address, after the #: a link shares it, a reload keeps it, Back goes
// to the state before, and the server is not told.

export const read = () => new URLSearchParams(location.hash.slice(1));

// `push` makes an entry in the history; without it the present entry is changed.
export function write(values, push = false) {
  const kept = Object.entries(values).filter(([, value]) => value !== "" && value !== null && value !== undefined);
  const text = new URLSearchParams(kept).toString().replaceAll("%3A", ":").replaceAll("%2C", ",");
  const hash = text ? `#${text}` : "";
  if (push && hash !== location.hash) history.pushState(null, "", hash || location.pathname);
  else history.replaceState(null, "", hash || location.pathname);
  try {
    sessionStorage.setItem(`page ${location.pathname}`, hash);
  } catch {
    // The links between the pages then lead to their beginnings.
  }
}

// The address of another page, in a state of its own.
export function to(page, values) {
  const address = new URL(document.querySelector(`nav [data-page="${page}"]`).href);
  address.hash = new URLSearchParams(values);
  return address.href;
}

// The other pages begin anew when they are next gone to: a setting of theirs is another one now.
export function forgetOthers() {
  try {
    for (const name of Object.keys(sessionStorage)) {
      if (name.startsWith("page ") && name !== `page ${location.pathname}`) sessionStorage.removeItem(name);
    }
  } catch {
    // There is nothing to forget.
  }
}

// Call `restore(params)` when a person goes back or forth, or changes the address by hand.
export function onReturn(restore) {
  addEventListener("popstate", () => {
    if (location.hash && !location.hash.includes("=")) return; // a place in the page, no state
    restore(read());
  });
}

// Text that is not to be read by accident, such as the answer of a game.
export function hide(text) {
  const bytes = new TextEncoder().encode(text);
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

export function unhide(text) {
  try {
    const bytes = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    return new TextDecoder("utf-8", { fatal: true }).decode(Uint8Array.from(bytes, (c) => c.charCodeAt(0)));
  } catch {
    return null;
  }
}
