"""Writes docs/json.md and docs/json-schema.json: what every command prints with ``--json``, from its types.

python scripts/json_page.py
"""

from __future__ import annotations

import json
import types
import typing
from pathlib import Path
from typing import Annotated, Any, Literal, NotRequired

from ludens.cli.outputs import OUTPUTS

DOCS = Path(__file__).parents[1] / "docs"
PLAIN = {str: "string", int: "integer", float: "number", bool: "boolean", type(None): "null"}

HEAD = """# What `--json` prints

With `--json` a command prints objects, one a line, in UTF-8; characters that the terminal cannot show are escaped.
Names are in lower case. A field with a question mark may be missing. A value that is infinite or unknown is `null`.
Every version may add fields; fields disappear or change only as [semantic versions](releasing.md#versions) allow.

[`json-schema.json`](json-schema.json) says the same as a JSON Schema (2020-12): `$defs` holds the types, and `commands`
lists the types that each command prints. `scripts/json_page.py` makes both files from the types in
`src/ludens/cli/outputs/`, and tests compare real output with them.

"""


def unwrapped(kind: Any) -> tuple[Any, str, bool]:
    """A type without what is said about it: with that, and whether it may be missing."""
    meaning, required = "", True
    while typing.get_origin(kind) in (Annotated, NotRequired):
        if typing.get_origin(kind) is NotRequired:
            required = False
        else:
            meaning = str(kind.__metadata__[0])
        kind = typing.get_args(kind)[0]
    return kind, meaning, required


def hints(kind: Any) -> dict[str, Any]:
    return typing.get_type_hints(kind, include_extras=True)


def words(kind: Any) -> str:
    """A type as the page writes it."""
    kind = unwrapped(kind)[0]
    origin, inner = typing.get_origin(kind), typing.get_args(kind)
    if typing.is_typeddict(kind):
        return f"[{kind.__name__}](#{kind.__name__.lower()})"
    if origin is list:
        return f"list of {words(inner[0])}"
    if origin is dict:
        return f"object, each {words(inner[1])}"
    if origin is Literal:
        return " or ".join(f"`{json.dumps(value)}`" for value in inner)
    if origin in (types.UnionType, typing.Union):
        return " or ".join(words(each) for each in inner)
    return "anything" if kind is Any else PLAIN[kind]


def schema(kind: Any) -> dict[str, Any]:
    """A type as JSON Schema."""
    kind, meaning, _ = unwrapped(kind)
    found = _schema(kind)
    return {**found, "description": meaning} if meaning else found


def _schema(kind: Any) -> dict[str, Any]:
    origin, inner = typing.get_origin(kind), typing.get_args(kind)
    if typing.is_typeddict(kind):
        return {"$ref": f"#/$defs/{kind.__name__}"}
    if origin is list:
        return {"type": "array", "items": schema(inner[0])}
    if origin is dict:
        return {"type": "object", "additionalProperties": schema(inner[1])}
    if origin is Literal:
        return {"enum": list(inner)}
    if origin in (types.UnionType, typing.Union):
        return {"anyOf": [schema(each) for each in inner]}
    return {} if kind is Any else {"type": PLAIN[kind]}


def definition(kind: Any) -> dict[str, Any]:
    """An object with its fields as JSON Schema."""
    fields = hints(kind)
    return {
        "type": "object",
        "description": kind.__doc__,
        "properties": {name: schema(each) for name, each in fields.items()},
        "required": [name for name, each in fields.items() if unwrapped(each)[2]],
        "additionalProperties": False,
    }


def reached(kind: Any, found: dict[str, Any]) -> dict[str, Any]:
    """All objects in a type, by name, in the order in which they are met."""
    kind = unwrapped(kind)[0]
    if typing.is_typeddict(kind):
        if kind.__name__ not in found:
            found[kind.__name__] = kind
            for inner in hints(kind).values():
                reached(inner, found)
    else:
        for inner in typing.get_args(kind):
            reached(inner, found)
    return found


def objects() -> dict[str, Any]:
    found: dict[str, Any] = {}
    for kinds in OUTPUTS.values():
        for kind in kinds:
            reached(kind, found)
    return found


def page() -> str:
    """The page."""
    rows = [f"| `ludens {name}` | {', '.join(words(kind) for kind in kinds)} |" for name, kinds in OUTPUTS.items()]
    parts = [HEAD, "| command | prints |\n|---|---|\n" + "\n".join(rows) + "\n"]
    for name, kind in sorted(objects().items()):
        fields = []
        for field, each in hints(kind).items():
            _, meaning, required = unwrapped(each)
            fields.append(f"| `{field}`{'' if required else '?'} | {words(each)}{f': {meaning}' if meaning else ''} |")
        said = " ".join((kind.__doc__ or "").replace("``", "`").split())
        parts.append(f"\n## {name}\n\n{said}\n\n| field | type |\n|---|---|\n" + "\n".join(fields) + "\n")
    return "".join(parts)


def whole_schema() -> dict[str, Any]:
    """All types as one JSON Schema."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "What the commands of Ludens print with --json",
        "commands": {name: [schema(kind)["$ref"] for kind in kinds] for name, kinds in OUTPUTS.items()},
        "anyOf": [{"$ref": f"#/$defs/{name}"} for name in sorted({k.__name__ for ks in OUTPUTS.values() for k in ks})],
        "$defs": {name: definition(kind) for name, kind in sorted(objects().items())},
    }


def main() -> None:
    (DOCS / "json.md").write_text(page(), "utf-8")
    (DOCS / "json-schema.json").write_text(json.dumps(whole_schema(), indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
