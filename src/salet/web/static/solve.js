// The Solve page: what was played, in tiles; what to play next, beside them.

import { latest } from "./api.js";
import { adviseAll, adviseTogether, drawCandidates, drawSuggestions, drawTogether } from "./advice.js";
import { BoardView } from "./board.js";
import { announce, copy, count, debounce, find, replace, el } from "./dom.js";
import { Keyboard, knownLetters, listen } from "./keyboard.js";
import * as link from "./link.js";
import { Puzzle } from "./position.js";
import { Settings, wireOwnWords } from "./settings.js";
import { capital, colourOf, nextColour, signOf } from "./tiles.js";

const DEFAULTS = { lexicon: "original", hard: "off", strategy: "", guesses: 6 };
const SHOWN = 120;
const COLOUR_KEYS = { g: "green", y: "yellow", x: "grey", "-": "grey", 2: "green", 1: "yellow", 0: "grey" };

const params = link.read();
const settings = new Settings(find("#settings"), { fields: ["hard", "strategy", "boards", "guesses"], changed });
const keyboard = new Keyboard(find("#keyboard"), press);
let puzzle = new Puzzle();
let views = [];
let entry = "";
let active = 0;
let shown = SHOWN;
let keysColour = false; // whether g, y and x colour the tile in focus, or are letters

const ask = latest((signal, texts, game) => adviseAll(texts, game, signal));

async function start() {
  await settings.load(params);
  const texts = params.getAll("board").length ? params.getAll("board") : (params.get("p") ?? "").split("|");
  restore(texts.slice(0, 8));
  keyboard.layOut(settings.words.keyboard);
  wireOwnWords(settings);
  listen(press);
  document.addEventListener("keydown", tileKeys, true);
  find("#undo").addEventListener("click", undo);
  find("#new").addEventListener("click", () => begin(settings.values.boards));
  find("#share").addEventListener("click", share);
  addEventListener("hashchange", () => location.reload());
  draw();
  if (!puzzle.words.length && !find("#line").textContent) say("Type the word you played, or choose a suggestion.");
  await advise();
}

function restore(texts) {
  const read = Puzzle.read(texts, settings.length);
  if (read === null) {
    say("The link cannot be read; starting anew.", true);
    puzzle = new Puzzle(settings.values.boards);
  } else {
    puzzle = read;
    if (puzzle.boards < settings.values.boards && puzzle.words.length === 0) puzzle = new Puzzle(settings.values.boards);
  }
  settings.values.boards = puzzle.boards;
  settings.build();
}

function begin(boards) {
  puzzle = new Puzzle(boards);
  entry = "";
  active = 0;
  draw();
  update("A new puzzle.");
}

function changed(field) {
  if (field === "lexicon") {
    keyboard.layOut(settings.words.keyboard);
    if (puzzle.words.some((word) => [...word].length !== settings.length)) puzzle = new Puzzle(puzzle.boards);
    entry = "";
  }
  if (field === "boards") {
    puzzle = new Puzzle(settings.values.boards);
    settings.values.guesses = settings.values.boards + 5;
    settings.build();
  }
  draw();
  update();
}

// --- input -----------------------------------------------------------------------------------

function press(key, byPointer) {
  if (key === "Enter") return enter();
  if (key === "Backspace") return back();
  if (finished()) return say("The puzzle is solved. New puzzle begins another.", false);
  if (puzzle.words.length >= settings.values.guesses) return say("There are no guesses left. Undo, or begin a new puzzle.", true);
  if ([...entry].length >= settings.length) return undefined;
  leaveTile();
  entry += key;
  if ([...entry].length < settings.length) {
    say("");
    return draw();
  }
  return complete(byPointer);
}

function complete(byPointer) {
  if (!settings.known.has(entry)) {
    say(`${capital(entry)} is not in the word list.`, true);
    return draw();
  }
  return play(entry, byPointer);
}

function play(word, byPointer = true) {
  if (finished() || puzzle.words.length >= settings.values.guesses) return;
  puzzle.add(word);
  entry = "";
  draw();
  say(byPointer ? `Click the tiles of ${capital(word)} to colour them.` : "g, y, x or the arrow keys colour the tiles; Enter for the next word.");
  const board = firstOpen();
  if (!byPointer) {
    keysColour = true;
    views[board].tile(puzzle.words.length - 1, 0)?.focus();
  }
  update(`${capital(word)} entered, all grey. Set its colours.`);
}

function enter() {
  if (entry && [...entry].length < settings.length) say(`${capital(entry)} is too short: ${settings.length} letters.`, true);
  else if (entry) complete(false);
  leaveTile();
}

function back() {
  leaveTile();
  if (entry) entry = [...entry].slice(0, -1).join("");
  else if (puzzle.words.length) {
    entry = [...puzzle.removeLast()].slice(0, -1).join("");
    update();
  }
  say("");
  draw();
}

