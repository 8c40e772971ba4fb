// The files that Python wrote for this engine (salet.web.local), read when they are first needed:
// lexicons by name, how common words are, and what is proven. Lists that a person sent are kept, too.

import { Lexicon } from "./words.js";
import { Table } from "./replies.js";
import { readTree } from "./tree.js";
import { Refusal, unknownName } from "./text.js";

const KEPT = 6;

export class Shelf {
  // `read(name)` returns the text of a file.
  constructor(read) {
    this.read = remembered(read);
    this.sent = new Map();
    this.tables = new Map();
    this.bundled = remembered(async ({ name, id, ...files }) => {
      const [answers, allowed] = await Promise.all([this.list(files.answers), this.list(files.allowed)]);
      return new Lexicon(name, answers, allowed, id);
    });
    this.opened = remembered(async (file) => JSON.parse(await this.read(file)));
    this.planted = remembered(async (file) => readTree(await this.read(file)));
    this.list = remembered(async (file) => (await this.read(file)).split("\n"));
  }

  // Begin to read what the first advice needs.
  async begin() {
    const { listing: { today }, trees: { answers } } = await this.facts();
    await Promise.all([this.lexicon(today), this.list(answers), this.first()]);
  }

  async facts() {
    this.known ??= JSON.parse(await this.read("facts.json"));
    return this.known;
  }

  async lexicon(name) {
    const facts = (await this.facts()).lexicons.find((one) => one.name === name);
    if (facts) return this.bundled(facts);
    const own = this.sent.get(name);
    if (own) return own;
    const { lexicons, languages } = await this.facts();
    if (languages.some((code) => new RegExp(`^${code}\\d+$`, "u").test(name))) {
      throw new Refusal("InvalidLexiconError", `${name} is not among the lists of this page; salet serve builds it`);
    }
    throw unknownName("lexicon", name, lexicons.map((one) => one.name));
  }

  // The table of a lexicon by name; the last few are kept.
  async table(name) {
    let table = this.tables.get(name);
    this.tables.delete(name);
    table ??= new Table(await this.lexicon(name));
    this.tables.set(name, table);
    if (this.tables.size > KEPT) this.tables.delete(this.tables.keys().next().value);
    return table;
  }

  keep(lexicon) {
    this.sent.set(lexicon.id, lexicon);
    this.tables.delete(lexicon.id);
  }

  // What is proven of a position: {openers, book, tree, entry}, each null where there is nothing. `book` has the
  // totals of openers, `entry` its second guess after the one turn that was played. Before the first turn, what is
  // proven of free play stands in for a hard mode of which nothing is; its `mode` says so.
  async proofs({ lexicon, setting: { hard }, turns }) {
    const { openers, books, rule, trees } = await this.facts();
    const known = ({ game, mode }, wanted) => game === `${lexicon.id}-${rule}` && mode === wanted;
    const free = !turns.length && !openers.some((one) => known(one, hard));
    const here = (one) => known(one, free ? "off" : hard);
    const book = books.find(here) ?? null;
    return {
      openers: openers.find(here) ?? null,
      book,
      tree: lexicon.id === trees.lexicon ? await this.tree(hard) : null,
      entry: book && turns.length === 1 ? entryAfter(await this.opened(book.file), lexicon.guessIndex(turns[0].guess), turns[0].code) : null,
    };
  }

  // The bundled tree of a mode, or null.
  async tree(mode) {
    const file = (await this.facts()).trees.modes[mode];
    return file === undefined ? null : this.planted(file);
  }

  // The guesses that come first before the first turn, by the id of the lexicon.
  async first() {
    this.firsts ??= JSON.parse(await this.read("first.json"));
    return this.firsts;
  }

  // How often each word occurs in books: a map.
  async counts() {
    if (!this.wordCounts) {
      const { list, counts, more } = JSON.parse(await this.read("counts.json"));
      const words = await this.list(list);
      this.wordCounts = new Map([...words.map((word, place) => [word, counts[place]]), ...Object.entries(more)]);
    }
    return this.wordCounts;
  }
}

// What a book knows after a reply to an opener, or null.
function entryAfter(book, opener, reply) {
  for (const entry of book[opener]?.split(";") ?? []) {
    const [code, guess, total, proven, free] = entry.split(",").map(Number);
    if (code === reply) return { guess, total, proven: proven === 1, free: free === 1 };
  }
  return null;
}

// Call a function once for each name; what failed may be tried again.
function remembered(compute) {
  const known = new Map();
  return (name) => {
    if (!known.has(name)) {
      const coming = compute(name);
      known.set(name, coming);
      coming.catch(() => known.delete(name));
    }
    return known.get(name);
  };
}
