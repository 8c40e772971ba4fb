// The choosers that several pages share: game, words, hard mode, strategy, boards, guesses.
// A link decides; without one, what was chosen last in this browser; else the defaults.

import { get, isLocal, post } from "./api.js";
import { commas, count, el, find, replace, sentence } from "./dom.js";
import { forgetOthers } from "./link.js";
import { direction, setGame } from "./tiles.js";

export const DEFAULTS = { kind: "", lexicon: "", hard: "off", strategy: "", boards: 1, host: "honest", guesses: 6 };
const HARD = [
  ["off", "off"],
  ["nyt", "nyt: keep what was shown"],
  ["strict", "strict: fit every clue"],
];
const HOSTS = [["honest", "honest"], ["adversary", "adversary: keeps most words"], ["cruel", "cruel: takes longest"]];
const RANKINGS = {
  entropy: "entropy: most information",
  expected: "expected: fewest words left",
  minimax: "minimax: smallest largest group",
  parts: "parts: most groups",
};
const CHOICES = { hard: HARD, host: HOSTS };
const MOST = { boards: 8, guesses: 20 };
const KEPT = ["kind", "lexicon", "hard", "guesses"];
const OWN = "own-words"; // the lists of one's own, the last one first
const MOST_OWN = 5;
const LONGEST_LINK = 1500; // characters of own words in an address
const UNNAMED = "original"; // the lexicon of links that name none
const LARGEST = 1 << 21; // bytes of a file of one's own words
const STATE = ["p", "board", "game", "seen", "answers", "allowed"]; // what addresses say beside the settings
const TODAY = "today"; // today's lists, weighted by a history if the server has one

