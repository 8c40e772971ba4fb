// The state of a page in its address, after the #: a link shares it, a reload keeps it, and the
// server is not told.

export const read = () => new URLSearchParams(location.hash.slice(1));

export function write(values) {
  const kept = Object.entries(values).filter(([, value]) => value !== "" && value !== null && value !== undefined);
  const text = new URLSearchParams(kept).toString().replaceAll("%3A", ":").replaceAll("%2C", ",");
  history.replaceState(null, "", text ? `#${text}` : location.pathname);
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
