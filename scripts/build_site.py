"""Builds the documentation as a site in build/site; `make site` calls it, and `make site-serve` with --serve.

The pages of docs/, those that lie beside it and the notebooks are copied to build/site-source as Markdown, with links
as they are there; Zensical makes the site from them, as docs/site.toml says. A broken link fails the build.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
import threading
from pathlib import Path

from notebooks import as_markdown, read

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
EXAMPLES = ROOT / "examples"
BUILD = ROOT / "build"
FROM_THE_ROOT = {
    "README.md": "index.md",
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
    "CODE_OF_CONDUCT.md": "code-of-conduct.md",
    "SECURITY.md": "security.md",
    "LICENSE": "licence.md",
}
"""Pages that lie beside docs/, by their names on the site."""
LOGO = ROOT / "src" / "ludens" / "studio" / "static" / "favicon.svg"
LOOK_SECONDS = 1.0


def prepare(source: Path) -> None:
    """Writes the pages of the site to a folder, and takes away what is left there of pages that are no more."""
    written = {source / "images" / "logo.svg": LOGO.read_bytes()}
    written |= {source / "examples" / path.name: path.read_bytes() for path in EXAMPLES.iterdir() if path.is_file()}
    for path in sorted(DOCS.rglob("*")):
        place = source / path.relative_to(DOCS)
        if path.suffix == ".ipynb":
            page, pictures = as_markdown(read(path), path.stem)
            written[place.with_suffix(".md")] = links_on_site(page).encode()
            written |= {place.with_name(name): picture.encode() for name, picture in pictures.items()}
        elif path.suffix == ".md":
            written[place] = links_on_site(path.read_text("utf-8")).encode()
        elif path.is_file() and path.suffix in (".svg", ".png", ".csv", ".css", ".json"):
            written[place] = path.read_bytes()
    for name, page_name in FROM_THE_ROOT.items():
        text = (ROOT / name).read_text("utf-8")
        written[source / page_name] = links_on_site(text.replace("](docs/", "](")).encode()
    for old in sorted(source.rglob("*")):
        if old.is_file() and old not in written:
            old.unlink()
    for place, content in written.items():
        if not place.is_file() or place.read_bytes() != content:
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(content)


def links_on_site(text: str) -> str:
    """A page whose links lead to the names that pages have on the site."""
    text = re.sub(r"\]\(([^)#: ]+)\.ipynb\b", r"](\1.md", text)
    for name, page_name in FROM_THE_ROOT.items():
        text = re.sub(rf"\]\((?:\.\./)?{re.escape(name)}\b", f"]({page_name}", text)
    return text.replace("](../examples/", "](examples/")


def zensical(*arguments: str) -> int:
    """Calls Zensical for the pages of build/site-source; the exit code."""
    prepare(BUILD / "site-source")
    shutil.copyfile(DOCS / "site.toml", BUILD / "zensical.toml")
    return subprocess.run([sys.executable, "-m", "zensical", *arguments], cwd=BUILD, check=False).returncode


def serve(address: str) -> int:
    """Serves the site until it is interrupted; pages are made again as they change."""
    over = threading.Event()

    def follow() -> None:
        while not over.wait(LOOK_SECONDS):
            prepare(BUILD / "site-source")

    threading.Thread(target=follow, name="pages", daemon=True).start()
    try:
        return zensical("serve", "--dev-addr", address)
    except KeyboardInterrupt:
        return 0
    finally:
        over.set()


if __name__ == "__main__":
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--serve", nargs="?", const="127.0.0.1:8000", metavar="HOST:PORT", help="serve it instead")
    asked = options.parse_args()
    code = serve(asked.serve) if asked.serve else zensical("build", "--clean", "--strict")
    if code == 0 and not asked.serve:
        print(f"The site is in {BUILD / 'site'}: open {BUILD / 'site' / 'index.html'}.")
    sys.exit(code)
