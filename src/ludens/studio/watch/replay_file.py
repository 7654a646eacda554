"""A replay in one file: positions, script and style in an HTML page that works from disk, without a studio."""

from __future__ import annotations

import html
import re
from pathlib import Path

from ludens.studio.frames.watch import Replay
from ludens.studio.frames.writing import json_text

STATIC = Path(__file__).parent.parent / "static"
LANGUAGES = ("en", "de")
TEXTS = (
    "js/texts/counting.js",
    *(
        f"js/texts/{language}/{path.name}"
        for language in LANGUAGES
        for path in sorted((STATIC / f"js/texts/{language}").iterdir())
    ),
    *(f"js/texts/{language}.js" for language in LANGUAGES),
    "js/texts.js",
)
SCRIPTS = (*TEXTS, "js/roles.js", "js/picture.js", "js/dom.js", "js/icons.js", "js/charts.js", "js/replay_view.js")
"""Modules, each after those it imports from."""

STYLES = ("css/tokens.css", "css/base.css", "css/board.css", "css/play.css", "css/watch.css")

START = """
const game = JSON.parse(document.getElementById("game").textContent);
document.getElementById("page").append(replayView(game).element);
"""


def replay_page(data: Replay) -> str:
    """The page for a game as ``replay_data`` gives it. What comes from players or rules stays data in it."""
    title = html.escape(f"{data['title']}: {' – '.join(data['players'])}")
    style = "\n".join((STATIC / name).read_text("utf-8") for name in STYLES)
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
{style}
</style>
</head>
<body>
<main id="page"></main>
<script type="application/json" id="game">{as_inert_json(data)}</script>
<script type="module">
{one_script()}
</script>
</body>
</html>
"""


def as_inert_json(data: object) -> str:
    """JSON that cannot end the element it stands in: no ``<``, and no line separators that scripts trip over."""
    text = json_text(data)
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


def one_script() -> str:
    """The modules as one: imports go, since all is in one place, and with them the need to export."""
    parts = [(STATIC / name).read_text("utf-8") for name in SCRIPTS]
    without_imports = [re.sub(r"^import [^;]*;\n", "", part, flags=re.MULTILINE) for part in parts]
    return "\n".join(re.sub(r"^export ", "", part, flags=re.MULTILINE) for part in without_imports) + START
