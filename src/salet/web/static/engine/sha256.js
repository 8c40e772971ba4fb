// SHA-256 of a text, by which the lists of a game are known. The browser's own is there only on
// secure pages, and a page on one's own network is not one.

const primes = (count) => {
  const found = [];
  for (let n = 2; found.length < count; n += 1) if (found.every((prime) => n % prime)) found.push(n);
  return found;
};
const fraction = (number) => Math.floor((number - Math.floor(number)) * 2 ** 32) | 0;

const START = primes(8).map((prime) => fraction(Math.sqrt(prime)));
const ROUNDS = primes(64).map((prime) => fraction(Math.cbrt(prime)));

export function sha256(text) {
  const bytes = new TextEncoder().encode(text);
  const size = (bytes.length + 8) >> 6;
  const blocks = new DataView(new ArrayBuffer(64 * (size + 1)));
  new Uint8Array(blocks.buffer).set(bytes);
  blocks.setUint8(bytes.length, 0x80);
  blocks.setUint32(64 * size + 56, Math.floor(bytes.length / 2 ** 29));
  blocks.setUint32(64 * size + 60, bytes.length << 3);
  const state = Int32Array.from(START);
  const schedule = new Int32Array(64);
  for (let start = 0; start < blocks.byteLength; start += 64) digest(state, schedule, blocks, start);
  return Array.from(state, (word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}

function digest(state, schedule, blocks, start) {
  const turned = (word, by) => (word >>> by) | (word << (32 - by));
  for (let i = 0; i < 64; i += 1) {
    if (i < 16) {
      schedule[i] = blocks.getInt32(start + 4 * i);
      continue;
    }
    const [early, late] = [schedule[i - 15], schedule[i - 2]];
    const low = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
    const high = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
    schedule[i] = schedule[i - 16] + low + schedule[i - 7] + high;
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let i = 0; i < 64; i += 1) {
    const one = h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + ROUNDS[i] + schedule[i];
    const two = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, place) => { state[place] += word; });
}
