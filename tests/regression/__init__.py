"""Command lines that two installations are compared by: `python -m tests.regression --help`."""