function undo() {
  entry = "";
  if (puzzle.undo()) {
    draw();
    update("Taken back.");
  } else say("There is nothing to undo.", false);
}

function leaveTile() {
  keysColour = false;
  if (document.activeElement?.matches(".tile")) document.activeElement.blur();
}

function colourTile(board, row, place, colour) {
  puzzle.colour(board, row, place, signOf(colour));
  if (board !== active && !puzzle.solved(board)) active = board;
  draw();
  const letter = [...puzzle.words[row]][place];
  update(`${capital(letter)} ${colour}`);
}

function pressTile(board, row, place, byPointer) {
  if (byPointer) keysColour = false;
  const now = colourOf([...puzzle.patterns[board][row]][place]);
  colourTile(board, row, place, nextColour(now));
}

// Arrow keys move between tiles; g, y and x colour the one in focus and go on to the next.
function tileKeys(event) {
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z" && !event.target.closest("input, textarea")) {
    event.preventDefault();
    undo();
    return;
  }
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const tile = event.target.closest?.(".tile");
  if (!tile) return;
  const board = views.findIndex(({ element }) => element.contains(tile));
  const [row, place] = [Number(tile.dataset.row), Number(tile.dataset.place)];
  const moves = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };
  if (event.key in moves) {
    event.preventDefault();
    keysColour = true;
    const [down, right] = moves[event.key];
    const next = views[board].tile(row + down, place + right);
    if (next && !next.disabled) next.focus();
    return;
  }
  if (event.key === "Enter") {
    event.preventDefault();
    leaveTile();
    say("Type the next word.");
    return;
  }
  const colour = COLOUR_KEYS[event.key.toLowerCase()];
  const digit = /^[-0-9]$/u.test(event.key);
  if (colour && (keysColour || digit)) {
    event.preventDefault();
    event.stopPropagation();
    colourTile(board, row, place, colour);
    const next = views[board].tile(row, place + 1);
    if (next && !next.disabled) next.focus();
    else nextBoardTile(board, row);
  }
}

// On several boards, the last tile of one leads to the first of the next that is not solved.
function nextBoardTile(board, row) {
  for (let other = board + 1; other < puzzle.boards; other += 1) {
    const tile = views[other].tile(row, 0);
    if (tile && !tile.disabled) {
      tile.focus();
      return;
    }
  }
}

// --- drawing ---------------------------------------------------------------------------------

const finished = () => puzzle.patterns.every((_, board) => puzzle.solved(board));
const firstOpen = () => Math.max(0, puzzle.patterns.findIndex((_, board) => !puzzle.solved(board)));

function say(text, bad = false) {
  const line = find("#line");
  line.textContent = text;
  line.toggleAttribute("data-bad", bad);
  if (text && bad) announce(text);
}

function draw() {
  const place = find("#boards");
  if (views.length !== puzzle.boards) {
    views = puzzle.patterns.map((_, board) => new BoardView(`Board ${board + 1}`, (row, tile, byPointer) => pressTile(board, row, tile, byPointer)));
    replace(place, views.map(({ element }) => element));
    place.dataset.count = puzzle.boards;
  }
  const height = Math.max(settings.values.guesses, puzzle.words.length);
  const invalid = [...entry].length === settings.length;
  views.forEach((view, board) => {
    view.size(height, settings.length);
    view.draw(puzzle.turns(board), puzzle.solved(board) ? "" : entry, invalid);
    view.element.toggleAttribute("data-solved", puzzle.solved(board));
    view.element.toggleAttribute("data-active", puzzle.boards > 1 && board === active);
  });
  const turns = puzzle.patterns.flatMap((_, board) =>
    puzzle.turns(board).map(({ word, pattern }) => ({ word, colours: [...pattern].map(colourOf) })));
  keyboard.show(puzzle.boards === 1 ? knownLetters(turns) : new Map());
  find("#undo").disabled = puzzle.past.length === 0;
  find("#settings-line").textContent = settings.line();
}

function writeLink() {
  const texts = puzzle.patterns.map((_, board) => puzzle.text(board));
  link.write({ ...settings.forLink(DEFAULTS), boards: puzzle.boards > 1 ? puzzle.boards : "", p: texts.join("|").replace(/^\|+$/u, "") });
}

async function share() {
  writeLink();
  say((await copy(location.href)) ? "The link is copied." : "Copy the address of this page to share it.");
}

const adviseSoon = debounce(advise, 180);

function update(said = "") {
  writeLink();
  if (said) announce(said);
  adviseSoon();
}

const askTogether = latest((signal, texts, lexicon) => adviseTogether(texts, lexicon, signal));

