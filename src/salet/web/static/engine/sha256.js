// SHA-256 (FIPS 180-4). Browsers have one of their own, but not for pages on plain http.

// The first 32 bits of the fractions of the square and cube roots of the first primes.
const primes = [];
for (let n = 2; primes.length < 64; n++) if (primes.every((prime) => n % prime)) primes.push(n);
const fraction = (root) => ((root % 1) * 2 ** 32) | 0;
const STATE = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const ROUND = primes.map((prime) => fraction(Math.cbrt(prime)));

const BLOCK = 64;
const turn = (word, bits) => (word >>> bits) | (word << (32 - bits));

/** Return the 32 bytes of the hash of a text, in UTF-8. */
export function sha256(text) {
  const message = new TextEncoder().encode(text);
  const padded = new Uint8Array(BLOCK * Math.ceil((message.length + 9) / BLOCK));
  padded.set(message);
  padded[message.length] = 0x80;
  const data = new DataView(padded.buffer);
  data.setBigUint64(padded.length - 8, 8n * BigInt(message.length));
  const state = Int32Array.from(STATE);
  for (let start = 0; start < padded.length; start += BLOCK) mix(state, data, start);
  const hash = new DataView(new ArrayBuffer(32));
  state.forEach((word, place) => hash.setInt32(4 * place, word));
  return new Uint8Array(hash.buffer);
}

/** Return the same as 64 hexadecimal digits. */
export const hexHash = (text) => [...sha256(text)].map((byte) => byte.toString(16).padStart(2, "0")).join("");

const words = new Int32Array(64);

function mix(state, data, start) {
  for (let i = 0; i < 16; i++) words[i] = data.getInt32(start + 4 * i);
  for (let i = 16; i < 64; i++) {
    const [early, late] = [words[i - 15], words[i - 2]];
    const small = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3);
    words[i] = words[i - 16] + small + words[i - 7] + (turn(late, 17) ^ turn(late, 19) ^ (late >>> 10));
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let i = 0; i < 64; i++) {
    const choice = (e & f) ^ (~e & g);
    const first = h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + choice + ROUND[i] + words[i];
    const second = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, place) => {
    state[place] += word;
  });
}
