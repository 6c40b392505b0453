"""Makes one site of README, CONTRIBUTING, CHANGELOG and docs: sphinx-build -c packaging/site . packaging/target/site"""

import os
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LINK = re.compile(r"\[([^\]]+)\]\(([^):#\s]+)(#[^)\s]*)?\)")

project = "dbharness"
author = copyright = "The dbharness developers"
release = re.search(r"<version>(.*?)</version>", (ROOT / "pom.xml").read_text()).group(1)
extensions = ["myst_parser"]
root_doc = "README"
include_patterns = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "docs/**.md", "experiments/README.md"]
myst_heading_anchors = 5
highlight_language = "sh"
suppress_warnings = ["misc.highlighting_failure"]

html_theme = "furo"
html_title = f"dbharness {release}"
html_extra_path = ["index.html"]
html_copy_source = False
html_show_sourcelink = False
# The search page would fetch each page that it has found, which browsers refuse to pages of files.
html_show_search_summary = False


def navigation():
    """Returns a tree of pages for each table of docs/README.md, in its order."""
    text = (ROOT / "docs/README.md").read_text()
    for part in re.split(r"\n\n(?=[^\n]+:\n)", text):
        caption = part.partition(":\n")[0] if ":\n" in part else "Start"
        pages = [path for _, path, _ in LINK.findall(part[part.find("\n|") :])]
        entries = "\n".join(os.path.normpath("/docs/" + page) for page in pages)
        yield f"```{{toctree}}\n:hidden:\n:caption: {caption}\n\n{entries}\n```\n"
    yield "```{toctree}\n:hidden:\n:caption: Project\n\n/docs/README\n/CONTRIBUTING\n/CHANGELOG\n```\n"


def prepare(app, page, source):
    """Adds the navigation to the first page, and turns links to folders, which are not in the site, into text."""
    folder = os.path.dirname(page)

    def without_folder(link):
        return link.group(1) if (ROOT / folder / link.group(2)).is_dir() else link.group(0)

    source[0] = LINK.sub(without_folder, source[0])
    if page == root_doc:
        source[0] += "\n" + "\n".join(navigation())
    if page == "docs/adr/README":
        pages = "\n".join(path for _, path, _ in LINK.findall(source[0]))
        source[0] += f"\n```{{toctree}}\n:hidden:\n\n{pages}\n```\n"


def setup(app):
    app.connect("source-read", prepare)
