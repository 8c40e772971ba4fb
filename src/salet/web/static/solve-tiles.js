// Colouring tiles from the keyboard: arrow keys move between them; g, y and x colour the one in
// focus and go on to the next.

const COLOUR_KEYS = { g: "green", y: "yellow", x: "grey", "-": "grey", 2: "green", 1: "yellow", 0: "grey" };
const MOVES = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

export class TileKeys {
  // `views()` gives the boards; `colour(board, row, place, colour)` sets a tile; `done()` is Enter.
  constructor(views, colour, done) {
    this.views = views;
    this.colour = colour;
    this.done = done;
    this.colouring = false; // whether g, y and x colour the tile in focus, or are letters
    document.addEventListener("keydown", (event) => this.pressed(event), true);
  }

  enter(board, row) {
    this.colouring = true;
    this.views()[board].tile(row, 0)?.focus();
  }

  leave() {
    this.colouring = false;
    if (document.activeElement?.matches(".tile")) document.activeElement.blur();
  }

  pressed(event) {
    const tile = event.target.closest?.(".tile");
    if (!tile || event.ctrlKey || event.metaKey || event.altKey) return;
    const board = this.views().findIndex(({ element }) => element.contains(tile));
    const [row, place] = [Number(tile.dataset.row), Number(tile.dataset.place)];
    const colour = COLOUR_KEYS[event.key.toLowerCase()];
    if (event.key in MOVES) {
      const [down, right] = MOVES[event.key];
      this.colouring = true;
      this.focus(board, row + down, place + right);
    } else if (event.key === "Enter") {
      this.leave();
      this.done();
    } else if (colour && (this.colouring || /^[-0-9]$/u.test(event.key))) {
      event.stopPropagation();
      this.colour(board, row, place, colour);
      if (!this.focus(board, row, place + 1)) this.focusNextBoard(board, row);
    } else return;
    event.preventDefault();
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
    after.find((other) => this.focus(other, row, 0));
  }
}
