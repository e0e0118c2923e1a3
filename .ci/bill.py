"""Write the bill of materials as CycloneDX 1.6: `python .ci/bill.py > sudokutools-cli.cdx.json`.

What is required, with its least version, and what the extras of users add, are in pyproject.toml;
what the package has in it of others are the fonts.
"""

import ast
import json
import re
import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
OF_USERS = ("print", "sat", "cluster", "plot")
FONT = {
    "type": "library",
    "bom-ref": "dejavu-fonts",
    "name": "DejaVu Sans (subset, as Sudoku Sans)",
    "version": "2.37",
    "scope": "required",
    "licenses": [{"license": {"id": "Bitstream-Vera"}}],
}


def requirement(text: str, scope: str) -> dict[str, Any]:
    """Return the component of a requirement, such as `click>=8.1`."""
    match = re.fullmatch(r"([a-z0-9-]+)>=([0-9a-z.]+)", text)
    assert match is not None, text
    name, version = match.groups()
    reference = f"pkg:pypi/{name}@{version}"
    least = [{"name": "version", "value": f">={version}"}]
    component = {"type": "library", "bom-ref": reference, "name": name, "version": version}
    return {**component, "scope": scope, "purl": reference, "properties": least}


def bill() -> dict[str, Any]:
    """Return the whole bill."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    source = (ROOT / "sudokutools" / "__init__.py").read_text()
    found = re.search(r"^__version__ = (.+)$", source, re.MULTILINE)
    assert found is not None
    name, version = project["name"], ast.literal_eval(found[1])
    extras = project["optional-dependencies"]
    parts = [requirement(text, "required") for text in project["dependencies"]]
    parts += [requirement(text, "optional") for each in OF_USERS for text in extras[each]]
    parts.append(FONT)
    whole = {"type": "application", "bom-ref": name, "name": name, "version": version}
    whole |= {
        "licenses": [{"expression": project["license"]}],
        "purl": f"pkg:pypi/{name}@{version}",
    }
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": whole},
        "components": parts,
        "dependencies": [{"ref": name, "dependsOn": [part["bom-ref"] for part in parts]}],
    }


if __name__ == "__main__":
    print(json.dumps(bill(), indent=2))
