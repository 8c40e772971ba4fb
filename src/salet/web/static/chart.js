// Plots by Vega-Lite, which the server hands out from an installed package; plain bars without it.
// A plot is as wide as its place, and is drawn again when the width or the colours of the page change.

import { get } from "./api.js";
import { el, replace } from "./dom.js";

const NOTE = 100; // pixels that a note beside a point takes
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
  const [ink, soft, line, accent, card] = ["--ink", "--soft", "--line", "--accent", "--card"].map((name) => style.getPropertyValue(name).trim());
  return {
    background: "transparent",
    autosize: { type: "fit-x", contains: "padding" },
    view: { stroke: null },
    title: { color: ink, subtitleColor: soft, anchor: "start" },
    axis: { labelColor: soft, titleColor: soft, gridColor: line, domainColor: line, tickColor: line, labelFontSize: 12, titleFontSize: 12, titleFontWeight: "normal" },
    legend: { labelColor: ink, titleColor: soft, labelFontSize: 12 },
    bar: { color: accent, stroke: card },
    rule: { color: soft },
    text: { color: ink },
    point: { color: accent, filled: true, size: 90 },
    range: { category: [accent, "#d08a2b", "#6c86c9", "#a8679f"] },
  };
}

// The page's colours over those of a plot that was made for paper.
function look(given = {}) {
  const ours = config();
  const both = Object.entries(ours).map(([name, value]) => [name, typeof value === "object" ? { ...given[name], ...value } : value]);
  return { ...given, ...Object.fromEntries(both) };
}

// Titles that are wider than the plot are broken into lines.
function wrapped(spec, width) {
  if (!spec.title?.text) return spec;
  const most = Math.floor(width / 7.5); // letters of a bold title in a line
  const lines = (texts) => [texts].flat().flatMap((text) => text.match(new RegExp(`.{1,${most}}(?:\\s|$)`, "gu")) ?? [text]);
  return { ...spec, title: { ...spec.title, text: lines(spec.title.text), subtitle: lines(spec.title.subtitle ?? []) } };
}

const drawn = new Map(); // place: {width, draw}
const sizes = new ResizeObserver((entries) => {
  for (const { target, contentRect: { width } } of entries) {
    const chart = drawn.get(target);
    if (chart && width > 0 && Math.abs(width - chart.width) > 1) chart.draw(width);
  }
});
document.addEventListener("looks", () => {
  for (const { draw, width } of drawn.values()) draw(width);
});

// Draw what `spec(width)` gives; `rows` stands in where there is no plotting library.
export async function drawChart(place, spec, rows, label) {
  const embed = await load().catch(() => null);
  if (!embed) {
    const list = el("ul", { class: "bars" });
    drawBars(list, rows);
    replace(place, list);
    return;
  }
  for (const old of drawn.keys()) if (!old.isConnected) drawn.delete(old);
  const chart = {
    width: place.clientWidth,
    async draw(width) {
      chart.width = width;
      const inside = el("div"); // the library gives it a role, and the description as its label
      const made = wrapped(spec(width), width);
      // The interpreter of expressions, so that no text is run as code: the page forbids that.
      await embed(inside, { description: label, ...made, width, config: look(made.config) }, {
        ast: true, actions: false, renderer: "svg", defaultStyle: false, tooltip: false, logLevel: 1,
      });
      if (chart.width === width) replace(place, inside);
    },
  };
  drawn.set(place, chart);
  sizes.observe(place);
  if (chart.width > 0) await chart.draw(chart.width);
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
  await Promise.all(charts.map((spec, n) => drawChart(figures[n], () => spec, [], spec.description)));
}

// One line per strategy, the best mean first, with the games that it lost.
export function overviewSpec(measured, width) {
  const values = measured.map(({ strategy, mean, losses }) => ({ strategy, mean, note: `${mean.toFixed(4)}, ${losses} lost` }));
  const names = [...values].sort((a, b) => a.mean - b.mean).map(({ strategy }) => strategy);
  const means = values.map(({ mean }) => mean);
  const [least, worst] = [Math.min(...means), Math.max(...means)];
  const labels = Math.min(190, 0.4 * width);
  const spare = (worst - least) * (NOTE / (width - labels - NOTE)); // for the note of the last one
  const place = {
    y: { field: "strategy", type: "nominal", sort: names, title: null, axis: { labelLimit: labels, grid: true } },
    x: { field: "mean", type: "quantitative", scale: { zero: false, domainMax: worst + spare }, title: "mean number of guesses" },
  };
  return {
    height: 20 * values.length,
    data: { values },
    layer: [
      { mark: { type: "point" }, encoding: place },
      { mark: { type: "text", align: "left", dx: 9, fontSize: 11 }, encoding: { ...place, text: { field: "note" } } },
    ],
  };
}

// A small histogram of plain elements, for where no plotting library is needed.
// rows: [{name, value, shown?}]; `shown` is what stands beside the bar if not the value itself.
export function drawBars(place, rows) {
  const most = Math.max(1, ...rows.map(({ value }) => value));
  replace(
    place,
    rows.map(({ name, value, shown }) => {
      const bar = el("span", { class: "bar" });
      bar.style.width = `${(100 * value) / most}%`;
      const holder = el("span", { class: "holder", "aria-hidden": "true" }, bar);
      bar.style.display = value ? "block" : "none";
      return el("li", {}, el("span", { class: "name" }, String(name)), holder, el("span", {}, shown ?? value.toLocaleString("en")));
    }),
  );
}
