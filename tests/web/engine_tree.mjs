// Plays all answers of the original lists with the bundled tree of each mode: in a browser, or in node with the folder
// of the data files as argument.

import { Engine } from "../../src/salet/web/static/engine/local.js";
import { rankedBy } from "../../src/salet/web/static/engine/strategies.js";
import { Setting } from "../../src/salet/web/static/engine/view.js";

// The guesses that all candidates of a view take.
function total(view, tree) {
  const [guess] = rankedBy("tree", view, 1, tree);
  let sum = view.candidates.length;
  for (const { code } of view.groups(guess)) if (code !== view.table.solved) sum += total(view.after(guess, code), tree);
  return sum;
}

// The guesses that all answers take, in normal play and in hard mode; `read(name)` promises a data file.
export async function totals(read) {
  const { shelf } = new Engine(read);
  const table = await shelf.table("original");
  const found = [];
  for (const hard of ["off", "nyt"]) found.push(total(new Setting(table, { hard }).view([]), await shelf.tree(hard)));
  return found;
}

if (globalThis.process) {
  const { readFile } = await import("node:fs/promises");
  console.log(JSON.stringify(await totals((name) => readFile(`${process.argv[2]}/${name}`, "utf8"))));
}
