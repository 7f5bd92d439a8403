"""Files of kiln's own that its commands read, damaged: project and overrides files, states, baselines, reports, lists, atlases."""

import hashlib
import json
import os
import re
import shutil
import stat
import subprocess
import time
from pathlib import Path

from kiln import ROOT
from mutation import MOST_BYTES, NUMBER_TEXTS, NUMBERS, STRINGS, damaged, in_text

# What stands in files that nothing may read from outside of the project.
SECRET = "canary-of-the-outside"
# Seconds of processor time that no command takes.
LONG = 10
# Folders beside the project, in which nothing may change.
OUTSIDE = ("outside", "home", "tmp")
# Places that a file may name; ROOT becomes the folder with everything.
PATHS = [
    "../outside/victim.svga", "../../outside/victim.svga", "@ROOT@/outside/victim.svga", "link/victim.svga", "../out/link/victim.svga",
    "../outside/secret.json", "@ROOT@/outside/secret.json", "../outside", "@ROOT@", "..", "~/secret.json", "out", "designs/badge.json",
    "/dev/zero", "/dev/full", "/proc/self/mem", "designs/pipe.json",
]
PATTERNS = ["**/" * 200 + "x", "*a" * 60 + "b", "{a,b}" * 24, "{" * 5000, "[" * 5000, "[!a-\U0010ffff]" * 50, "**", "(a+)+$", "([a-z]+)*\\1$"]
WORDS = [*STRINGS, *PATHS, *PATTERNS, "{stem}" * 500, "{stem", "${HOME}", "none", "1e999", "9" * 400, "-1", "0", "1/0", "null", "~"]

PROJECT = """\
version: 1
conversions:
  gifts:
    inputs: [designs/*.json]
    exclude: ["draft-*"]
    outputs: out/{dir}/{stem}@{variant}.svga
    options: {fps: 4, width: 24, max-bytes: 500k, hide: Ring, strict: false, frames: 8..<20}
    variants: [{name: small, scale: 1}, {name: "b", width: 16}]
    overrides:
      - files: ["huge-*"]
        options: {bitmap-scale: 0.5}
        reason: loaded over slow connections
  stickers:
    inputs:
      - designs/*.svga
    outputs: out/{stem}.webp
    options:
      quality: 40
      background: "#ffffff00"
      height: 16
batch: {file-timeout: 9, file-memory: 500MB, jobs: 1}
validation:
  preset: svga-gift
  targets: [svga-ios, svga-android@2.5]
  rules: {lottie.expression: error, asset.image.oversized: {severity: warning, factor: 3}}
  budgets: {duration: 5s, bytes: 2M, decoded-memory: 15M}
  names: {files: "[a-z@0-9-]+[.][a-z]+"}
  classes:
    gifts: {files: out/**, formats: svga, budgets: {bytes: 500k}, canvases: [120x120, 240x240]}
  overrides:
    - {files: ["huge-*"], budgets: {duration: none}, until: 2030-01-31, reason: loops in the background}
"""

OVERRIDES = """\
hide: "Ribbon left"
show: "**.Ring"
set:
  "Ring.Contents.Gold.Opacity": 50
  "Star.Transform.Scale@2..<8": "50,20"
image: {Star: designs/dot.png}
crop: 0,0,200,200
mute: true
"""

IGNORE = "*.tmp\n!badge.json\n/out/\nbuild/**/x-[a-z]?.json\n# nothing\n\\!odd\n"


