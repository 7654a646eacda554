"""What a shell completes: games, agents, and the parameters of both; lists of them; seats; files where they fit."""

from __future__ import annotations

import re
from collections.abc import Callable

import click
from click.shell_completion import CompletionItem

Complete = Callable[[click.Context, click.Parameter, str], list[CompletionItem]]


def complete_game(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Names of games with what they are, their parameters after a parenthesis, and files."""
    from ludens.games import GAMES  # noqa: PLC0415  (commands that are not completed do not need it)

    name, inside = _opened(incomplete)
    if inside is not None:
        entry = GAMES.get(name)
        known = [] if entry is None else [f"{each.name}={str(each.default).lower()}" for each in entry.parameters]
        return _parameters(incomplete, known)
    names = [CompletionItem(name, help=game.summary) for name, game in GAMES.items() if name.startswith(incomplete)]
    return [*names, CompletionItem(incomplete, type="file")]


def complete_agent(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Names of agents, their options after a parenthesis, and files."""
    from ludens.own.known import AGENTS as OWN  # noqa: PLC0415
    from ludens.own.known import given_names  # noqa: PLC0415
    from ludens.players import AGENTS  # noqa: PLC0415
    from ludens.players.options import described  # noqa: PLC0415

    name, inside = _opened(incomplete)
    if inside is not None:
        known = [f"{each.name}={each.written}" for each in described(AGENTS[name].options)] if name in AGENTS else []
        return _parameters(incomplete, known)
    names = [CompletionItem(name) for name in (*AGENTS, *given_names(OWN)) if name.startswith(incomplete)]
    return [*names, CompletionItem(incomplete, type="file")]


def several(complete: Complete) -> Complete:
    """Completes the last of several that are separated by commas."""

    def last(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        outside = re.sub(r"\([^()]*\)?", lambda found: "_" * len(found[0]), incomplete)  # no commas of parameters
        start = outside.rfind(",") + 1
        found = complete(ctx, param, incomplete[start:])
        return [
            CompletionItem(incomplete[:start] + each.value, help=each.help) for each in found if each.type == "plain"
        ]

    return last


def complete_seat(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """ROLE=WHO: the roles of the game that was named, then ``you`` and the agents."""
    role, sign, who = incomplete.partition("=")
    if sign:
        found = [CompletionItem("you"), *complete_agent(ctx, param, who)]
        names = [item for item in found if item.type == "plain" and item.value.startswith(who)]
        return [CompletionItem(f"{role}={item.value}") for item in names]
    from ludens.game import LudensError  # noqa: PLC0415
    from ludens.games.loading import load  # noqa: PLC0415

    try:
        # Before an option without a value click leaves arguments unread.
        info = load(str(next(iter(ctx.args), ctx.params.get("game")))).info
    except LudensError:
        return []
    roles = [info.roles[number] for number in info.players]
    return [CompletionItem(f"{role}=") for role in roles if role.startswith(incomplete)]


def _opened(incomplete: str) -> tuple[str, str | None]:
    """The name before a parenthesis that is not closed, and what stands after it; None where there is none."""
    name, sign, inside = incomplete.rpartition("(")
    return (re.split(r"[,=]", name)[-1].strip(), inside) if sign and ")" not in inside else (incomplete, None)


def _parameters(incomplete: str, known: list[str]) -> list[CompletionItem]:
    """The parameters that are not given yet, each with its default value."""
    start = max(incomplete.rfind("("), incomplete.rfind(",")) + 1
    begun = incomplete[start:].strip()
    given = re.findall(r"(\w+)\s*=", incomplete[:start])
    fitting = [each for each in known if each.startswith(begun) and each.partition("=")[0] not in given]
    return [CompletionItem(incomplete[:start] + each) for each in fitting]
