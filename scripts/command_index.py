"""Writes docs/commands.md, every command with all its options, from the commands themselves; a test compares them."""

from __future__ import annotations

from pathlib import Path

import click

from ludens.cli.group import COMMANDS, GROUPS, command_module

PAGE = Path(__file__).parents[1] / "docs" / "commands.md"

INTRODUCTION = """\
# All commands and options

What `ludens COMMAND --help` prints. [Commands](cli.md) has them on one page, with what GAME and AGENT may be, files,
signals and exit codes. This page is made by `python scripts/command_index.py`.
"""


def page() -> str:
    """The page as it should be."""
    parts = [INTRODUCTION]
    grouped = {name for names in GROUPS.values() for name in names}
    for title, names in {**GROUPS, "More": tuple(name for name in COMMANDS if name not in grouped)}.items():
        if not names:
            continue
        parts.append(f"\n## {title}\n")
        for name in names:
            parts += entry(f"ludens {name}", getattr(command_module(name), name))
    return "".join(parts)


def entry(called: str, command: click.Command) -> list[str]:
    """What is told of a command, and of the commands in it."""
    context = click.Context(command, info_name=called)
    if isinstance(command, click.Group):
        found = [f"\n### {called}\n\n{words(command.help)}\n"]
        for name in command.list_commands(context):
            inner = command.get_command(context, name)
            assert inner is not None
            found += entry(f"{called} {name}", inner)
        return found
    usage = f"{called} {' '.join(command.collect_usage_pieces(context))}"
    found = [f"\n### {called}\n\n{words(command.help)}\n\n```text\n{usage}\n```\n"]
    records = [parameter.get_help_record(context) for parameter in command.params]
    rows = [(kind(option), cell(meaning)) for option, meaning in filter(None, records) if meaning]
    if rows:
        found += ["\n| option | means |\n|---|---|\n", *(f"| `{option}` | {meaning} |\n" for option, meaning in rows)]
    return found


def kind(option: str) -> str:
    """An option with what it takes, without click's word for numbers that have a least and a largest value."""
    return cell(option.replace("INTEGER RANGE", "INTEGER").replace("FLOAT RANGE", "NUMBER").replace("FLOAT", "NUMBER"))


def words(text: str | None) -> str:
    """The help of a command as paragraphs."""
    return "\n\n".join(" ".join(part.split()) for part in (text or "").replace("\b", "").split("\n\n"))


def cell(text: str) -> str:
    """A text for a cell of a table."""
    return " ".join(text.split()).replace("|", "\\|")


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8", newline="\n")