class OwnFiles:
    """A folder with a small project, and outside of it what must stay as it is."""

    def __init__(self, kiln, root):
        self.kiln, self.root = kiln, Path(os.path.realpath(root))
        self.project, self.master = self.root / "project", self.root / "master"
        self.env = {**os.environ, "HOME": str(self.root / "home"), "TMPDIR": str(self.root / "tmp"), "NO_COLOR": "1"}
        for name in OUTSIDE:
            (self.root / name).mkdir()
        self.make()
        self.kinds = self.made_kinds()
        for name in OUTSIDE:
            shutil.copytree(self.root / name, self.root / "kept" / name)
        self.before = self.outside()

    def restore(self):
        for name in OUTSIDE:
            shutil.rmtree(self.root / name)
            shutil.copytree(self.root / "kept" / name, self.root / name)
        self.before = self.outside()

    def make(self):
        """The undamaged project with the results, states and reports of its commands, which are the seeds."""
        designs = self.project / "designs"
        designs.mkdir(parents=True)
        badge = json.loads((ROOT / "Conversions/lottie-badge-to-svga/badge.json").read_bytes())
        (designs / "badge.json").write_text(json.dumps(badge, separators=(",", ":")))
        (self.root / "outside/secret.json").write_text(json.dumps({**badge, "nm": SECRET, "layers": [
            {**layer, "nm": SECRET} for layer in badge["layers"]]}))
        shutil.copy(self.root / "outside/secret.json", self.root / "home/secret.json")
        self.run(["convert", "designs/badge.json", "designs/coin.svga", "--width", "16", "--fps", "4"])
        self.run(["batch", "designs", "--to", "svga", "-o", "out", "--width", "24", "--fps", "4", "--report", "batch.json"])
        self.run(["atlas", "designs/badge.json", "-o", "packed/sheet.png", "--frames", "0..<4", "--width", "24"])
        self.run(["validate", "designs", "--cache", "cache", "--report", "validation.json"])
        self.run(["validate", "designs", "--write-baseline", "baseline.json", "--fail-on", "note"])
        self.run(["render", "designs/badge.json", "--frames", "30", "--width", "4", "--height", "4", "-o", "designs/still"])
        shutil.move(designs / "still/30.png", designs / "dot.png")
        shutil.rmtree(designs / "still")
        shutil.copy(self.project / "out/badge.svga", self.root / "outside/victim.svga")
        (self.project / "out/link").symlink_to("../../outside")
        (self.project / ".git").mkdir()
        self.project.rename(self.master)

    def made_kinds(self):
        """By name: the damaged file, its undamaged forms, and commands that read it."""
        read = lambda path: (self.master / path).read_bytes()
        project, gone = PROJECT.encode(), self.with_foreign_results(read("out/.kiln-state"))
        batch, merge = ["batch", "--quiet"], ["report", "merge"]
        out = ["batch", "designs", "--to", "svga", "-o", "out", "--width", "24", "--fps", "4", "--no-config", "--quiet", "-j", "1"]
        config = ["--config", "kiln.json"]
        tree = {"version": 1, "conversions": {"a": {"inputs": ["designs/*.json"], "outputs": "out/{stem}.webp", "options": {
            "width": 16, "fps": 2}}}, "validation": {"targets": ["lottie-ios"], "budgets": {"bytes": 1000}}}
        joined = ["-o", "joined.json", "-o", "joined.html", "-o", "joined.md", "-o", "joined.xml"]
        findings = [*joined, "-o", "joined.sarif", "-o", "joined.ndjson"]
        return [
            (".kiln.yml", [project], [["batch", "--print-config"], ["batch", "--print-config"], batch, ["validate", "--quiet"]]),
            ("kiln.json", [json.dumps(tree).encode()], [["batch", "--print-config", *config], [*batch, *config]]),
            ("changes.yml", [OVERRIDES.encode()], [["convert", "designs/badge.json", "out/a.svga", "--width", "16", "--fps", "2",
                                                   "--overrides", "changes.yml"]]),
            ("out/.kiln-state", [read("out/.kiln-state"), gone],
             [out, [*out, "--prune"], [*out, "--prune", "--report", "joined.json"], [*out, "--dry-run"], [*out, "--depfile", "joined.d"]]),
            ("cache/.kiln-state", [read("cache/.kiln-state")],
             [["validate", "designs", "--quiet", "--no-config", "--cache", "cache", "--report", "joined.html"]]),
            ("baseline.json", [read("baseline.json")],
             [["validate", "designs", "--quiet", "--no-config", "--fail-on", "note", "--baseline", "baseline.json"],
              ["validate", "designs/coin.svga", "--no-config", "--baseline", "baseline.json", "--report", "joined.sarif"]]),
            ("part.json", [read("batch.json"), self.shard(read("batch.json"))],
             [[*merge, "part.json", *joined], [*merge, "part.json", "batch.json", *joined], [*merge, "part.json", "part.json", *joined]]),
            ("part.json", [read("validation.json"), self.shard(read("validation.json"))],
             [[*merge, "part.json", *findings], [*merge, "validation.json", "part.json", *findings]]),
            ("list", [b"designs/badge.json\ndesigns/coin.svga\n", b"designs\0designs/badge.json\0"],
             [["validate", "--quiet", "--no-config", "--filelist", "list"], [*out[:1], *out[2:], "--dry-run", "--filelist", "list"]]),
            (".gitignore", [IGNORE.encode()], [[*out, "--dry-run"], ["validate", "designs", "--no-config", "--quiet"]]),
            ("packed/sheet.json", [read("packed/sheet.json")],
             [["inspect", "packed/sheet.json"], ["convert", "packed/sheet.json", "out/b.webp", "--untrusted"]]),
        ]

    def with_foreign_results(self, state):
        """A state that calls a file of somebody else the result of a design that is gone, by all ways that lead to it."""
        victim = (self.root / "outside/victim.svga").read_bytes()
        digest = hashlib.sha256(victim).hexdigest()
        lines = state.decode().splitlines()
        line = next(line for line in lines if '"ended"' in line and '"writes":[{' in line)
        for path in PATHS[:5]:
            record = json.loads(line)
            record["ended"]["record"] |= {
                "input": "../designs/gone.json", "output": path, "writes": [{"bytes": len(victim), "digest": digest, "path": path}]}
            lines += [json.dumps({"begun": {"output": path}}), json.dumps(record, separators=(",", ":"))]
        return "\n".join(lines).encode() + b"\n"

    @staticmethod
    def shard(report):
        return json.dumps({**json.loads(report), "shard": {"index": 1, "count": 2}}).encode()

    # A run

    def attempt(self, chance):
        """Damages a file and runs a command that reads it: the kind, the command, the bytes, the exit, seconds, memory, problems."""
        name, seeds, commands = chance.choice(self.kinds)
        command, seed = chance.choice(commands), chance.choice(seeds)
        # What is undamaged says that the command would have worked, and tries the hostile seeds as they are.
        content = seed if chance.random() < .02 else mutant(name, seed, chance)
        content = content.replace(b"@ROOT@", os.fsencode(self.root))
        if name == "list":
            # Of a pipe that is named, a command reads until its end.
            content = content.replace(b"pipe.json", b"none.json")
        seconds = float("inf")
        for _ in range(2):
            inputs = self.renew(name, content)
            code, taken, memory, said = self.run(command)
            seconds = min(seconds, taken)
            # On a machine that is held up, even processor time stands still: what is slow once may be so by accident.
            if seconds <= LONG:
                break
        problems = []
        # A list may name any file, as the command line may.
        if name != "list" and (SECRET in said or self.is_secret_told()):
            problems.append("it tells what a file outside says")
        if self.outside() != self.before:
            problems.append(f"outside changes: {sorted({entry[0] for entry in self.outside() ^ self.before})[:3]}")
            self.restore()
        if self.state(self.project / "designs") != inputs:
            problems.append("an input changes")
        return f"{name} {' '.join(command[:2])}", command, content, code, seconds, memory, said, problems

    def renew(self, name, content):
        """Makes the project anew with a damaged file; returns the state of its designs."""
        shutil.rmtree(self.project, ignore_errors=True)
        shutil.copytree(self.master, self.project, symlinks=True)
        os.mkfifo(self.project / "designs/pipe.json")
        (self.project / name).write_bytes(content)
        return self.state(self.project / "designs")

    def run(self, words):
        """Exit, processor time, kilobytes and messages of a command."""
        where = self.project
        with open(self.root / "said", "wb") as stream:
            process = subprocess.Popen(
                [self.kiln, *words], cwd=where, env=self.env, stdin=subprocess.DEVNULL, stdout=stream, stderr=stream)
            end = time.monotonic() + 60
            while True:
                done, status, usage = os.wait4(process.pid, os.WNOHANG)
                if done:
                    break
                if time.monotonic() > end:
                    process.kill()
                time.sleep(.002)
        process.returncode = 0
        code = 128 + (status & 127) if status & 127 else status >> 8
        with open(self.root / "said", "rb") as stream:
            said = stream.read(1 << 20).decode(errors="replace")
        return code, usage.ru_utime + usage.ru_stime, usage.ru_maxrss, said

    def is_secret_told(self):
        made = [path for path in self.project.glob("joined.*") if path.is_file()]
        return any(SECRET.encode() in path.read_bytes() for path in made)

    def outside(self):
        """All that must stay as it is: paths with kind, size, time and number."""
        return set().union(*(self.state(self.root / name) for name in OUTSIDE))

    def state(self, folder):
        found = set()
        for path, folders, names in os.walk(folder):
            for name in [*folders, *names]:
                status = os.lstat(os.path.join(path, name))
                times = () if stat.S_ISDIR(status.st_mode) else (status.st_size, status.st_mtime_ns, status.st_ino)
                found.add((os.path.join(path, name), status.st_mode, *times))
        return found


