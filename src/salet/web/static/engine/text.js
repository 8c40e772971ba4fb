// Texts as Python has them: errors with their kinds, quoted texts, numbers, letters and spaces.
// A letter is a code point, so words are taken apart by `letters`, never by index.

// A refusal: `kind` is the name of Python's error. The page makes an ApiError of it.
export class Refusal extends Error {
  constructor(kind, message, status = 422) {
    const points = message.length > LONGEST ? [...message] : [];
    const cut = points.length > LONGEST ? `${points.slice(0, LONGEST / 2).join("")} ... ${points.slice(-LONGEST / 2).join("")}` : message;
    super(words(cut).join(" "));
    this.kind = kind;
    this.status = status;
  }
}

const LONGEST = 1000;
export const invalid = (message) => new Refusal("InvalidError", message);
export const illegal = (message) => new Refusal("IllegalGuessError", message);
export const inconsistent = (message) => new Refusal("InconsistentHistoryError", message);

// The errors that Python calls InvalidError or a kind of it.
export const isInvalid = (error) => error instanceof Refusal && /^(Invalid|UnknownName)/u.test(error.kind) && error.status === 422;

// --- characters --------------------------------------------------------------------------------

export const SPACE = "\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000"; // as in Python's \s
export const WORD = "\\p{L}\\p{N}_"; // as in Python's \w

const SPACES = new RegExp(`[${SPACE}]+`, "u");
const EDGES = new RegExp(`^[${SPACE}]+|[${SPACE}]+$`, "gu");
const ODD = /[\p{C}\p{Z}]/u;

export const letters = (text) => (isAscii(text) ? text.split("") : [...text]);
export const lengthOf = (text) => (isAscii(text) ? text.length : [...text].length);
export const isAscii = (text) => /^[\0-\x7f]*$/u.test(text);
export const strip = (text) => text.replace(EDGES, "");
export const words = (text) => text.split(SPACES).filter(Boolean);

// The order of code points, which is not that of JavaScript beyond U+FFFF: there a letter is two units, of a
// range that other letters lie above.
export function byCodePoint(one, other) {
  const end = Math.min(one.length, other.length);
  for (let place = 0; place < end; place += 1) {
    const left = one.charCodeAt(place);
    const right = other.charCodeAt(place);
    if (left !== right) return lifted(left) - lifted(right);
  }
  return one.length - other.length;
}

const lifted = (unit) => (unit >= 0xd800 && unit < 0xe000 ? unit + 0x10000 : unit);

export const sorted = (texts) => {
  const list = [...texts];
  return /[\u{10000}-\u{10ffff}]/u.test(list.join("")) ? list.sort(byCodePoint) : list.sort();
};

// Lower the case and compose accents, letter by letter so that the length stays.
export function readWord(text) {
  if (isAscii(text)) return text.toLowerCase();
  return [...text.normalize("NFC")].map((letter) => (lengthOf(letter.toLowerCase()) === 1 ? letter.toLowerCase() : letter)).join("");
}

// The capital of a letter where that is one letter; ß stays ß.
export const capital = (letter) => (lengthOf(letter.toUpperCase()) === 1 ? letter.toUpperCase() : letter);

// --- sentences ---------------------------------------------------------------------------------

// A text in quotes, as Python writes it.
export function quoted(text) {
  const mark = text.includes("'") && !text.includes('"') ? '"' : "'";
  const inside = [...text].map((sign) => {
    if (sign === mark || sign === "\\") return `\\${sign}`;
    if (sign === " " || !ODD.test(sign)) return sign;
    const [code, short] = [sign.codePointAt(0), { "\n": "\\n", "\r": "\\r", "\t": "\\t" }[sign]];
    if (short) return short;
    const hex = code.toString(16);
    return code < 256 ? `\\x${hex.padStart(2, "0")}` : code < 65536 ? `\\u${hex.padStart(4, "0")}` : `\\U${hex.padStart(8, "0")}`;
  });
  return `${mark}${inside.join("")}${mark}`;
}

export const commas = (number) => String(number).replace(/\B(?=(\d{3})+$)/gu, ",");

// A number with a given number of digits after the point, and commas; a half goes to the even digit.
export function fixed(number, digits) {
  const half = Math.abs(number * 2 ** (digits + 1)) % 2 === 1;
  const even = half ? 2 * Math.round((number * 10 ** digits) / 2) * 10 ** -digits : number;
  const [whole, rest] = even.toFixed(digits).split(".");
  return rest === undefined ? commas(whole) : `${commas(whole)}.${rest}`;
}

export function counted(number, noun) {
  const plural = noun.endsWith("ly") ? `${noun.slice(0, -1)}ies` : noun.endsWith("s") ? `${noun}es` : `${noun}s`;
  return `${commas(number)} ${number === 1 ? noun : plural}`;
}

// Name the first of several, and count the rest.
export function few(names, most = 3, between = ", ") {
  const rest = names.length - most;
  return names.slice(0, most).join(between) + (rest > 0 ? ` and ${commas(rest)} more` : "");
}

// --- names that were meant ---------------------------------------------------------------------

// The error for a name that is not one of `known`.
export function unknownName(kind, name, known, otherwise = `choose from ${known.join(", ")}`) {
  const close = closeMatches(name, known);
  const hint = close.length ? `did you mean ${close.join(" or ")}?` : otherwise;
  return new Refusal("UnknownNameError", `there is no ${kind} ${quoted(name)}; ${hint}`);
}

// Up to three names that are much alike, the likest first: difflib's get_close_matches.
function closeMatches(name, known) {
  const rated = known.map((other) => [ratio([...other], [...name]), other]).filter(([rate]) => rate >= 0.6);
  return rated.sort((a, b) => b[0] - a[0] || byCodePoint(b[1], a[1])).slice(0, 3).map(([, other]) => other);
}

// Twice the letters in common by both lengths, where common are the longest piece and what is
// common before and after it.
function ratio(one, other) {
  const common = (from, to, start, end) => {
    let [size, left, right] = [0, from, start];
    let ends = new Map();
    for (let i = from; i < to; i += 1) {
      const next = new Map();
      for (let j = start; j < end; j += 1) {
        if (one[i] !== other[j]) continue;
        const run = (ends.get(j - 1) ?? 0) + 1;
        next.set(j, run);
        if (run > size) [size, left, right] = [run, i - run + 1, j - run + 1];
      }
      ends = next;
    }
    return size && size + common(from, left, start, right) + common(left + size, to, right + size, end);
  };
  const both = one.length + other.length;
  return both ? (2 * common(0, one.length, 0, other.length)) / both : 1;
}
