"""Puzzles on pages, as PDF, SVG and HTML.

`layout` has the measures, `puzzle` the contents of a record, `book` distributes puzzles over pages,
and one module per format draws them.
"""
