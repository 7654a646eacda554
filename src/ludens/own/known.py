"""Names for things of a user's own: what this process was given as objects, and the entry points of packages.

A package offers agents and games in its ``pyproject.toml``::

    [project.entry-points."ludens.agents"]
    greedy = "my_package.agents:Greedy"
"""

from __future__ import annotations

import functools
import hashlib
import inspect
import itertools
from collections.abc import Mapping
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path

from ludens.game import LudensError, ParameterError, SourceError
from ludens.names import split_name
from ludens.own.references import allowed_references, load_object, reference_of, split_reference

AGENTS, GAMES = "ludens.agents", "ludens.games"
"""The groups of entry points."""

_given: dict[str, dict[str, object]] = {AGENTS: {}, GAMES: {}}
"""By name in lower case, what this process was given."""


def own_object(group: str, text: str) -> tuple[object, str, Mapping[str, str]] | None:
    """What a text names of a user's own, its name, and the parameters; None when it names nothing of that kind.

    Raises SourceError when it should, but cannot be loaded.
    """
    reference = split_reference(text)
    if reference is not None:
        return load_object(reference), str(reference), reference.given
    named = split_name(text)
    if named is None:
        return None
    name, given = named
    if name in _given[group]:
        return _given[group][name], name, given
    entry = None if allowed_references() is not None else offered(group).get(name)
    return None if entry is None else (_loaded(entry), name, given)


@functools.cache
def offered(group: str) -> Mapping[str, EntryPoint]:
    """The entry points of installed packages, by name in lower case."""
    return {entry.name.lower(): entry for entry in entry_points(group=group)}


def given_names(group: str) -> tuple[str, ...]:
    """What this process was given, and what packages offer."""
    return tuple(dict.fromkeys((*_given[group], *offered(group))))


def name_of(
    group: str, thing: object, built_in: Mapping[str, object], others: Mapping[str, object] | None = None
) -> str:
    """A name under which an object, a class or a function is found from now on.

    Other processes find it too if it can be imported: the name is a reference then. ``others``: what is used at the
    same time, by name; two of the same name are numbered. Raises ParameterError for what cannot have a name, or has
    that of something built in.
    """
    reference = reference_of(thing)
    if reference is not None:
        return reference
    base, taken = _plain_name(thing), others or {}
    names = itertools.chain([base], (f"{base}_{number}" for number in itertools.count(2)))
    name = next(name for name in names if taken.get(name, thing) is thing)
    if split_name(name) is None:
        raise ParameterError(f"{name} cannot be used: it needs a name, so write it as a class or with 'def'.")
    if name.lower() in built_in:
        kind = "an agent" if group == AGENTS else "a game"
        raise ParameterError(f"Ludens already has {kind} called {name.lower()}: give yours another name.")
    _given[group][name.lower()] = thing
    return name


def code_digest(group: str, text: str) -> str | None:
    """A digest of the code of something of a user's own, which is another when it has changed; None for all else."""
    reference, named = split_reference(text), split_name(text)
    if reference is not None and reference.is_file:
        try:
            return _digest(Path(reference.place).expanduser().read_bytes())
        except OSError as error:
            raise SourceError(f"Cannot read {reference.place}: {(error.strerror or str(error)).lower()}.") from None
    if reference is None and (named is None or named[0] not in given_names(group)):
        return None
    found = own_object(group, text)
    thing = None if found is None else found[0]
    made = thing if inspect.isclass(thing) or inspect.isroutine(thing) else getattr(thing, "func", type(thing))
    try:
        return _digest(inspect.getsource(made).encode())
    except (OSError, TypeError):
        return None  # it was typed in, and nobody kept it


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _plain_name(thing: object) -> str:
    if isinstance(thing, functools.partial):
        return _plain_name(thing.func)
    name, other = getattr(thing, "__name__", None), getattr(thing, "name", None)
    if isinstance(name, str):
        return name
    return other if isinstance(other, str) and split_name(other) is not None else type(thing).__name__


def forget() -> None:
    """Takes the names back from all that this process was given."""
    for named in _given.values():
        named.clear()


def in_this_process_only(group: str, text: str) -> bool:
    """Whether a name means something that this process was given and others do not find."""
    named = None if split_reference(text) is not None else split_name(text)
    return named is not None and named[0] in _given[group]


def is_made(thing: object) -> bool:
    """Whether it is an object that is ready for use, and not something that makes one."""
    return not inspect.isclass(thing) and not inspect.isroutine(thing) and not isinstance(thing, functools.partial)


def _loaded(entry: EntryPoint) -> object:
    try:
        found: object = entry.load()
    except LudensError:
        raise
    except Exception as error:
        package = entry.dist.name if entry.dist is not None else "a package"
        raise SourceError(f"{entry.name} of {package} cannot be used: {type(error).__name__}: {error}.") from error
    return found
