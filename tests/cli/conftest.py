"""The tests of the commands use what all tests share."""

from tests.conftest import Ran, Shell, start

__all__ = ["Ran", "Shell", "start"]
