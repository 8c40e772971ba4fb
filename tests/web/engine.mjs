// Answers questions by the local engine: one per line of the input, [method, path, body], in JSON. The first
// argument is the folder of the data files.

import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline";
import { Engine } from "../../src/salet/web/static/engine/local.js";

const [folder] = process.argv.slice(2);
const engine = new Engine((name) => readFile(`${folder}/${name}`, "utf8"));

for await (const line of createInterface({ input: process.stdin })) {
  const [method, path, body] = JSON.parse(line);
  const started = process.cpuUsage();
  let told;
  try {
    told = { answer: await engine.answer(method, path, body) };
  } catch (error) {
    if (error.status === undefined) throw error;
    told = { error: { message: error.message, kind: error.kind, status: error.status } };
  }
  const { user, system } = process.cpuUsage(started);
  console.log(JSON.stringify({ ...told, seconds: (user + system) / 1e6 }));
}
