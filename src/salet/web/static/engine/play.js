// A game against a host. Nothing is kept between two guesses: the whole game is played again.
// The answers follow from the game's name, so a link to a game is a challenge.

import { positionText } from "./colours.js";
import { shareBoards, shareText } from "./grids.js";
import { objection } from "./hard.js";
import { HOSTS, honest } from "./hosts.js";
import { summary } from "./lexicons.js";
import { RULES, WORD, kinds } from "./request.js";
import { sha256 } from "./sha256.js";
import { counted, illegal, invalid, readWord } from "./text.js";
import { Setting } from "./view.js";

// --- boards ------------------------------------------------------------------------------------

// A board as it stands; a guess makes a new one.
class Board {
  constructor(host, view) {
    Object.assign(this, { host, view });
    this.solved = view.turns.some((turn) => turn.solved);
    this.over = this.solved || view.guessesLeft < 1;
  }

  after(word) {
    const { view } = this;
    const { lexicon, setting: { hard } } = view;
    const guess = lexicon.guessIndex(word);
    const why = objection(lexicon.allowed[guess], view.turns, hard);
    if (why !== null) throw illegal(`${lexicon.allowed[guess]} is not allowed in hard mode ${hard}: ${why}`);
    return new Board(this.host, view.after(guess, this.host.reply(view, guess)));
  }

  facts(over) {
    const { turns, candidates } = this.view;
    return {
      turns: turns.map(({ guess, pattern }) => ({ guess, pattern })),
      position: positionText(turns),
      solved: this.solved,
      candidates: candidates.length,
      answer: over || this.solved ? this.host.reveal(this.view) : null,
    };
  }
}

// Play a word on all boards not yet solved.
function after(boards, word) {
  if (boards.every((board) => board.over)) {
    throw illegal(`the game is over after ${counted(Math.max(...boards.map(({ view }) => view.turns.length)), "guess")}`);
  }
  return boards.map((board) => (board.over ? board : board.after(word)));
}

// The game as people share it: colours or numbers of guesses, and no words.
function share(boards, host) {
  const { lexicon, setting: { maxGuesses, hard }, turns } = boards[0].view;
  const title = `salet ${lexicon.name}${host === "honest" ? "" : ` ${host}`}`;
  if (boards.length === 1) return shareText(title, turns.map((turn) => turn.colours), maxGuesses, hard !== "off");
  const solvedAt = boards.map(({ solved, view }) => (solved ? view.turns.length : null));
  return shareBoards(`${title} ${boards.length} boards`, solvedAt, maxGuesses);
}

// --- the route ---------------------------------------------------------------------------------

async function play(request, desk) {
  const { host, hard, max_guesses: maxGuesses } = request;
  if (request.boards > 1 && hard !== "off") throw invalid("hard mode is for one board: on several, a guess cannot suit all");
  const table = await desk.table({ lexicon: request.lexicon, game: request.kind });
  let boards = start(new Setting(table, { hard, maxGuesses }).view([]), request);
  for (const word of request.guesses.map(readWord)) boards = after(boards, word);
  const over = request.give_up || boards.every((board) => board.over);
  return {
    lexicon: summary(table.lexicon),
    host,
    game: request.game,
    hard,
    max_guesses: maxGuesses,
    guesses: request.guesses.length,
    over,
    won: boards.every((board) => board.solved),
    boards: boards.map((board) => board.facts(over)),
    share: over ? share(boards, host) : null,
  };
}

// Set the boards up. If the host hides no word, each board has a share of the answers.
function start(view, { host, game, boards }) {
  const { lexicon } = view;
  if (boards > lexicon.answers.length) throw invalid(`${lexicon.name} has only ${lexicon.answers.length} answers`);
  if (host === "honest") return hiddenAnswers(lexicon, game, boards).map((answer) => new Board(honest(answer), view));
  return Array.from({ length: boards }, (_, number) => {
    const share = view.candidates.filter((answer) => answer % boards === number);
    return new Board(HOSTS[host], view.only(share, view.legal));
  });
}

// The answers of a game: as many different ones, drawn by its name.
function hiddenAnswers(lexicon, game, count) {
  const drawn = new Set();
  for (let attempt = 0; drawn.size < count; attempt += 1) {
    const number = BigInt(`0x${sha256(`${lexicon.id}/${game}/${attempt}`).slice(0, 16)}`);
    drawn.add(lexicon.answers[Number(number % BigInt(lexicon.answers.length))]);
  }
  return [...drawn];
}

const name = (value, field) => {
  if (typeof value !== "string") return [`${field} must be a text`];
  return /^[0-9a-z]{1,16}$/u.test(value) ? null : [`${field} must match ^[0-9a-z]{1,16}$`];
};

export const routes = {
  "POST /play": {
    fields: {
      ...RULES,
      game: [name],
      kind: [kinds.orNull(kinds.text(64)), null],
      host: [kinds.oneOf("honest", "adversary", "cruel"), "honest"],
      boards: [kinds.whole(1, 8), 1],
      guesses: [kinds.list(WORD, 40), []],
      give_up: [kinds.truth, false],
    },
    answer: play,
  },
};
