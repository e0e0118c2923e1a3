"""The tests of the commands use what all tests share."""

from tests.conftest import BIN, Ran, Shell, environment

__all__ = ["BIN", "Ran", "Shell", "environment"]
