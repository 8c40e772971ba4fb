// The choosers that several pages share: words, hard mode, strategy, boards, guesses.

import { get, post } from "./api.js";
import { el, find, replace } from "./dom.js";

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
    this.listing = { lexicons: [], languages: [], lengths: [] };
    this.words = null;
    this.byKeyboard = false;
    place.addEventListener("keydown", () => { this.byKeyboard = true; });
    place.addEventListener("pointerdown", () => { this.byKeyboard = false; });
  }

  async load(params) {
    const wanted = [get("/lexicons")];
    if (this.fields.includes("strategy")) wanted.push(get("/strategies"));
    const [listing, listed] = await Promise.all(wanted);
    this.listing = listing;
    this.strategies = listed?.strategies.filter((strategy) => strategy.plays) ?? [];
    for (const [name, value] of Object.entries(this.values)) {
      const given = params.get(name);
      if (given === null) continue;
      this.values[name] = typeof value === "number" ? Math.max(1, Math.min(40, Number.parseInt(given, 10) || value)) : given;
    }
    this.values.boards = Math.min(8, this.values.boards);
    if (!HARD.some(([value]) => value === this.values.hard)) this.values.hard = "off";
    try {
      await this.loadWords();
    } catch (error) {
      if (error.status !== 422) throw error;
      this.problem = error.message; // a link may name words that are not here
      this.values.lexicon = "original";
      await this.loadWords();
    }
    this.build();
  }

  // The words of the chosen lexicon; a list of one's own is sent again if the server forgot it.
  async loadWords() {
    const name = this.values.lexicon;
    try {
      this.words = await get(`/lexicons/${encodeURIComponent(name)}`);
    } catch (error) {
      const own = readOwn();
      if (own?.id !== name) throw error;
      this.words = await post("/lexicons", own.lists);
    }
    this.known = new Set(this.words.allowed);
    if (!this.current() && this.words.lexicon.name === name) this.listing = await get("/lexicons"); // it was built just now
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
    return this.listing.lexicons.find(({ name }) => name === this.values.lexicon);
  }

  // The name of a lexicon of some language and length: one that is there, or one to be built.
  named(language, length) {
    const { lexicons, languages } = this.listing;
    const speaks = lexicons.filter((one) => one.language === language);
    const there = speaks.find((one) => one.length === length);
    const code = languages.find(({ name }) => name === language)?.code;
    return there?.name ?? (code ? `${code}${length}` : speaks[0]?.name ?? "original");
  }

  // Draw the choosers anew. Who went through one by keyboard stays in it; whose pointer chose types
  // the next word, which must not fall into the chooser.
  build() {
    const focused = [...this.place.querySelectorAll("select")].indexOf(document.activeElement);
    this.draw();
    if (focused >= 0 && this.byKeyboard) this.place.querySelectorAll("select")[focused]?.focus();
  }

  draw() {
    const { lexicons, languages, lengths: [shortest, longest] } = this.listing;
    const here = this.current() ?? { language: "English", length: this.length };
    const spoken = [...new Set([...lexicons.map(({ language }) => language), ...languages.map(({ name }) => name)])].sort();
    const inLanguage = lexicons.filter(({ language }) => language === here.language);
    const lengths = languages.length
      ? numbers(shortest, longest)
      : [...new Set([...inLanguage.map(({ length }) => length), here.length])].sort((a, b) => a - b).map((n) => [n, n]);
    const names = inLanguage.filter(({ length }) => length === here.length)
      .map(({ name, answers, allowed }) => [name, `${name}: ${answers.toLocaleString("en")} / ${allowed.toLocaleString("en")}`]);
    if (!this.current()) names.push([this.values.lexicon, "your words"]);
    replace(
      this.place,
      select("Language", spoken.map((name) => [name, name]), here.language, (value) => this.set("lexicon", this.named(value, here.length))),
      select("Letters", lengths, here.length, (value) => this.set("lexicon", this.named(here.language, Number(value)))),
      select("Words: answers / allowed", names, this.values.lexicon, (value) => this.set("lexicon", value)),
      this.fields.map((field) => this.chooser(field)),
      languages.length ? null : el("p", { class: "small soft whole" }, "More languages and lengths come with ", el("code", {}, "pip install 'salet[languages]'"), "."),
    );
  }

  chooser(field) {
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
    const before = this.values[field];
    this.values[field] = value;
    this.problem = null;
    this.place.setAttribute("aria-busy", "true");
    try {
      if (field === "lexicon") await this.loadWords();
    } catch (error) {
      this.values[field] = before; // a language may have no words of that length
      this.problem = error.message;
    }
    this.place.removeAttribute("aria-busy");
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
    if (this.fields.includes("hard") && this.values.hard !== "off") parts.push(`hard mode ${this.values.hard}`);
    if (this.fields.includes("strategy") && this.values.strategy) parts.push(`ranked by ${this.values.strategy}`);
    if (this.fields.includes("boards") && this.values.boards > 1) parts.push(`${this.values.boards} boards`);
    if (this.fields.includes("guesses")) parts.push(`${this.values.guesses} guesses`);
    return `Settings: ${parts.join(" · ")}`;
  }
}

const numbers = (from, to) => Array.from({ length: to - from + 1 }, (_, n) => [from + n, from + n]);

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
