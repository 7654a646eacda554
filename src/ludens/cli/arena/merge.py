"""``ludens merge STORE…``: the tournaments of several stores in one, for those that were played in parts."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

import click

from ludens.arena.store import Store
from ludens.cli.arena.arena_options import store_option
from ludens.cli.terminal import echo, json_option, print_json
from ludens.game import SourceError


@click.command()
@click.argument("stores", nargs=-1, required=True, type=click.Path(path_type=Path))
@store_option
@json_option
def merge(stores: tuple[Path, ...], store_path: Path, as_json: bool) -> None:
    """Copy the tournaments and games of other STORES to the store, which is created if needed.

    Games that are already there stay unchanged, so merging twice does no harm.
    """
    for path in stores:
        if not path.is_file():
            raise SourceError(f"There is no store at {path}.")
        if store_path.exists() and path.samefile(store_path):
            raise SourceError(f"{path} cannot be merged with itself: choose another --store.")
    with ExitStack() as opened:
        # All of them first, so that a mistake leaves nothing behind.
        others = [opened.enter_context(Store(path, must_exist=True)) for path in stores]
        store = opened.enter_context(Store(store_path))
        for other in others:
            new, known = store.take(other)
            if as_json:
                print_json({"store": str(other.path), "new": new, "known": known})
            else:
                echo(f"{other.path}: {new:,} new games, {known:,} known.")
