// Plots by Vega-Lite, which the server hands out from an installed package; plain bars without it.

import { get } from "./api.js";
import { drawBars } from "./bars.js";
import { el, replace } from "./dom.js";

let library = null;

function load() {
  library ??= get("/status").then(({ charts }) => {
    if (!charts) return null;
    return new Promise((resolve) => {
      const script = el("script", { src: "/vega.js", type: "module" });
      script.addEventListener("load", () => resolve(globalThis.vegaEmbed ?? null));
      script.addEventListener("error", () => resolve(null));
      document.head.append(script);
    });
  });
  return library;
}

function config() {
  const style = getComputedStyle(document.documentElement);
  const ink = style.getPropertyValue("--ink").trim();
  const soft = style.getPropertyValue("--soft").trim();
  const line = style.getPropertyValue("--line").trim();
  const accent = style.getPropertyValue("--accent").trim();
  return {
    background: "transparent",
    view: { stroke: null },
    axis: { labelColor: soft, titleColor: soft, gridColor: line, domainColor: line, tickColor: line, labelFontSize: 12, titleFontSize: 12, titleFontWeight: "normal" },
    legend: { labelColor: ink, titleColor: soft, labelFontSize: 12, orient: "top" },
    bar: { color: accent },
    point: { color: accent, filled: true, size: 90 },
    range: { category: [accent, "#d08a2b", "#6c86c9", "#a8679f"] },
  };
}

// Draw a Vega-Lite specification; `rows` stands in where there is no plotting library.
export async function drawChart(place, spec, rows, label) {
  const embed = await load().catch(() => null);
  if (!embed) {
    const list = el("ul", { class: "bars" });
    drawBars(list, rows);
    replace(place, list);
    return;
  }
  const inside = el("div");  // the library gives it a role, and the description as its label
  replace(place, inside);
  inside.style.width = "100%";
  // The interpreter of expressions, so that no text is run as code: the page forbids that.
  await embed(inside, { width: "container", description: label, config: config(), ...spec }, {
    ast: true, actions: false, renderer: "canvas", defaultStyle: false, tooltip: false,
  });
}

export function histogramSpec(runs) {
  const values = runs.flatMap(({ strategy, histogram }) => Object.entries(histogram).map(([guesses, games]) => ({ strategy, guesses: Number(guesses), games })));
  return {
    height: 220,
    data: { values },
    mark: { type: "bar", cornerRadiusEnd: 3 },
    encoding: {
      x: { field: "guesses", type: "ordinal", axis: { labelAngle: 0, title: "guesses" } },
      y: { field: "games", type: "quantitative", title: "games" },
      ...(runs.length > 1 ? { xOffset: { field: "strategy" }, color: { field: "strategy", title: null } } : {}),
    },
  };
}

export function overviewSpec(measured) {
  const values = measured.map(({ strategy, mean, losses }) => ({ strategy, mean, losses }));
  const position = {
    x: { field: "mean", type: "quantitative", scale: { zero: false }, title: "mean number of guesses" },
    y: { field: "losses", type: "quantitative", scale: { type: "symlog" }, title: "losses (of all answers)" },
  };
  const style = getComputedStyle(document.documentElement);
  return {
    height: 320,
    data: { values },
    layer: [
      { mark: { type: "point" }, encoding: position },
      { mark: { type: "text", align: "left", dx: 8, fontSize: 11, limit: 170, color: style.getPropertyValue("--soft").trim() }, encoding: { ...position, text: { field: "strategy" } } },
    ],
  };
}
