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
  const look = spec.config ? { ...spec.config, background: "transparent" } : config();
  // The interpreter of expressions, so that no text is run as code: the page forbids that.
  await embed(inside, { description: label, ...spec, config: look }, {
    ast: true, actions: false, renderer: "svg", defaultStyle: false, tooltip: false,
  });
}

// The charts that come with a run, side by side where there is room.
export async function drawCharts(place, charts, runs) {
  if (!(await load().catch(() => null))) {
    replace(place, runs.map(({ strategy, histogram }) => {
      const list = el("ul", { class: "bars" });
      drawBars(list, Object.entries(histogram).map(([name, value]) => ({ name, value })));
      return el("div", {}, el("h3", {}, `${strategy}: games by number of guesses`), list);
    }));
    return;
  }
  const figures = charts.map(() => el("div", { class: "figure" }));
  replace(place, figures);
  await Promise.all(charts.map((spec, n) => drawChart(figures[n], spec, [], spec.description)));
}

// One line per strategy, the best mean first, with the games that it lost.
export function overviewSpec(measured) {
  const values = measured.map(({ strategy, mean, losses }) => ({ strategy, mean, note: `${mean.toFixed(4)}, ${losses} lost` }));
  const names = [...values].sort((a, b) => a.mean - b.mean).map(({ strategy }) => strategy);
  const worst = Math.max(...values.map(({ mean }) => mean));
  const place = {
    y: { field: "strategy", type: "nominal", sort: names, title: null, axis: { labelLimit: 190, grid: true } },
    x: { field: "mean", type: "quantitative", scale: { zero: false, domainMax: worst + 0.15 }, title: "mean number of guesses" },
  };
  const soft = getComputedStyle(document.documentElement).getPropertyValue("--soft").trim();
  return {
    width: "container",
    height: { step: 20 },
    autosize: { type: "fit-x", contains: "padding" },
    data: { values },
    layer: [
      { mark: { type: "point" }, encoding: place },
      { mark: { type: "text", align: "left", dx: 9, fontSize: 11, color: soft }, encoding: { ...place, text: { field: "note" } } },
    ],
  };
}
