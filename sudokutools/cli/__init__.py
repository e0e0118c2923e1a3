"""The six commands: parse options, read, call, write."""
