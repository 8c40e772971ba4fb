// The choosers that several pages share: words, hard mode, strategy, boards, guesses.
// A link decides; without one, what was chosen last in this browser; else the defaults.

import { get, post } from "./api.js";
import { el, find, replace, sentence } from "./dom.js";
import { forgetOthers } from "./link.js";
import { direction, speak } from "./tiles.js";

export const DEFAULTS = { lexicon: "original", hard: "off", strategy: "", boards: 1, host: "honest", guesses: 6 };
const HARD = [
  ["off", "off"],
  ["nyt", "nyt: keep what was shown"],
  ["strict", "strict: fit every clue"],
];
const HOSTS = [["honest", "honest"], ["adversary", "adversary: dodges"], ["cruel", "cruel: takes longest"]];
const CHOICES = { hard: HARD, host: HOSTS };
const MOST = { boards: 8, guesses: 20 };
const KEPT = ["lexicon", "hard", "guesses"];
const OWN = "own-words";

export class Settings {
  // `fields` names the choosers wanted beside those of the words. `guard` is the page's. `changing`
  // is called when other words are on their way, `changed(fields)` when the new values hold.
  constructor({ fields, guard, changing, changed }) {
    Object.assign(this, { fields, guard, changing, changed, place: find("#settings") });
    this.values = { ...DEFAULTS };
    this.listing = { lexicons: [], languages: [], lengths: [] };
    this.words = null;
    this.waiting = new Set(); // the fields changed while words are on their way
    this.byKeyboard = false;
    this.place.addEventListener("keydown", () => { this.byKeyboard = true; });
    this.place.addEventListener("pointerdown", () => { this.byKeyboard = false; });
  }

  // Whether words are on their way.
  get busy() {
    return this.words === null || this.waiting.size > 0;
  }

  get length() {
    return this.words.lexicon.length;
  }

  get direction() {
    return direction(this.words.keyboard.join(""));
  }

  // --- values --------------------------------------------------------------------------------

  async load(params) {
    const wanted = [get("/lexicons")];
    if (this.fields.includes("strategy")) wanted.push(get("/strategies"));
    const [listing, listed] = await Promise.all(wanted);
    this.listing = listing;
    this.strategies = listed?.strategies.filter((strategy) => strategy.plays) ?? [];
    return this.restore(params);
  }

  // Take the values of an address. Returns false if a later choice took its place.
  async restore(params) {
    const given = [...params].length ? Object.fromEntries(params) : kept();
    this.values = { ...DEFAULTS };
    this.problem = null;
    for (const name of Object.keys(DEFAULTS)) if (name in given) this.take(name, String(given[name]));
    if (!("guesses" in given)) this.setBoards(this.values.boards);
    if (this.loaded === this.values.lexicon && !this.busy) this.guard.end();
    else if (!(await this.fetch())) return false;
    this.waiting.clear();
    this.build();
    return true;
  }

  // More boards take more guesses.
  setBoards(boards) {
    this.values.boards = boards;
    this.values.guesses = boards + 5;
  }

  // One value of an address; a bad one is named, and the usual one stays.
  take(name, text) {
    const number = Number(text);
    const good = name in MOST ? Number.isInteger(number) && number >= 1
      : name in CHOICES ? CHOICES[name].some(([value]) => value === text)
        : name !== "lexicon" || /^[\w-]{1,64}$/u.test(text);
    const told = name in MOST ? `The link asks for '${text}' ${name}.` : `The link names '${text}', which is no ${name === "hard" ? "hard mode" : name}.`;
    if (good) this.values[name] = name in MOST ? Math.min(MOST[name], number) : text;
    else this.problem = [this.problem, told].filter(Boolean).join(" ");
  }

  async set(field, value) {
    this.values[field] = value;
    this.problem = null;
    if (field === "lexicon") {
      if (!(await this.fetch())) return;
    } else if (this.busy) {
      this.waiting.add(field); // told when the words are here
      return;
    }
    if (KEPT.includes(field) && !this.problem) {
      store("settings", { ...kept(), [field]: value });
      forgetOthers();
    }
    const fields = new Set([...this.waiting, field]);
    this.waiting.clear();
    this.build();
    this.changed(fields);
  }

  // Get the words of the chosen lexicon. If they are refused, those at hand stay, or the usual ones
  // come in their place. Returns false if a later choice took the place of this one.
  async fetch() {
    const signal = this.guard.begin();
    const name = this.values.lexicon;
    this.waiting.add("lexicon");
    const known = this.current() || stored(OWN)?.id === name;
    this.changing(known ? "" : `Fetching ${name} ... Words of a new language or length are made once, in some seconds.`);
    try {
      const words = await wordsOf(name, signal);
      if (!this.current() && words.lexicon.name === name) this.listing = await get("/lexicons", signal); // it was built just now
      if (signal.aborted) return false;
      this.use(words);
    } catch (error) {
      if (signal.aborted) return false;
      if (!this.words && name === DEFAULTS.lexicon) throw error;
      this.problem = sentence(error.message); // a language may have no words of that length
      this.values.lexicon = this.loaded ?? DEFAULTS.lexicon;
      if (!this.words) return this.fetch();
    }
    this.waiting.delete("lexicon");
    return true;
  }

