// The bundled proven trees: what to guess after every reply, as far as a tree comes.

import { readPosition } from "./colours.js";

class Node {
  constructor(guess) {
    Object.assign(this, { guess, solves: false, branches: new Map() });
  }

  // The number of answers below, and of the guesses that they take together.
  get size() {
    return Number(this.solves) + [...this.branches.values()].reduce((sum, branch) => sum + branch.size, 0);
  }

  get total() {
    return this.size + [...this.branches.values()].reduce((sum, branch) => sum + branch.total, 0);
  }

  // What the tree plays after some turns, or null where it does not come.
  at(turns) {
    let node = this;
    for (const turn of turns) {
      if (node?.guess !== turn.guess) return null;
      node = node.branches.get(turn.code) ?? null;
    }
    return node;
  }
}

// Read a tree of a line for each answer: the turns that lead to it.
export function readTree(text) {
  let root = null;
  for (const line of text.split("\n")) {
    const turns = readPosition(line, (word) => word);
    root ??= new Node(turns[0].guess);
    let node = root;
    turns.forEach((turn, place) => {
      if (turn.solved) {
        node.solves = true;
        return;
      }
      if (!node.branches.has(turn.code)) node.branches.set(turn.code, new Node(turns[place + 1].guess));
      node = node.branches.get(turn.code);
    });
  }
  return root;
}
