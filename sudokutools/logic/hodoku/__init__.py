"""The scale of HoDoKu: level and score of a 9x9 puzzle.

HoDoKu (Bernhard Hobiger, 2008-2012) tries its techniques in a fixed order, makes the first step
found and starts again from the top. Steps have scores; the score of a puzzle is their sum. Its
level is that of the hardest technique, raised if the score is too high for it.

Order, levels and scores are HoDoKu's defaults; the techniques are written from their definitions.
HoDoKu's choice among several steps of a technique is not documented, so paths and scores may
differ; the choices here agree with most of 196 puzzles rated by HoDoKu.
"""
