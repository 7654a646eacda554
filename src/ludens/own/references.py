"""Object references, the names of Python objects: ``path/to/file.py:Name`` and ``package.module:Name``.

Either may carry parameters: ``my_agents.py:Greedy(depth=3)``. Loading one runs the code that it names. Whoever takes
names from strangers restricts, beforehand, what may be loaded: ``restrict``.
"""

from __future__ import annotations

import json
import os
import re
import sys
import traceback
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import NoReturn

from ludens.game import LudensError, SourceError
from ludens.names import parameters

FORM = re.compile(
    r"\s*(?P<place>[^\n]*\.py|[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*):(?P<name>[A-Za-z_]\w*)\s*(?:\((?P<given>[^()]*)\))?\s*"
)

PROGRAM = "program:"
"""What stands before the command line of a program in any language that is to be an agent."""

ALLOWED, ALLOWED_GAMES = "LUDENS_ALLOWED_CODE", "LUDENS_ALLOWED_GAMES"
"""The environment variables with the only references to agents and to games that may be loaded, as JSON; other
processes inherit them. Without the first, everything may be loaded."""


@dataclass(frozen=True, slots=True)
class Reference:
    """An object, ``name``, in a file or a module, ``place``, and the parameters that it is to be made with."""

    place: str
    name: str
    given: Mapping[str, str] = field(default_factory=dict)

    def __str__(self) -> str:
        return f"{self.place}:{self.name}"

    @property
    def is_file(self) -> bool:
        return self.place.endswith(".py")


def split_reference(text: str) -> Reference | None:
    """The reference in a text; None when the text has another form."""
    match = FORM.fullmatch(text)
    if match is None or text.startswith(PROGRAM):
        return None
    return Reference(match["place"].strip(), match["name"], parameters(text, match["given"] or ""))


def runs_code(text: str) -> bool:
    """Whether a name means code of somebody's own, in Python or as a program."""
    return text.startswith(PROGRAM) or split_reference(text) is not None


def from_anywhere(text: str) -> str:
    """The same name as it is found from any folder: a file by its full path. Other names stay as they are."""
    reference = split_reference(text)
    if reference is None or not reference.is_file:
        return text
    return text.strip().replace(reference.place, str(Path(reference.place).expanduser().resolve()), 1)


def load_object(reference: Reference) -> object:
    """The object that a reference names; raises SourceError, with the reason, when there is none or it is not allowed.

    Modules are looked for in the current folder too, and a file finds those that lie beside it: after all others, so
    that a file called random.py takes nobody's place.
    """
    allowed = allowed_references()
    if allowed is not None and str(reference) not in allowed:
        raise SourceError(f"{reference} would run code that is not allowed here.")
    module = _from_file(reference.place) if reference.is_file else _imported(reference.place)
    if not hasattr(module, reference.name):
        raise SourceError(f"There is no {reference.name} in {reference.place}.{_offers(module)}")
    found: object = getattr(module, reference.name)
    return found


def restrict(agents: Iterable[str], games: Iterable[str] = ()) -> None:
    """From now on only these references can be loaded, by this process and by all that it starts."""
    for variable, references in ((ALLOWED, agents), (ALLOWED_GAMES, games)):
        os.environ[variable] = json.dumps(sorted({str(split_reference(text) or text) for text in references}))


def allowed_references() -> tuple[str, ...] | None:
    """The only references that may be loaded; None where nothing is restricted."""
    return None if ALLOWED not in os.environ else (*allowed_agents(), *allowed_games())


def allowed_agents() -> tuple[str, ...]:
    """Those of agents; none where nothing is restricted."""
    return tuple(json.loads(os.environ.get(ALLOWED, "[]")))


def allowed_games() -> tuple[str, ...]:
    """Those of games."""
    return tuple(json.loads(os.environ.get(ALLOWED_GAMES, "[]")))


def reference_of(thing: object) -> str | None:
    """The reference by which other processes find an object, a class or a function; None where they cannot.

    What is defined in a notebook or in the script that runs is not found: other processes do not run it again.
    """
    place, name = getattr(thing, "__module__", None), getattr(thing, "__qualname__", None)
    module = sys.modules.get(place or "")
    if module is None or place == "__main__" or not name or getattr(module, name, None) is not thing:
        return None
    if getattr(module, "__spec__", None) is None:
        return None
    known = f"{place}:{name}"
    return known if split_reference(known) else None


def failing_line(error: BaseException, place: str) -> str:
    """Where in somebody's file an error comes from, as ``, line 12``; nothing when it is not from there."""
    wanted = Path(place).resolve()
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if Path(frame.filename) == wanted]
    return f", line {lines[-1]}" if lines else ""


def _from_file(place: str) -> ModuleType:
    """The module in a file, run once."""
    path = Path(place).expanduser()
    known = str(path.resolve())
    if known in sys.modules:
        return sys.modules[known]
    spec = spec_from_file_location(known, known)
    assert spec is not None
    assert spec.loader is not None
    _look_in(str(Path(known).parent))
    module = sys.modules[known] = module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except BaseException as error:
        del sys.modules[known]
        if isinstance(error, OSError) and not path.is_file():
            raise SourceError(f"Cannot read {place}: {(error.strerror or str(error)).lower()}.") from None
        _refuse(place, error)
    return module


def _imported(place: str) -> ModuleType:
    _look_in(str(Path.cwd()))
    try:
        return import_module(place)
    except BaseException as error:
        _refuse(place, error)


def _refuse(place: str, error: BaseException) -> NoReturn:
    """Raises what an error in somebody's code means; interrupts, and errors of Ludens, stay what they are."""
    if isinstance(error, (KeyboardInterrupt, LudensError)):
        raise error
    where = f", line {error.lineno}" if isinstance(error, SyntaxError) else failing_line(error, place)
    raise SourceError(f"{place} cannot be used: {type(error).__name__}{where}: {error}.") from error


def _look_in(folder: str) -> None:
    if folder not in sys.path:
        sys.path.append(folder)


def _offers(module: ModuleType) -> str:
    """The classes and functions that a module defines, as a sentence."""
    own = [
        name
        for name, value in vars(module).items()
        if not name.startswith("_") and callable(value) and getattr(value, "__module__", None) == module.__name__
    ]
    return f" It has {', '.join(sorted(own)[:8])}." if own else ""
