"""``ludens doctor``: what is installed, and whether it works."""

from __future__ import annotations

import click

from ludens.api.doctor import examine
from ludens.cli.terminal import echo, json_option, print_blocks, print_json


@click.command()
@json_option
def doctor(as_json: bool) -> None:
    """Show what is installed, and check that it works.

    Include the output in a bug report.
    Exit codes: 0 if all is well, 1 if there is a problem.
    """
    found = examine(lambda text: echo(text, err=True))
    if as_json:
        print_json(found.to_dict())
    else:
        print_blocks(found.blocks())
    if not found.well:
        raise SystemExit(1)
