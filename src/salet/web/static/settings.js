// The choosers that several pages share: words, hard mode, strategy, boards, guesses.

import { get, post } from "./api.js";
import { el, find } from "./dom.js";

const HARD = [
  ["off", "off"],
  ["nyt", "nyt: keep what was shown"],
  ["strict", "strict: fit every clue"],
];
const OWN = "own-words";

export class Settings {
  // `fields` names the choosers wanted beside those of the words; `changed` is called on a change.
  constructor(place, { fields, defaults = {}, changed }) {
    this.place = place;
    this.fields = fields;
    this.changed = changed;
    this.values = { lexicon: "original", hard: "off", strategy: "", boards: 1, host: "honest", guesses: 6, ...defaults };
    this.lexicons = [];
    this.words = null;
    this.selects = {};
  }

  async load(params) {
    const wanted = [get("/lexicons")];
    if (this.fields.includes("strategy")) wanted.push(get("/strategies"));
    const [{ lexicons }, listed] = await Promise.all(wanted);
    this.lexicons = lexicons;
    this.strategies = listed?.strategies.filter((strategy) => strategy.plays) ?? [];
    for (const [name, value] of Object.entries(this.values)) {
      const given = params.get(name);
      if (given === null) continue;
      this.values[name] = typeof value === "number" ? Math.max(1, Math.min(40, Number.parseInt(given, 10) || value)) : given;
    }
    this.values.boards = Math.min(8, this.values.boards);
    if (!HARD.some(([value]) => value === this.values.hard)) this.values.hard = "off";
    await this.loadWords();
    this.build();
  }

  // The words of the chosen lexicon; a list of one's own is sent again if the server forgot it.
  async loadWords() {
    const name = this.values.lexicon;
    try {
      this.words = await get(`/lexicons/${encodeURIComponent(name)}`);
    } catch (error) {
      const own = readOwn();
      if (own && own.id === name) {
        this.words = await post("/lexicons", own.lists);
      } else if (error.kind === "UnknownNameError") {
        this.problem = error.message;
        this.values.lexicon = "original";
        this.words = await get("/lexicons/original");
      } else {
        throw error;
      }
    }
    this.known = new Set(this.words.allowed);
  }

  get length() {
    return this.words.lexicon.length;
  }

  async sendOwn(answers, allowed) {
    const split = (text) => text.split(/[\s,]+/u).filter(Boolean);
    const lists = { answers: split(answers), allowed: [...split(answers), ...split(allowed)] };
    const described = await post("/lexicons", lists);
    try {
      localStorage.setItem(OWN, JSON.stringify({ id: described.lexicon.id, lists }));
    } catch {
      // Too large to keep: the list works until the server forgets it.
    }
    this.values.lexicon = described.lexicon.id;
    this.words = described;
    this.known = new Set(described.allowed);
    this.build();
    return described;
  }

  current() {
    return this.lexicons.find(({ name }) => name === this.values.lexicon);
  }

  build() {
    const here = this.current() ?? { language: "English", length: this.length };
    const languages = [...new Set(this.lexicons.map(({ language }) => language))];
    const inLanguage = this.lexicons.filter(({ language }) => language === here.language);
    const lengths = [...new Set(inLanguage.map(({ length }) => length))].sort((a, b) => a - b);
    const fitting = inLanguage.filter(({ length }) => length === here.length);
    const names = fitting.map(({ name, answers, allowed }) => [name, `${name}: ${answers.toLocaleString("en")} / ${allowed.toLocaleString("en")}`]);
    if (!this.current()) names.push([this.values.lexicon, "your words"]);
    const chooseFirst = (test) => this.set("lexicon", this.lexicons.find(test)?.name ?? "original");
    this.place.replaceChildren(
      select("Language", languages.map((name) => [name, name]), here.language, (value) => chooseFirst(({ language }) => language === value)),
      select("Letters", lengths.map((n) => [n, n]), here.length, (value) => chooseFirst(({ language, length }) => language === here.language && length === Number(value))),
      select("Words (answers / allowed)", names, this.values.lexicon, (value) => this.set("lexicon", value)),
      ...this.fields.map((field) => this.chooser(field)),
    );
  }

  chooser(field) {
    const numbers = (from, to) => Array.from({ length: to - from + 1 }, (_, n) => [from + n, from + n]);
    const set = (value) => this.set(field, typeof this.values[field] === "number" ? Number(value) : value);
    const value = this.values[field];
    if (field === "hard") return select("Hard mode", HARD, value, set);
    if (field === "boards") return select("Boards", numbers(1, 8), value, set);
    if (field === "guesses") return select("Guesses", numbers(1, 20), value, set);
    if (field === "host") {
      return select("Host", [["honest", "honest"], ["adversary", "adversary: dodges"], ["cruel", "cruel: takes longest"]], value, set);
    }
    const named = this.strategies.map(({ name }) => [name, name]);
    if (value && !named.some(([name]) => name === value)) named.push([value, value]);
    return select("Ranked by", [["", "expected guesses"], ...named], value, set);
  }

  async set(field, value) {
    this.values[field] = value;
    if (field === "lexicon") await this.loadWords();
    this.build();
    this.changed(field);
  }

  // What differs from the defaults, for the address.
  forLink(defaults) {
    return Object.fromEntries(Object.entries(this.values).filter(([name, value]) => name in defaults && value !== defaults[name]));
  }

  line() {
    const { name, length } = this.words.lexicon;
    const parts = [`${this.current() ? name : "your words"}, ${length} letters`];
    if (this.fields.includes("host") && this.values.host !== "honest") parts.push(`${this.values.host} host`);
    if (this.fields.includes("hard")) parts.push(`hard mode ${this.values.hard}`);
    if (this.fields.includes("strategy") && this.values.strategy) parts.push(`ranked by ${this.values.strategy}`);
    if (this.fields.includes("boards") && this.values.boards > 1) parts.push(`${this.values.boards} boards`);
    if (this.fields.includes("guesses")) parts.push(`${this.values.guesses} guesses`);
    return `Settings: ${parts.join(" · ")}`;
  }
}

function select(text, options, value, changed) {
  const choice = el("select", { onchange: (event) => changed(event.target.value) });
  for (const [key, label] of options) {
    choice.append(el("option", { value: key, selected: String(key) === String(value) }, String(label)));
  }
  return el("label", {}, text, choice);
}

function readOwn() {
  try {
    return JSON.parse(localStorage.getItem(OWN));
  } catch {
    return null;
  }
}

// Wire the form for one's own words, where a page has it.
export function wireOwnWords(settings) {
  const said = find("#own-said");
  find("#own-send").addEventListener("click", async () => {
    said.textContent = "";
    try {
      const { lexicon, notes } = await settings.sendOwn(find("#own-answers").value, find("#own-allowed").value);
      said.textContent = [`${lexicon.answers} answers, ${lexicon.allowed} allowed words of ${lexicon.length} letters in use.`, ...notes].join(" ");
      settings.changed("lexicon");
    } catch (error) {
      said.textContent = error.message;
    }
  });
}
