// The decision tree, opened branch by branch.

import { Guard, post } from "./api.js";
import { announce, count, el, find, replace, sentence } from "./dom.js";
import { capital, mini } from "./tiles.js";

export class TreeExplorer {
  constructor(head, root, complain) {
    this.head = head;
    this.root = root;
    this.complain = complain;
    this.game = {};
    this.guard = new Guard();
  }

  async open(game) {
    this.game = game;
    this.signal = this.guard.begin();
    const { signal } = this;
    this.complain("");
    replace(this.root);
    replace(this.head, "The tree is being made ...");
    try {
      const node = await this.ask("");
      if (signal.aborted) return;
      const trust = node.proven ? "; proven to be the least there is for its first word" : "; measured, not proven";
      replace(this.head, el("b", {}, node.strategy), ` on ${node.lexicon.name}: ${count(node.answers, "answer")}, ${node.total.toLocaleString("en")} guesses in all, ${node.mean.toFixed(4)} on average, at worst ${node.worst}${trust}.`);
      const item = el("li", {}, el("div", { class: "node" }, el("b", { class: "word" }, capital(node.guess))));
      item.append(this.branches(node));
      replace(this.root, item);
      announce(`The tree begins with ${capital(node.guess)} and has ${count(node.branches.length, "branch", "branches")}.`);
    } catch (error) {
      if (signal.aborted) return;
      replace(this.head);
      this.complain(sentence(error.message));
    }
  }

  ask(position) {
    return post("/tree", { ...this.game, position }, this.signal);
  }

  branches(node) {
    const single = node.branches.filter(({ answers, solved }) => answers === 1 && !solved);
    const rest = node.branches.filter((branch) => !single.includes(branch));
    return el(
      "ul",
      {},
      rest.map((branch) => this.branch(node, branch)),
      single.length < 4
        ? single.map((branch) => this.branch(node, branch))
        : el("li", {}, el("details", {}, el("summary", { class: "small soft" }, `${single.length} branches with one word each`),
          el("ul", {}, single.map((branch) => this.branch(node, branch))))),
    );
  }

  branch(node, branch) {
    const tiles = mini(node.guess, branch.pattern);
    const words = branch.words.slice(0, 12).join(" ") + (branch.answers > 12 ? " ..." : "");
    if (branch.solved) return el("li", {}, el("div", { class: "node" }, tiles, el("span", {}, "found")));
    const position = [node.position, `${node.guess}:${branch.pattern}`].filter(Boolean).join(" ");
    const twist = el("span", { class: "twist", "aria-hidden": "true" }, "▸");
    const button = el("button", { type: "button", "aria-expanded": "false" }, twist, tiles, el("b", { class: "word" }, capital(branch.guess)));
    const item = el(
      "li",
      {},
      el("div", { class: "node" }, button, el("span", { class: "small soft" }, `${count(branch.answers, "word")}, worst ${branch.worst}: `, el("span", { class: "word" }, words))),
    );
    button.addEventListener("click", () => this.toggle(item, button, twist, position));
    return item;
  }

  async toggle(item, button, twist, position) {
    const below = find(":scope > ul", item);
    const open = button.getAttribute("aria-expanded") === "true";
    button.setAttribute("aria-expanded", String(!open));
    twist.textContent = open ? "▸" : "▾";
    if (below) below.classList.toggle("hidden", open);
    else if (!open) {
      try {
        item.append(this.branches(await this.ask(position)));
      } catch (error) {
        if (error.name !== "AbortError") this.complain(sentence(error.message));
      }
    }
  }
}