# Damage


def mutant(name, content, chance):
    """A damaged copy of a text file of a name."""
    for _ in range(chance.choice([1, 1, 1, 2, 2, 3, 5])):
        if chance.random() < .1:
            content = damaged(content, [content], chance)
        elif name.endswith(".json"):
            content = in_json(content, chance)
        elif name.endswith(".kiln-state"):
            content = in_journal(content, chance)
        else:
            content = in_lines(content, chance)
    return content[:MOST_BYTES]


def in_json(content, chance):
    """JSON with a text replaced, or nested deeply, or damaged as animations are."""
    kind = chance.randrange(8)
    texts = [match.span() for match in re.finditer(rb'"(?:[^"\\]|\\.)*"(?!\s*:)', content)]
    if kind < 2 and texts:
        start, end = chance.choice(texts)
        return content[:start] + json.dumps(chance.choice(WORDS)).encode() + content[end:]
    if kind == 2 and texts:
        start, end = chance.choice(texts)
        return content[:start] + deep(chance).encode() + content[end:]
    try:
        return in_text(content, chance)
    except (ValueError, RecursionError, KeyError):
        return damaged(content, [content], chance)


def in_journal(content, chance):
    """A journal with a line deleted, moved, doubled, or damaged as JSON."""
    lines = content.split(b"\n")
    index = chance.randrange(len(lines))
    kind = chance.randrange(6)
    if kind == 0:
        del lines[index]
    elif kind == 1:
        lines[index:index] = [chance.choice(lines)] * chance.choice([1, 2, 2000])
    elif kind == 2:
        lines[index] = lines[index][:chance.randrange(len(lines[index]) + 1)]
    else:
        lines[index] = in_json(lines[index], chance) if lines[index] else b"{}"
    return b"\n".join(lines)


