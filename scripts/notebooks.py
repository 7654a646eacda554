"""Runs the notebooks of docs/notebooks and stores what their cells show; a test compares the two.

No Jupyter is needed. A cell shows what it prints and the value of its last line, as Jupyter would: pictures and tables
of objects that have them, and text.
"""

from __future__ import annotations

import ast
import contextlib
import io
import json
import os
import re
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parents[1] / "docs" / "notebooks"
REPRESENTATIONS = {"image/svg+xml": "_repr_svg_", "text/html": "_repr_html_"}
"""How an object shows itself, beside its text: the first that it has."""

Cell = dict[str, Any]
Output = dict[str, Any]


def read(path: Path) -> dict[str, Any]:
    """A notebook as data."""
    notebook: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return notebook


def outputs(notebook: dict[str, Any]) -> Iterator[list[Output]]:
    """Runs the cells of a notebook, one after another in an empty folder, and gives what each of them shows."""
    names: dict[str, Any] = {"__name__": "__main__"}
    before = Path.cwd()
    with tempfile.TemporaryDirectory(prefix="ludens-") as folder:
        os.chdir(folder)
        try:
            for number, cell in enumerate(notebook["cells"]):
                yield shown_by(text_of(cell), f"<cell {number + 1}>", names) if cell["cell_type"] == "code" else []
        finally:
            os.chdir(before)


def shown_by(source: str, place: str, names: dict[str, Any]) -> list[Output]:
    """What a cell shows: what it prints, and the value of its last line unless that ends with a semicolon."""
    found: list[Output] = []
    printed = io.StringIO()
    names["display"] = lambda *values: found.extend(as_output(value, "display_data") for value in values)
    statements = ast.parse(source, place).body
    last = statements.pop() if statements and isinstance(statements[-1], ast.Expr) else None
    with contextlib.redirect_stdout(printed):
        exec(compile(ast.Module(statements, []), place, "exec"), names)
        value = eval(compile(ast.Expression(last.value), place, "eval"), names) if isinstance(last, ast.Expr) else None
        if value is not None and not source.rstrip().endswith(";"):
            found.append(as_output(value, "execute_result"))
    if printed.getvalue():
        found.insert(0, {"output_type": "stream", "name": "stdout", "text": lines(printed.getvalue())})
    return found


def as_output(value: object, kind: str) -> Output:
    """A value as a notebook keeps it."""
    data = {"text/plain": lines(repr(value))}
    for form, method in REPRESENTATIONS.items():
        if hasattr(value, method):
            data[form] = lines(getattr(value, method)().replace("><", ">\n<"))
            break
    counted = {"execution_count": None} if kind == "execute_result" else {}
    return {"output_type": kind, **counted, "data": data, "metadata": {}}


def lines(text: str) -> list[str]:
    """A text as notebooks keep it: line by line, so that a change is seen."""
    return text.splitlines(keepends=True)


def text_of(cell: Cell) -> str:
    """The source of a cell."""
    return "".join(cell["source"])


def without_times(found: list[Output]) -> list[Output]:
    """Outputs without what differs from run to run: seconds."""
    text = re.sub(r"\d+\.\d+ s\b|seconds: [\d.e-]+", "… s", json.dumps(found, ensure_ascii=False))
    kept: list[Output] = json.loads(text)
    return kept


def store(path: Path) -> None:
    """Runs a notebook and keeps what its cells show. Where only times are new, the old ones stay."""
    notebook = read(path)
    for cell, found in zip(notebook["cells"], outputs(notebook), strict=True):
        if cell["cell_type"] == "code" and without_times(found) != without_times(cell["outputs"]):
            cell["outputs"] = found
    path.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", encoding="utf-8", newline="\n")


def as_markdown(notebook: dict[str, Any], name: str) -> tuple[str, dict[str, str]]:
    """A notebook as a page for the site, and its pictures by the names of their files."""
    parts: list[str] = []
    pictures: dict[str, str] = {}
    for cell in notebook["cells"]:
        if cell["cell_type"] == "markdown":
            parts.append(text_of(cell))
            continue
        parts.append(f"```python\n{text_of(cell)}\n```")
        for output in cell["outputs"]:
            data = output.get("data", {"text/plain": output.get("text", [])})
            if "image/svg+xml" in data:
                file = f"{name}-{len(pictures) + 1}.svg"
                pictures[file] = "".join(data["image/svg+xml"])
                parts.append(f'<p><img class="output" alt="What the cell shows" src="{file}"></p>')
            elif "text/html" in data:
                parts.append(f'<div class="output" markdown="0">\n{"".join(data["text/html"])}\n</div>')
            else:
                parts.append(f"```text\n{''.join(data['text/plain'])}\n```")
    return "\n\n".join(parts) + "\n", pictures


if __name__ == "__main__":
    for each in sys.argv[1:] or sorted(map(str, FOLDER.glob("*.ipynb"))):
        store(Path(each))