  use(words) {
    this.words = words;
    this.loaded = this.values.lexicon;
    this.known = new Set(words.allowed);
    speak(this.loaded.match(/^([a-z]{2,3})\d+$/u)?.[1] ?? "en"); // de6: a language and a length
  }

  async sendOwn(answers, allowed) {
    const split = (text) => text.split(/[\s,]+/u).filter(Boolean);
    const lists = { answers: split(answers), allowed: [...split(answers), ...split(allowed)] };
    if (!lists.answers.length) throw new Error("Write at least one word.");
    const described = await post("/lexicons", lists);
    store(OWN, { id: described.lexicon.id, lists });
    await this.set("lexicon", described.lexicon.id);
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
    return there?.name ?? (code ? `${code}${length}` : speaks[0]?.name ?? DEFAULTS.lexicon);
  }

  // What differs from the defaults, for the address.
  forLink() {
    const wanted = ["lexicon", ...this.fields];
    return Object.fromEntries(Object.entries(this.values).filter(([name, value]) => wanted.includes(name) && value !== DEFAULTS[name]));
  }

  line() {
    const { name, length } = this.words.lexicon;
    const has = (field) => this.fields.includes(field) && this.values[field] !== DEFAULTS[field];
    const parts = [`${this.current() ? name : "your words"}, ${length} letters`];
    if (has("host")) parts.push(`${this.values.host} host`);
    if (has("hard")) parts.push(`hard mode ${this.values.hard}`);
    if (has("strategy")) parts.push(`ranked by ${this.values.strategy}`);
    if (has("boards")) parts.push(`${this.values.boards} boards`);
    if (this.fields.includes("guesses")) parts.push(`${this.values.guesses} guesses`);
    return `Settings: ${parts.join(" · ")}`;
  }

  // --- choosers ------------------------------------------------------------------------------

  // Draw the choosers anew. Who went through one by keyboard stays in it; whose pointer chose types
  // the next word, which must not fall into the chooser.
  build() {
    const focused = [...this.place.querySelectorAll("select")].indexOf(document.activeElement);
    this.draw();
    if (focused >= 0 && this.byKeyboard) this.place.querySelectorAll("select")[focused]?.focus();
    const line = find("#settings-line");
    if (line) line.textContent = this.line();
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
    const set = (value) => this.set(field, field in MOST ? Number(value) : value);
    const value = this.values[field];
    if (field === "hard") return select("Hard mode", HARD, value, set);
    if (field === "boards") return select("Boards", numbers(1, MOST.boards), value, set);
    if (field === "guesses") return select("Guesses", numbers(1, MOST.guesses), value, set);
    if (field === "host") return select("Host", HOSTS, value, set);
    const named = this.strategies.map(({ name }) => [name, name]);
    if (value && !named.some(([name]) => name === value)) named.push([value, value]);
    return select("Ranked by", [["", "expected guesses"], ...named], value, set);
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

// --- what this browser keeps -------------------------------------------------------------------

export function stored(name) {
  try {
    return JSON.parse(localStorage.getItem(name));
  } catch {
    return null;
  }
}

export function store(name, value) {
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // A browser that keeps nothing, or no more: the page works, and forgets.
  }
}

export const kept = () => stored("settings") ?? {};

// The words of a lexicon; a list of one's own is sent again if the server forgot it.
async function wordsOf(name, signal) {
  try {
    return await get(`/lexicons/${encodeURIComponent(name)}`, signal);
  } catch (error) {
    const own = stored(OWN);
    if (own?.id !== name) throw error;
    return post("/lexicons", own.lists, signal);
  }
}

// Wire the form for one's own words, where a page has it.
export function wireOwnWords(settings) {
  const said = find("#own-said");
  find("#own-file").addEventListener("change", async (event) => {
    const [file] = event.target.files;
    if (file) find("#own-answers").value = await file.text();
  });
  find("#own-send").addEventListener("click", async () => {
    said.textContent = "";
    try {
      const { lexicon, notes } = await settings.sendOwn(find("#own-answers").value, find("#own-allowed").value);
      said.textContent = [`${lexicon.answers} answers, ${lexicon.allowed} allowed words of ${lexicon.length} letters in use.`, ...notes].join(" ");
    } catch (error) {
      said.textContent = sentence(error.message);
    }
  });
}

// Who comes for the first time is asked which game it is, and shown how the page works.
export function welcome(settings) {
  const place = find("#welcome");
  if (stored("welcomed") || Object.keys(kept()).length) return;
  place.classList.remove("hidden");
  const answer = (lexicon) => () => {
    store("welcomed", true);
    place.classList.add("hidden");
    if (lexicon && lexicon !== settings.values.lexicon) settings.set("lexicon", lexicon);
  };
  find("#welcome-nyt").addEventListener("click", answer("nyt"));
  find("#welcome-close").addEventListener("click", answer(""));
}
