// The API page: the OpenAPI description, made readable.

import { el, find, prose, replace } from "./dom.js";

async function start() {
  const place = find("#endpoints");
  find("#curl").textContent = `curl -s ${location.origin}/api/v1/suggest \\\n  -H 'Content-Type: application/json' \\\n  -d '{"position": "raise:--y-g", "top": 3}'`;
  const response = await fetch("/api/v1/openapi.json");
  const api = await response.json();
  const cards = Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => endpoint(api, path, method, operation)));
  replace(place, cards);
  place.removeAttribute("aria-busy");
}

function endpoint(api, path, method, operation) {
  const body = operation.requestBody?.content["application/json"]?.schema;
  const good = Object.keys(operation.responses).find((code) => code.startsWith("2"));
  const answer = operation.responses[good]?.content?.["application/json"]?.schema;
  return el(
    "details",
    { class: "card endpoint" },
    el("summary", {}, el("span", { class: "method" }, method.toUpperCase()), el("code", {}, path), el("span", { class: "soft" }, prose(first(operation.description)))),
    el(
      "div",
      { class: "body" },
      rest(operation.description) ? el("p", {}, prose(rest(operation.description))) : null,
      operation.parameters?.length ? [el("h3", {}, "Parameters"), fields(api, Object.fromEntries(operation.parameters.map((p) => [p.name, p.schema])), operation.parameters.filter((p) => p.required).map((p) => p.name))] : null,
      body ? [el("h3", {}, "Request"), object(api, body, true)] : null,
      answer && Object.keys(answer).length ? [el("h3", {}, `Answer (${good})`), object(api, answer, false)] : null,
      el("h3", {}, "Errors"),
      el("ul", { class: "small errors" }, Object.entries(operation.responses).filter(([code]) => !code.startsWith("2")).map(([code, { description }]) => el("li", {}, el("b", {}, code), ` ${description}`))),
    ),
  );
}

const first = (text) => (text ?? "").split("\n")[0];
const rest = (text) => (text ?? "").split("\n").slice(1).join(" ").trim();
const resolve = (api, schema) => (schema.$ref ? api.components.schemas[schema.$ref.split("/").at(-1)] : schema);

// What must be there is said of requests; an answer has all of its fields.
function object(api, schema, asked) {
  const whole = resolve(api, schema);
  const told = whole.description ? el("p", { class: "small soft" }, prose(whole.description)) : null;
  return el("div", {}, told, fields(api, whole.properties ?? {}, asked ? whole.required ?? [] : []));
}

function fields(api, properties, required) {
  const rows = Object.entries(properties).map(([name, schema]) =>
    el("tr", {}, el("td", {}, el("code", {}, name)), el("td", {}, kind(api, schema)), el("td", {}, prose(note(schema, required.includes(name))))));
  return el("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": "Fields" },
    el("table", {}, el("thead", {}, el("tr", {}, el("th", {}, "field"), el("th", {}, "type"), el("th", {}, "meaning"))), el("tbody", {}, rows)));
}

function kind(api, schema) {
  if (schema.anyOf) return schema.anyOf.map((part) => kind(api, part)).join(" or ");
  if (schema.$ref) {
    const name = schema.$ref.split("/").at(-1);
    const inner = resolve(api, schema);
    return inner.properties ? `${name} {${Object.keys(inner.properties).join(", ")}}` : name;
  }
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  if (schema.type === "array") return `list of ${kind(api, schema.items ?? {})}`;
  return schema.type ?? "any";
}

function note(schema, required) {
  const parts = [schema.description?.replace(/\.$/u, "")];
  if (schema.default !== undefined) parts.push(`default ${JSON.stringify(schema.default)}`);
  else if (required) parts.push("required");
  if (schema.minimum !== undefined) parts.push(`${schema.minimum} to ${schema.maximum}`);
  if (schema.pattern !== undefined) parts.push(`matches \`${schema.pattern}\``);
  if (schema.maxLength !== undefined) parts.push(`at most ${schema.maxLength} characters`);
  return parts.filter(Boolean).join("; ");
}

start().catch((error) => replace(find("#endpoints"), el("p", { class: "notice bad" }, error.message)));
