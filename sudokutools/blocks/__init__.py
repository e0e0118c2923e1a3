"""Many 9x9 `line` records at once: the fast path of every operation that has one."""