export class Settings {
  // `fields` names the choosers wanted beside those of the words: kind is that of other games, today
  // an entry among the words. `guard` is the page's. `changing`
  // is called when other words are on their way, `changed(fields)` when the new values hold.
  constructor({ fields, guard, changing, changed }) {
    Object.assign(this, { guard, changing, changed, place: find("#settings") });
    this.fields = isLocal ? fields.filter((field) => field !== TODAY) : fields; // a history is the server's
    this.values = { ...DEFAULTS };
    this.listing = { lexicons: [], languages: [], lengths: [], games: {} };
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

  // The game or the lexicon that is chosen.
  get source() {
    return this.values.kind || this.values.lexicon;
  }

  get length() {
    return this.words.lexicon.length;
  }

  get direction() {
    return direction(this.words.keyboard.join(""));
  }

  // --- values --------------------------------------------------------------------------------

  async load(params) {
    this.coming = get("/lexicons").then((listing) => { this.listing = listing; });
    return this.restore(params);
  }

  // Take the values of an address. Returns false if a later choice took its place.
  async restore(params) {
    await this.coming; // an address that changes earlier waits, too, and is the later choice
    const linked = [...params.keys()].some((name) => name in DEFAULTS || STATE.includes(name));
    const given = linked ? Object.fromEntries(params) : kept();
    this.values = { ...DEFAULTS, lexicon: linked ? UNNAMED : this.listing.today };
    this.problem = null;
    for (const name of Object.keys(DEFAULTS)) if (name in given) this.take(name, String(given[name]));
    if (linked && given.answers && !ownLists(this.values.lexicon)) {
      const signal = this.guard.begin();
      await this.takeOwn(given.answers, given.allowed ?? "", signal);
      if (signal.aborted) return false;
    }
    if (!this.fields.includes("kind")) this.values.kind = "";
    if (this.values.lexicon === TODAY && !this.fields.includes(TODAY)) this.values.lexicon = this.listing.today;
    if (this.loaded?.source === this.source && !this.busy) this.guard.end();
    else if (!(await this.fetch())) return false;
    if (!("guesses" in given)) this.setBoards(this.values.boards);
    this.fit();
    this.waiting.clear();
    this.build();
    return true;
  }

  // More boards take more guesses.
  setBoards(boards) {
    this.values.boards = boards;
    this.values.guesses = boards - 1 + this.words.max_guesses;
  }

  // What a game does not have gives way: it is played on one board, and may lack a hard mode.
  fit() {
    if (this.values.kind) this.values.boards = 1;
    if (!this.words.modes.includes(this.values.hard)) this.values.hard = DEFAULTS.hard;
  }

  // One value of an address; a bad one is named, and the usual one stays.
  take(name, text) {
    const number = Number(text);
    const good = name in MOST ? Number.isInteger(number) && number >= 1 && number <= MOST[name]
      : name in CHOICES ? CHOICES[name].some(([value]) => value === text)
        : name === "kind" ? /^[\w(),=]{0,64}$/u.test(text)
          : name !== "lexicon" || /^[\w-]{1,64}$/u.test(text);
    const told = name in MOST ? `The link asks for '${text}' ${name}; it may be 1 to ${MOST[name]}.` : `The link names '${text}', which is no ${{ hard: "hard mode", kind: "game" }[name] ?? name}.`;
    if (good) this.values[name] = name in MOST ? number : text;
    else this.complain(told);
  }

  complain(text) {
    this.problem = [this.problem, text].filter(Boolean).join(" ");
  }

  // The words of an address; the usual ones stay if they are refused.
  async takeOwn(answers, allowed, signal) {
    try {
      const { lexicon: { id } } = await keepOwn(answers, allowed, signal);
      if (!signal.aborted) Object.assign(this.values, { lexicon: id, kind: "" });
    } catch (error) {
      if (signal.aborted) return;
      this.values.lexicon = this.listing.today;
      this.complain(sentence(error.message));
    }
  }

  async set(field, value) {
    this.values[field] = value;
    this.problem = null;
    const fields = new Set([field]);
    if (field === "lexicon" || field === "kind") {
      if (!(await this.fetch())) return;
      if (field === "kind" && !this.problem) this.setBoards(DEFAULTS.boards);
      this.fit();
      fields.add("lexicon");
    } else if (this.busy) {
      this.waiting.add(field); // told when the words are here
      return;
    }
    if (KEPT.includes(field) && !this.problem) {
      store("settings", { ...kept(), [field]: value, ...(field === "kind" ? { guesses: undefined } : {}) });
      forgetOthers();
    }
    for (const other of this.waiting) fields.add(other);
    this.waiting.clear();
    this.build();
    this.changed(fields);
  }

  // Get the words of the chosen lexicon or game. If they are refused, those at hand stay, or the usual ones
  // come in their place. Returns false if a later choice took the place of this one.
  async fetch() {
    const signal = this.guard.begin();
    const { kind, lexicon } = this.values;
    const name = this.source;
    this.waiting.add("lexicon");
    const known = this.current() || ownLists(name);
    this.changing(kind ? `Fetching ${name} ...` : known ? "" : `Fetching ${name} ... A new language or length is built once, which takes some seconds.`);
    try {
      const words = await wordsOf(kind, lexicon, signal);
      if (!kind && !this.current() && words.lexicon.name === name) this.listing = await get("/lexicons", signal); // it was built just now
      if (signal.aborted) return false;
      this.use(words);
    } catch (error) {
      if (signal.aborted) return false;
      if (!this.words && name === this.listing.today) throw error;
      const lost = error.kind === "UnknownNameError" && /^[0-9a-f]{16}$/u.test(name); // a list of somebody's own is known by its digest
      this.complain(lost ? "This browser does not have the word list of this link." : sentence(error.message));
      const usual = [kept().lexicon, this.listing.today].find((one) => one && one !== name);
      const before = this.loaded ?? { kind: "", lexicon: usual };
      Object.assign(this.values, { kind: before.kind, lexicon: before.lexicon });
      if (!this.words) return this.fetch();
    }
    this.waiting.delete("lexicon");
    return true;
  }

  use(words) {
    this.words = words;
    this.loaded = { ...this.values, source: this.source };
    this.allowed = null;
    setGame(words, this.source.match(/(?:^|\()([a-z]{2,3})\d+\)?$/u)?.[1] ?? "en"); // de6: a language and a length
  }

  // Whether a word may be guessed.
  allows(word) {
    this.allowed ??= new Set(this.words.allowed);
    return this.allowed.has(word);
  }

  // The fields of a request that name the game.
  get asked() {
    return this.values.kind ? { game: this.values.kind } : { lexicon: this.words.today?.lexicon ?? this.values.lexicon };
  }

  // The prior of a request for advice.
  get prior() {
    return this.words.today?.prior ?? "uniform";
  }

  // Why a guess cannot be played.
  refusal(shown) {
    return this.values.kind ? `${shown} is not an allowed ${this.words.guess} in this game.` : `${shown} is not in the word list.`;
  }

  async sendOwn(answers, allowed) {
    const described = await keepOwn(answers, allowed);
    this.values.kind = "";
    await this.set("lexicon", described.lexicon.id);
    return described;
  }

  current() {
    const { lexicon } = this.values;
    return this.listing.lexicons.find(({ name }) => name === (lexicon === TODAY ? this.listing.today : lexicon));
  }

  // The name of a lexicon of some language and length: one that is there, or one to be built.
  named(language, length) {
    const { lexicons, languages } = this.listing;
    const speaks = lexicons.filter((one) => one.language === language);
    const there = speaks.find((one) => one.length === length);
    const code = languages.find(({ name }) => name === language)?.code;
    return there?.name ?? (code ? `${code}${length}` : speaks[0]?.name ?? this.listing.today);
  }

  // What differs from the defaults, for the address.
  forLink() {
    const wanted = [this.values.kind ? "kind" : "lexicon", ...this.fields];
    const usual = { ...DEFAULTS, lexicon: UNNAMED };
    const values = Object.entries(this.values).filter(([name, value]) => wanted.includes(name) && value !== usual[name]);
    return { ...Object.fromEntries(values), ...this.ownForLink() };
  }

  // One's own words, if they are few.
  ownForLink() {
    const lists = this.values.kind || this.current() ? null : ownLists(this.values.lexicon);
    if (!lists) return {};
    const known = new Set(lists.answers);
    const words = { answers: lists.answers.join(","), allowed: lists.allowed.filter((word) => !known.has(word)).join(",") };
    return encodeURIComponent(words.answers + words.allowed).length > LONGEST_LINK ? {} : words;
  }

  // What a person who copies a link has to know.
  get linkNote() {
    const own = !this.values.kind && !this.current() && !this.ownForLink().answers;
    return own ? " This link works only in this browser: the word list is too long for a link." : "";
  }

  // What is played, and what is assumed of it.
  subject() {
    const { lexicon: { name, length }, today } = this.words;
    if (this.values.kind) return this.listing.games[name] ?? name;
    if (!today) return `${this.current() ? name : "your words"}, ${length} letters`;
    const history = today.history_to ? `history to ${today.history_to}` : "no history kept here";
    return `today: ${today.list} of ${today.list_date}; ${history}; hard mode ${this.values.hard}`;
  }

  line() {
    const has = (field) => this.fields.includes(field) && this.values[field] !== DEFAULTS[field] && !(field === "hard" && this.words.today);
    const parts = [this.subject()];
    if (has("host")) parts.push(`${this.values.host} host`);
    if (has("hard")) parts.push(`hard mode ${this.values.hard}`);
    if (has("strategy")) parts.push(`ranked by ${this.values.strategy}`);
    if (has("boards")) parts.push(`${this.values.boards} boards`);
    if (this.fields.includes("guesses")) parts.push(`${this.values.guesses} guesses`);
    return `Settings: ${parts.join(" · ")}`;
  }

  // --- choosers ------------------------------------------------------------------------------

  // Draw the choosers anew. A person who chose by keyboard stays in the chooser. After a choice by
  // pointer the focus leaves it, so that it does not take the word that is typed next.
  build() {
    const focused = [...this.place.querySelectorAll("select")].indexOf(document.activeElement);
    this.draw();
    if (focused >= 0 && this.byKeyboard) this.place.querySelectorAll("select")[focused]?.focus();
    const line = find("#settings-line");
    if (line) line.textContent = this.line();
  }

  draw() {
    const { kind } = this.values;
    const games = { "": "Wordle", ...this.listing.games, ...(kind in this.listing.games ? {} : { [kind]: kind || "Wordle" }) };
    const shown = this.fields.filter((field) => !["kind", TODAY].includes(field) && !(kind && field === "boards"));
    replace(
      this.place,
      this.fields.includes("kind") && Object.keys(games).length > 1 ? select("Game", Object.entries(games), kind, (value) => this.set("kind", value)) : null,
      kind ? null : this.lexiconChoosers(),
      shown.map((field) => this.chooser(field)),
      kind || this.listing.languages.length ? null : el("p", { class: "small soft whole" }, "More languages and lengths come with ", el("code", {}, isLocal ? "salet serve" : "pip install 'salet[languages]'"), "."),
    );
  }

  lexiconChoosers() {
    const { lexicons, languages, lengths: [shortest, longest], today } = this.listing;
    const here = this.current() ?? { language: "your own", length: this.length };
    const spoken = [...new Set([...lexicons.map(({ language }) => language), ...languages.map(({ name }) => name)])].sort();
    if (!this.current()) spoken.push(here.language);
    const inLanguage = lexicons.filter(({ language }) => language === here.language);
    const lengths = languages.length && this.current()
      ? numbers(shortest, longest)
      : [...new Set([...inLanguage.map(({ length }) => length), here.length])].sort((a, b) => a - b).map((n) => [n, n]);
    const names = inLanguage.filter(({ length }) => length === here.length)
      .map(({ name, answers, allowed }) => [name, `${name}: ${commas(answers)} / ${commas(allowed)}`]);
    if (this.fields.includes(TODAY) && names.some(([name]) => name === today)) names.unshift([TODAY, "today's puzzle, weighted by its history"]);
    for (const { id, lists } of allOwn()) names.push([id, `your words: ${commas(new Set(lists.answers).size)}, ${lists.answers[0]} ...`]);
    if (!names.some(([name]) => name === this.values.lexicon)) names.push([this.values.lexicon, "your words"]);
    return [
      select("Language", spoken.map((name) => [name, name]), here.language, (value) => this.set("lexicon", this.named(value, here.length))),
      select("Letters", lengths, here.length, (value) => this.set("lexicon", this.named(here.language, Number(value)))),
      select("Words: answers / allowed", names, this.values.lexicon, (value) => this.set("lexicon", value)),
    ];
  }

  chooser(field) {
    const set = (value) => this.set(field, field in MOST ? Number(value) : value);
    const value = this.values[field];
    if (field === "hard") return select("Hard mode", HARD.filter(([mode]) => this.words.modes.includes(mode)), value, set);
    if (field === "boards") return select("Boards", numbers(1, MOST.boards), value, set);
    if (field === "guesses") return select("Guesses", numbers(1, MOST.guesses), value, set);
    if (field === "host") return select("Host", HOSTS, value, set);
    const named = [...new Set([...this.words.strategies.filter((name) => name !== "guesses"), ...(value ? [value] : [])])];
    return select("Ranked by", [["", "fewest guesses to go"], ...named.map((name) => [name, RANKINGS[name] ?? name])], value, set);
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

const KEYS = document.documentElement.dataset.storage; // every key begins with it

// An object that was stored, or null: what stands there may be damaged.
export function stored(name) {
  try {
    const value = JSON.parse(localStorage.getItem(KEYS + name));
    return typeof value === "object" && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

export function store(name, value) {
  try {
    localStorage.setItem(KEYS + name, JSON.stringify(value));
  } catch {
    find("#forgetting").textContent = "This browser stores nothing for the page, or its storage is full: your choices are lost when you leave.";
  }
}

export const kept = () => stored("settings") ?? {};

// The words of a game or a lexicon; a list of one's own is sent again if the server forgot it.
async function wordsOf(kind, lexicon, signal) {
  if (kind && isLocal) throw new Error(`${kind} is played with salet serve; this page plays only Wordle`);
  if (kind) return get(`/games/${encodeURIComponent(kind)}`, signal);
  const today = lexicon === TODAY ? await get("/today", signal) : null;
  try {
    return { ...(await get(`/lexicons/${encodeURIComponent(today?.lexicon ?? lexicon)}`, signal)), today };
  } catch (error) {
    const lists = ownLists(lexicon);
    if (!lists) throw error;
    return post("/lexicons", lists, signal);
  }
}

const areWords = (list) => Array.isArray(list) && list.every((word) => typeof word === "string");
const allOwn = () => {
  const own = stored(OWN);
  const all = own?.all ?? [own]; // before there were several, it was one
  return Array.isArray(all) ? all.filter((one) => one?.id && areWords(one.lists?.answers) && areWords(one.lists?.allowed)) : [];
};
const ownLists = (id) => allOwn().find((one) => one.id === id)?.lists;

// Send words to the engine, and keep them in this browser. Returns what they are.
async function keepOwn(answers, allowed, signal) {
  const split = (text) => text.split(/[\s,]+/u).filter(Boolean);
  const lists = { answers: split(answers), allowed: [...new Set([...split(answers), ...split(allowed)])] };
  if (!lists.answers.length) throw new Error("Write at least one word.");
  const described = await post("/lexicons", lists, signal);
  const { id } = described.lexicon;
  store(OWN, { all: [{ id, lists }, ...allOwn().filter((one) => one.id !== id)].slice(0, MOST_OWN) });
  return described;
}

// Wire the form for one's own words, where a page has it.
export function wireOwnWords(settings) {
  const said = find("#own-said");
  find("#own-file").addEventListener("change", async (event) => {
    const [file] = event.target.files;
    said.textContent = file ? `${file.name} is read. Now use these words.` : "";
    if (file?.size > LARGEST) said.textContent = `${file.name} has more than 2 MB; choose a smaller file with only words.`;
    else if (file) find("#own-answers").value = await file.text();
  });
  find("#own-send").addEventListener("click", async () => {
    said.textContent = "";
    try {
      const { lexicon, notes } = await settings.sendOwn(find("#own-answers").value, find("#own-allowed").value);
      said.textContent = [`${count(lexicon.answers, "answer")}, ${count(lexicon.allowed, "allowed word")} of ${lexicon.length} letters in use.`, ...notes.map(sentence)].join(" ");
    } catch (error) {
      said.textContent = sentence(error.message);
    }
  });
}

// At a person's first visit frame.js shows how the page works. Here the person may choose today's puzzle.
export function welcome(settings) {
  const place = find("#welcome");
  const answer = (lexicon) => () => {
    store("welcomed", {});
    place.classList.add("hidden");
    if (lexicon) settings.set("lexicon", lexicon);
  };
  find("#welcome-today")?.addEventListener("click", answer(TODAY));
  find("#welcome-close").addEventListener("click", answer(""));
}
