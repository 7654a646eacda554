"""Small pictures of positions: images, which have to know by themselves how boards look in the dark."""

from __future__ import annotations

from collections.abc import Mapping

from starlette.responses import Response

from ludens.boards.paint import CELL_EDGE, DARK_CELL, FAINT, INK, LAST, LIGHT_CELL, PAPER

DARK = {LIGHT_CELL: "#a89d89", DARK_CELL: "#8b806c", LAST: "#c9a94a"}
"""Cells in the dark, as ``css/tokens.css`` has them."""

STYLE = (
    f'<style>style+rect[fill="{PAPER}"]{{fill:none}}@media (prefers-color-scheme:dark){{'
    + "".join(f'[fill="{light}"]{{fill:{dark}}}' for light, dark in DARK.items())
    + f'[stroke="{CELL_EDGE}"]{{stroke:#6c6352}}text[fill="{FAINT}"]{{fill:#b8afa1}}'
    + f'text[fill="{INK}"][text-anchor="start"]{{fill:#f0ebe2}}}}</style>'
)


def thumbnail(svg: str, headers: Mapping[str, str]) -> Response:
    """A picture as an image that is light or dark, as the page is that shows it."""
    end = svg.index(">") + 1
    return Response(svg[:end] + STYLE + svg[end:], media_type="image/svg+xml", headers=dict(headers))
