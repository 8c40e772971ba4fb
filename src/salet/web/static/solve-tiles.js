// Colouring tiles from the keyboard: arrow keys move between them; g, y and x colour the one in
// focus and go on to the next.

const COLOUR_KEYS = { g: "green", y: "yellow", x: "grey", "-": "grey", 2: "green", 1: "yellow", 0: "grey" };
const MOVES = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

export class TileKeys {
  // `views()` gives the boards; `colour(board, row, place, colour)` sets a tile; `done()` is Enter.
  // `reread(letters)` is asked whether the colours just typed were letters of the next word.
  constructor(views, { colour, done, reread }) {
    Object.assign(this, { views, colour, done, reread });
    this.colouring = false; // whether g, y and x colour the tile in focus, or are letters
    this.typed = ""; // the letters that coloured tiles since the word was entered
    document.addEventListener("keydown", (event) => this.pressed(event), true);
  }

  enter(board, row) {
    this.colouring = true;
    this.typed = "";
    this.views()[board].tile(row, 0)?.focus();
  }

  leave() {
    this.colouring = false;
    this.typed = "";
    if (document.activeElement?.matches(".tile")) document.activeElement.blur();
  }

  pressed(event) {
    const tile = event.target.closest?.(".tile");
    if (!tile || event.ctrlKey || event.metaKey || event.altKey) return;
    const board = this.views().findIndex(({ element }) => element.contains(tile));
    const [row, place] = [Number(tile.dataset.row), Number(tile.dataset.place)];
    const key = event.key.toLowerCase();
    if (event.key in MOVES) this.move(board, row, place, MOVES[event.key]);
    else if (event.key === "Enter") this.done();
    else if (key in COLOUR_KEYS && (this.colouring || /^[-0-9]$/u.test(key))) this.set(board, row, place, key);
    else if (!this.typed || !/^\p{L}$/u.test(key) || !this.reread(this.typed + key)) return;
    event.stopPropagation();
    event.preventDefault();
  }

  move(board, row, place, [down, right]) {
    const forth = this.views()[board].grid.dir === "rtl" ? -right : right;
    this.colouring = true;
    this.typed = "";
    this.focus(board, row + down, place + forth);
  }

  set(board, row, place, key) {
    const { colouring } = this;
    this.colour(board, row, place, COLOUR_KEYS[key]);
    this.typed = this.typed.length === place ? this.typed + key : "";
    // After the last tile the next key is a letter again; the arrow keys still lead back.
    if (!this.focus(board, row, place + 1)) this.colouring = this.focusNextBoard(board, row) && colouring;
    if (!this.colouring) this.typed = "";
  }

  focus(board, row, place) {
    const tile = this.views()[board].tile(row, place);
    if (!tile || tile.disabled) return false;
    tile.focus();
    return true;
  }

  // On several boards, the last tile of one leads to the first of the next that is not solved.
  focusNextBoard(board, row) {
    const after = this.views().map((_, other) => other).slice(board + 1);
    return after.some((other) => this.focus(other, row, 0));
  }
}
