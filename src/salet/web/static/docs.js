// The API page: the OpenAPI description, made readable.

import { el, find, replace } from "./dom.js";

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
      el("p", {}, prose(operation.description ?? "")),
      operation.parameters?.length ? [el("h3", {}, "Parameters"), fields(api, Object.fromEntries(operation.parameters.map((p) => [p.name, p.schema])), [])] : null,
      body ? [el("h3", {}, "Request"), object(api, body)] : null,
      answer && Object.keys(answer).length ? [el("h3", {}, `Answer (${good})`), object(api, answer)] : null,
      el("h3", {}, "Errors"),
      el("p", { class: "small" }, Object.entries(operation.responses).filter(([code]) => !code.startsWith("2")).map(([code, { description }]) => `${code}: ${description}`).join(" ")),
    ),
  );
}

const first = (text) => (text ?? "").split("\n")[0];
// What stands between backticks is code.
const prose = (text) => text.split("`").map((part, place) => (place % 2 ? el("code", {}, part) : part));
const resolve = (api, schema) => (schema.$ref ? api.components.schemas[schema.$ref.split("/").at(-1)] : schema);

function object(api, schema) {
  const whole = resolve(api, schema);
  return el("div", {}, whole.description ? el("p", { class: "small soft" }, whole.description) : null, fields(api, whole.properties ?? {}, whole.required ?? []));
}

function fields(api, properties, required) {
  const rows = Object.entries(properties).map(([name, schema]) =>
    el("tr", {}, el("td", {}, el("code", {}, name)), el("td", {}, kind(api, schema)), el("td", {}, note(schema, required.includes(name)))));
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
  const parts = [schema.description];
  if (schema.default !== undefined) parts.push(`default ${JSON.stringify(schema.default)}`);
  else if (required) parts.push("required");
  if (schema.minimum !== undefined) parts.push(`${schema.minimum} to ${schema.maximum}`);
  if (schema.maxLength !== undefined) parts.push(`at most ${schema.maxLength} characters`);
  return parts.filter(Boolean).join("; ");
}

start().catch((error) => replace(find("#endpoints"), el("p", { class: "notice bad" }, error.message)));
