"""Failures from outside: disks, pipes, memory, signals, the power."""
