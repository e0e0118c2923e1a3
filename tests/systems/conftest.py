"""Modules that imitate another system are not collected."""

collect_ignore = ["windows"]
