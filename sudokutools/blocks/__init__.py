"""Fast paths for blocks of 9x9 `line` records."""
