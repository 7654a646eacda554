"""Writes docs/mistakes.md from the table of known mistakes."""

from __future__ import annotations

from pathlib import Path

from ludens.gdl.mistakes import MISTAKES, Severity

PAGE = Path(__file__).parent.parent / "docs" / "mistakes.md"
LONGEST_EXAMPLE = 120


def page() -> str:
    """The page as Markdown."""
    lines = [
        "# Mistakes in rulesheets",
        "",
        "These are the mistakes that `ludens check` finds, by the code it prints in brackets. `scripts/mistakes.py`",
        "writes this page from the table in `src/ludens/gdl/mistakes.py`, and the tests run every example.",
    ]
    for severity, title in ((Severity.ERROR, "Errors"), (Severity.WARNING, "Warnings")):
        lines += ["", f"## {title}"]
        for code, mistake in MISTAKES.items():
            if mistake.severity is severity:
                example = mistake.example.replace("»", "")
                if len(example) > LONGEST_EXAMPLE and "\n" not in example:
                    example = example[:LONGEST_EXAMPLE] + " …"
                lines += ["", f"### {code}", "", mistake.meaning, "", "```lisp", example, "```"]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
