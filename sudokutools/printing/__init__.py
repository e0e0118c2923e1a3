"""Pages with puzzles on them: where everything stands, and its drawing as PDF, SVG and HTML.

`layout` has the numbers, `puzzle` what is shown of a record, `book` puts puzzles on pages, and a
module of each format draws these.
"""
