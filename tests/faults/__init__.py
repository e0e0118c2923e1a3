"""What fails from outside: disks, pipes, memory, signals, the power."""
