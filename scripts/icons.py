"""Draw the icons of the installed page from its own icon.svg: python scripts/icons.py."""

from pathlib import Path

import vl_convert

STATIC = Path(__file__).parents[1] / "src" / "salet" / "web" / "static"
SIDE = 32
"""The side of the drawing."""


def main() -> None:
    """Write two sizes, and one that a telephone may cut to any shape."""
    drawing = (STATIC / "icon.svg").read_text(encoding="utf-8")
    whole = drawing.replace(' rx="7"', "")
    assert whole != drawing
    for name, text, side in [
        ("icon-192", drawing, 192),
        ("icon-512", drawing, 512),
        ("icon-maskable", whole, 512),
    ]:
        sized = text.replace("<svg ", f'<svg width="{SIDE}" height="{SIDE}" ', 1)
        (STATIC / f"{name}.png").write_bytes(vl_convert.svg_to_png(sized, scale=side / SIDE))


if __name__ == "__main__":
    main()