async function together(texts) {
  if (puzzle.boards === 1) return;
  const list = find("#together-list");
  list.setAttribute("aria-busy", "true");
  try {
    const advice = await askTogether(texts, settings.values.lexicon);
    if (advice === undefined) return;
    drawTogether(list, advice, play);
    find("#together-said").textContent = advice.solved ? "All boards are solved." : "A rule of thumb for all boards together, not proven best.";
  } catch (error) {
    replace(list);
    find("#together-said").textContent = error.message;
  }
  list.removeAttribute("aria-busy");
}

async function advise() {
  const list = find("#suggestions");
  list.setAttribute("aria-busy", "true");
  const game = {
    lexicon: settings.values.lexicon,
    hard: settings.values.hard,
    strategy: settings.values.strategy || null,
    max_guesses: settings.values.guesses,
    top: 8,
    shown,
  };
  find("#together").classList.toggle("hidden", puzzle.boards === 1);
  let answers;
  try {
    answers = await ask(puzzle.patterns.map((_, board) => puzzle.text(board)), game);
  } catch (error) {
    answers = [{ error }];
  }
  if (answers === undefined) return; // a later question took its place
  chooseBoard(answers);
  list.removeAttribute("aria-busy");
  show(answers[active]);
  showTabs(answers);
  await together(puzzle.patterns.map((_, board) => puzzle.text(board))); // the slower answer comes last
}

// Of several boards, the one with the fewest words left is nearest to being solved.
function chooseBoard(answers) {
  if (puzzle.boards === 1) active = 0;
  else if (puzzle.solved(active) || puzzle.words.length === 0) {
    const open = answers.map((_, board) => board).filter((board) => !puzzle.solved(board));
    const left = (board) => answers[board].candidates_total ?? Infinity;
    active = open.sort((a, b) => left(a) - left(b))[0] ?? 0;
  }
  views.forEach(({ element }, board) => element.toggleAttribute("data-active", puzzle.boards > 1 && board === active));
}

function show(advice) {
  const message = find("#message");
  message.className = "notice";
  replace(message);
  if (advice.error) return showError(advice.error);
  const notes = [advice.note, ...advice.notes].filter(Boolean);
  if (advice.solved) {
    message.textContent = `Solved in ${count(puzzle.patterns[active].length, "guess").replace("guesss", "guesses")}.`;
    replace(find("#suggestions"));
    announce(message.textContent);
  } else {
    drawSuggestions(find("#suggestions"), advice, play);
    const best = advice.suggestions[0];
    if (best) announce(`${count(advice.candidates_total, "possible word")}. Best: ${capital(best.guess)}, which ${best.reason}.`);
  }
  if (settings.problem) notes.unshift(settings.problem);
  if (notes.length) {
    message.classList.add("warn");
    replace(message, [advice.solved ? message.textContent : "", ...notes].filter(Boolean).map((note) => el("div", {}, note)));
  }
  const trust = advice.suggestions.length && !advice.exact ? "; ~ marks an estimate" : advice.suggestions.length ? "; exact values" : "";
  find("#ranked").textContent = advice.solved ? "" : `Ranked by ${advice.strategy}${trust}.`;
  find("#candidates-title").textContent = `Possible answers: ${advice.candidates_total.toLocaleString("en")}`;
  drawCandidates(find("#candidates"), advice, play);
  const hidden = advice.candidates_total - advice.candidates.length;
  replace(
    find("#more"),
    hidden > 0
      ? el("button", { type: "button", onclick: () => { shown = 20000; advise(); } }, `Show ${hidden.toLocaleString("en")} more`)
      : null,
  );
  return undefined;
}

function showError(error) {
  const message = find("#message");
  message.classList.add("bad");
  const contradiction = error.kind === "InconsistentHistoryError";
  replace(
    message,
    contradiction ? el("strong", {}, "No word fits these colours. ") : null,
    `${error.message[0].toUpperCase()}${error.message.slice(1)}.`,
  );
  replace(find("#suggestions"));
  replace(find("#candidates"));
  replace(find("#more"));
  find("#ranked").textContent = "";
  find("#candidates-title").textContent = "Possible answers";
  announce(message.textContent);
}

function showTabs(answers) {
  if (puzzle.boards === 1) {
    views[0].heading.textContent = "";
    return;
  }
  views.forEach((view, board) => {
    const { candidates_total: left, suggestions, error } = answers[board];
    const state = puzzle.solved(board) ? "solved" : error ? "no word fits" : `${count(left, "word")}, ${capital(suggestions[0]?.guess ?? "")}`;
    replace(
      view.heading,
      el("button", { type: "button", class: "plain", "aria-pressed": String(board === active), onclick: () => { active = board; draw(); show(answers[board]); showTabs(answers); } },
        `${board + 1}: ${state}`),
    );
  });
}

start().catch((error) => {
  showError(error);
});
