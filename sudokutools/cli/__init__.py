"""The five commands: parse options, read, call, write."""
