// Plays all answers of the original lists with the bundled tree of each mode, and prints the guesses in all.

import { readFile } from "node:fs/promises";
import { Engine } from "../../src/salet/web/static/engine/local.js";
import { rankedBy } from "../../src/salet/web/static/engine/strategies.js";
import { Setting } from "../../src/salet/web/static/engine/view.js";

const [folder] = process.argv.slice(2);
const { shelf } = new Engine((name) => readFile(`${folder}/${name}`, "utf8"));
const table = await shelf.table("original");

// The guesses that all candidates of a view take.
function total(view, tree) {
  const [guess] = rankedBy("tree", view, 1, tree);
  let sum = view.candidates.length;
  for (const { code } of view.groups(guess)) if (code !== table.solved) sum += total(view.after(guess, code), tree);
  return sum;
}

for (const hard of ["off", "nyt"]) console.log(total(new Setting(table, { hard }).view([]), await shelf.tree(hard)));
