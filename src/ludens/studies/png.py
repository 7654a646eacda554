"""Charts as PNG, by whatever this machine has that can draw an SVG file."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

SCALE = 2
"""Pixels for each unit of the picture."""

SECONDS = 60.0

Command = Callable[[Path, Path, int, int], list[str]]


def _chromium(source: Path, target: Path, width: int, height: int) -> list[str]:
    options = [
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--hide-scrollbars",
        f"--force-device-scale-factor={SCALE}",
    ]
    return [*options, f"--window-size={width},{height}", f"--screenshot={target}", source.resolve().as_uri()]


CONVERTERS: dict[str, Command] = {
    "rsvg-convert": lambda source, target, width, _: ["-w", f"{SCALE * width}", "-o", str(target), str(source)],
    "inkscape": lambda source, target, width, _: [
        str(source), "-w", f"{SCALE * width}", "--export-type=png", "-o", str(target),
    ],
    "chromium": _chromium,
    "google-chrome": _chromium,
}  # fmt: skip
"""Programs that draw SVG files, and how each is asked."""


def converter() -> str | None:
    """The first of them that is there."""
    return next((name for name in CONVERTERS if shutil.which(name)), None)


def as_png(svg: str, target: Path, program: str | None = None) -> bool:
    """Writes a picture, given as an SVG document, as PNG; False where no program can, or it fails."""
    program = program or converter()
    if program is None:
        return False
    _, _, width, height = ElementTree.fromstring(svg).attrib["viewBox"].split()
    with tempfile.TemporaryDirectory() as folder:
        source, drawn = Path(folder, "picture.svg"), Path(folder, "picture.png")
        sized = svg.replace("<svg ", f'<svg width="{width}" height="{height}" ', 1)
        source.write_text(sized, "utf-8")
        command = CONVERTERS[program](source, drawn, round(float(width)), round(float(height)))
        try:
            subprocess.run([program, *command], check=True, capture_output=True, timeout=SECONDS)
        except (OSError, subprocess.SubprocessError):
            return False
        if not drawn.is_file():
            return False
        target.write_bytes(drawn.read_bytes())
    return True
