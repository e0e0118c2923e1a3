"""stub for now"""
from typing import Any
def native_cells(*args: Any) -> bytes | None:
    return None
