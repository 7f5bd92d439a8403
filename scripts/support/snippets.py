"""Code of articles: parts of the files of Conversions/snippets, and the blocks of articles that show them."""

import re
from collections import Counter

from kiln import ROOT

PACKAGE = ROOT / "Conversions/snippets"
MARK = re.compile(r"\s*// snippet\.(\w+)\s*$")
# A comment that names a part, and the block below it.
BLOCK = re.compile(r"<!-- snippet: (\S+) -->\n```swift\n(.*?)```\n", re.DOTALL)
FENCE = re.compile(r"^```swift$", re.MULTILINE)


def dedented(lines):
    """Lines without the indentation that all of them share."""
    depth = min((len(line) - len(line.lstrip()) for line in lines if line.strip()), default=0)
    return [line[depth:].rstrip() for line in lines]


def parts_of(file):
    """Parts of a file as (name, text). A part starts at `// snippet.NAME`, and ends at `// snippet.end`."""
    name, shown, lines = None, True, []
    for line in file.read_text(encoding="utf-8").split("\n"):
        mark = MARK.match(line)
        word = mark and mark.group(1)
        if word in ("hide", "show"):
            shown = word == "show"
            # Runs that are apart in the file may be indented differently.
            lines.append([])
        elif word == "end":
            text = "\n".join(line for run in lines for line in dedented(run))
            yield name, text.strip("\n") + "\n"
            name = None
        elif word:
            name, shown, lines = word, True, [[]]
        elif name and shown:
            lines[-1].append(line)
    if name:
        raise RuntimeError(f"{file.relative_to(ROOT)}: the snippet {name} has no end")


def all_parts():
    """Texts of all parts by `FILE.NAME`."""
    found = [
        (f"{file.stem}.{name}", text)
        for file in sorted(PACKAGE.rglob("*.swift")) if ".build" not in file.parts and file.name != "Package.swift"
        for name, text in parts_of(file)
    ]
    twice = [name for name, count in Counter(name for name, _ in found).items() if count > 1]
    if twice:
        raise RuntimeError(f"Conversions/snippets has several snippets {', '.join(twice)}")
    return dict(found)


def check_blocks(articles, update):
    """Findings about blocks of Swift that are not their snippet; `update` writes them anew instead."""
    parts, used = all_parts(), set()
    for article in articles:
        text = article.read_text(encoding="utf-8")
        name = article.relative_to(ROOT)
        stale = []

        def written(block):
            part = block.group(1)
            used.add(part)
            if part not in parts:
                stale.append(f"{name}: Conversions/snippets has no {part}")
                return block.group()
            if block.group(2) != parts[part] and not update:
                stale.append(f"{name}: the block of {part} differs from the snippet; run scripts/documentation --update")
            return f"<!-- snippet: {part} -->\n```swift\n{parts[part]}```\n"

        new = BLOCK.sub(written, text)
        yield from stale
        if len(FENCE.findall(text)) != len(BLOCK.findall(text)):
            yield f"{name}: a block of Swift is no snippet; write <!-- snippet: FILE.NAME --> before it"
        if update and new != text:
            article.write_text(new, encoding="utf-8")
    for part in sorted(set(parts) - used):
        yield f"Conversions/snippets: no article shows {part}"
