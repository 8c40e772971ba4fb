// The fields of a request, checked as the server checks them, with the same words for what is wrong.

import { Refusal, commas, lengthOf } from "./text.js";

const MOST_TOLD = 3;

// Kinds of fields. Each returns a list of what is wrong with a value, and null for nothing.
const text = (most, least = 0) => (value, field) => {
  if (typeof value !== "string") return [`${field} must be a text`];
  const size = value.length > most ? lengthOf(value) : value.length;
  if (size > most) return [`${field} may have at most ${commas(most)} characters`];
  return size < least ? [`${field} is empty`] : null;
};
const whole = (least, most) => (value, field) => {
  if (!Number.isInteger(value)) return [`${field} must be a whole number`];
  if (value < least) return [`${field} must be at least ${least}`];
  return value > most ? [`${field} must be at most ${most}`] : null;
};
const truth = (value, field) => (typeof value === "boolean" ? null : [`${field} must be true or false`]);
const oneOf = (...known) => (value, field) => {
  if (known.includes(value)) return null;
  const names = known.map((name) => `'${name}'`);
  return [`${field} must be ${names.slice(0, -1).join(", ")} or ${names.at(-1)}`];
};
const list = (kind, most, least = 0) => (value, field) => {
  if (!Array.isArray(value)) return [`${field} must be a list`];
  if (value.length < least) return [`${field} is empty`];
  if (value.length > most) return [`${field} may have at most ${commas(most)} entries`];
  return value.flatMap((one, place) => kind(one, `entry ${place + 1} of ${field}`) ?? []);
};
const orNull = (kind) => (value, field) => (value === null ? null : kind(value, field));

export const kinds = { text, whole, truth, oneOf, list, orNull };

const word = text(60);
const HARD = oneOf("off", "nyt", "strict");

// What several requests have in common. A field is [kind, value where it is missing]; one without
// such a value has to be there.
export const WORDS = { lexicon: [text(64), "original"] };
export const GAME = { ...WORDS, game: [orNull(text(64)), null] };
export const RULES = { ...GAME, hard: [HARD, "off"], max_guesses: [whole(1, 40), 6] };
export const PRIOR = oneOf("uniform", "frequency", "log-frequency", "sigmoid", "history");
export const WORD = word;

// A request with all its fields, or a refusal that names the first few faults.
export function checked(fields, body) {
  if (typeof body !== "object" || body === null || Array.isArray(body)) throw new Refusal("InvalidError", "the body must be a JSON object");
  const request = {};
  const faults = [];
  for (const [name, [kind, usual]] of Object.entries(fields)) {
    if (Object.hasOwn(body, name)) faults.push(...(kind(body[name], name) ?? []));
    else if (usual === undefined) faults.push(`${name} is missing`);
    request[name] = Object.hasOwn(body, name) ? body[name] : structuredClone(usual);
  }
  for (const name of Object.keys(body)) if (!Object.hasOwn(fields, name)) faults.push(`there is no field ${name.slice(0, 60)}`);
  if (faults.length) throw new Refusal("InvalidError", [...new Set(faults.slice(0, MOST_TOLD))].join("; "));
  return request;
}
