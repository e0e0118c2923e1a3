"""Make the fonts of printed pages: `python -m tests.printing.make_fonts FOLDER-WITH-DEJAVU`.

They are subsets of DejaVu Sans and DejaVu Sans Bold, without hints and kerning, under another name
as their licence wants: the signs of labels and titles in Latin, Greek and Cyrillic letters, and the
star. Needs fontTools.
"""

import sys
from pathlib import Path

FONTS = Path(__file__).parents[2] / "sudokutools" / "pages" / "fonts"
NAME = "SudokuSans"
SOURCES = {"DejaVuSans.ttf": "Regular", "DejaVuSans-Bold.ttf": "Bold"}
SIGNS = (
    (0x20, 0x7E), (0xA0, 0x17F), (0x218, 0x21B), (0x384, 0x3CE), (0x400, 0x45F), (0x490, 0x491),
    (0x2010, 0x2026), (0x2030, 0x203A), (0x20AC, 0x20AC), (0x2116, 0x2116), (0x2190, 0x2193),
    (0x2605, 0x2606),
)  # fmt: skip
"""Ranges of Unicode, both ends included."""


def make(source: Path, style: str) -> None:
    """Write the subset of a font."""
    from fontTools import subset
    from fontTools.ttLib import TTFont

    options = subset.Options(hinting=False, layout_features=[], notdef_outline=True)
    options.name_IDs = [0, 1, 2, 4, 6, 13, 14]
    options.drop_tables += ["FFTM", "GDEF", "GPOS", "GSUB", "kern"]
    font = TTFont(source, recalcTimestamp=False)
    chosen = subset.Subsetter(options)
    chosen.populate(unicodes=[code for low, high in SIGNS for code in range(low, high + 1)])
    chosen.subset(font)
    names = {1: NAME, 2: style, 4: f"{NAME} {style}", 6: f"{NAME}-{style}"}
    for record in font["name"].names:
        if record.nameID in names:
            record.string = names[record.nameID]
    font.save(FONTS / f"{NAME}-{style}.ttf")


if __name__ == "__main__":
    for file, style in SOURCES.items():
        make(Path(sys.argv[1]) / file, style)
