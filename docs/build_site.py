"""Build the documentation as a site: `make site`.

The pages stand in a tree like the repository's, so that each link leads to the same place there as here. Nothing on the
site is asked of another host. Fails where a link or an anchor leads nowhere.
"""

import logging
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
STAGE = ROOT / "out" / "site-pages"
SITE = ROOT / "site"
FENCE = re.compile(r"^(```\w+) .*$", re.MULTILINE)  # what stands behind a language is for the tests
FETCHED = re.compile(r"""(?:src=|<link\b[^>]*\bhref=|url\(|@import )["']?(https?:)?//""")  # what a browser would load

API = """\
# Reference of the calls from Python

What these calls mean together, and what rows, systems and attacks may be, is told in [From Python](python.md).

::: stumper.from_python
    options:
      members: [attack, evaluate, compare, load, stored, system]
      show_root_heading: false
      show_root_toc_entry: false

## Results

::: stumper.results
    options:
      members: [Results, Difference, Shown, Progress, Tracked, to_mlflow]
      show_root_heading: false
      show_root_toc_entry: false

## Tests of a system

::: stumper.pytest_plugin
    options:
      members: [Stumper, Checked, Kept]
      show_root_heading: false
      show_root_toc_entry: false

## Errors

::: stumper.errors
    options:
      show_root_heading: false
      show_root_toc_entry: false
      show_bases: true
"""


def main() -> None:
    """Writes the site; exits with 1 where a page is not as it should be."""
    from mkdocs.commands.build import build
    from mkdocs.config import load_config

    logging.basicConfig(level=logging.WARNING, format="%(message)s")
    stage()
    config = load_config(str(ROOT / "mkdocs.yml"), strict=True, docs_dir=str(STAGE), site_dir=str(SITE))
    config.plugins.on_startup(command="build", dirty=False)
    try:
        build(config)
    finally:
        config.plugins.on_shutdown()
    if asked := list(requests()):
        sys.exit("These would be asked of other hosts:\n" + "\n".join(asked))
    print(f"open {(SITE / 'index.html').relative_to(ROOT)}")


def stage() -> None:
    """The pages, and all in the repository that they link to, stand in the tree that the site is made of."""
    shutil.rmtree(STAGE, ignore_errors=True)
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    tracked = {name for name in listed.split("\0") if name and (ROOT / name).is_file()}
    pages = [name for name in sorted(tracked) if name.endswith(".md") and not name.startswith(".")]
    linked = {target for page in pages for target in targets(page)} & tracked
    for name in sorted({*pages, *linked}):
        place = STAGE / name
        place.parent.mkdir(parents=True, exist_ok=True)
        if name.endswith(".md"):
            place.write_text(FENCE.sub(r"\1", (ROOT / name).read_text(encoding="utf-8")), encoding="utf-8")
        else:
            shutil.copyfile(ROOT / name, place)
    (STAGE / "docs" / "python-reference.md").write_text(API, encoding="utf-8")


def targets(page: str) -> Iterator[str]:
    """The files that a page links to, by their path in the repository."""
    for link in re.findall(r"\]\(([^)#\s]+)", (ROOT / page).read_text(encoding="utf-8")):
        place = (ROOT / page).parent / link
        if "://" not in link and place.exists():
            yield place.resolve().relative_to(ROOT).as_posix()


def requests() -> Iterator[str]:
    """What pages, styles and scripts of the site would load from elsewhere."""
    for path in sorted(SITE.rglob("*")):
        if path.suffix in (".html", ".css"):
            text = path.read_text(encoding="utf-8")
            yield from (
                f"{path.relative_to(SITE)}: {text[one.start() : one.start() + 100]}" for one in FETCHED.finditer(text)
            )


if __name__ == "__main__":
    main()