def in_lines(content, chance):
    """A list or YAML with lines and values changed."""
    text = content.decode(errors="surrogateescape")
    lines = text.split("\n")
    index = chance.randrange(len(lines))
    line = lines[index]
    kind = chance.randrange(14)
    if kind == 0:
        del lines[index]
    elif kind == 1:
        lines[index:index] = [line] * chance.choice([1, 50, 3000])
    elif kind == 2:
        other = chance.randrange(len(lines))
        lines[index], lines[other] = lines[other], line
    elif kind == 3:
        lines[index] = chance.choice([" ", "  ", "\t", "      ", " " * 5000]) + line
    elif kind == 4:
        lines[index] = line.lstrip()
    elif kind == 5:
        lines[index:index] = laughs(chance, len(line) - len(line.lstrip()))
    elif kind == 6:
        lines[index] = line + chance.choice([" # x", ":", " |", " >-", " &a", " *a", " !!binary x", " !!python/object:x {}", "\x00", "\u2028"])
    elif kind == 7:
        lines[index:index] = [chance.choice(["---", "...", "%YAML 9.9", "<<: *a", "? [a, b]", "- - - - -", "? " * 500, "- " * 3000])]
    else:
        lines[index] = with_value(line, chance)
    return "\n".join(lines).encode(errors="surrogateescape")


def with_value(line, chance):
    """A line with one of its words replaced."""
    places = [match.span() for match in re.finditer(r'"[^"]*"|[^\s,:\[\]{}]+', line)]
    if not places:
        return line + value(chance)
    start, end = chance.choice(places)
    return line[:start] + value(chance) + line[end:]


def value(chance):
    kind = chance.randrange(6)
    if kind == 0:
        return json.dumps(chance.choice(NUMBERS))
    if kind == 1:
        return chance.choice(NUMBER_TEXTS)
    if kind == 2:
        return deep(chance)
    return chance.choice([str, json.dumps])(chance.choice(WORDS))


def deep(chance):
    """Lists or mappings within each other, closed or not."""
    depth = chance.choice([3, 40, 600, 20_000])
    start, end = chance.choice([("[", "]"), ('{"a":', "}")])
    return start * depth + ("1" + end * depth if chance.random() < .7 else "")


def laughs(chance, indentation):
    """Aliases of which each stands for ten of the one before."""
    names = "abcdefghijkl"
    lines = ["a: &a [x, x, x, x, x, x, x, x, x, x]"]
    for one, other in zip(names, names[1:chance.choice([2, 12])]):
        lines.append(f"{other}: &{other} [{', '.join(['*' + one] * 10)}]")
    return [" " * indentation + line for line in lines]
