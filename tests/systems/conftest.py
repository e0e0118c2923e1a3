"""What is imported by tests of another system is none for this one."""

collect_ignore = ["windows"]
