"""The repository, the command that is built in it, and the packages that a script needs."""

import argparse
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# The virtual environment with packages of PyPI.
ENVIRONMENT = ROOT / ".build/python"
# Swift's tools, for what compiles Kiln.
SWIFT = ROOT / "scripts/support/swift"
ANIMATIONS = {".json", ".lottie", ".tgs", ".svga"}


def need(*packages, pypi=()):
    """Installs packages of Debian that are missing, and those of PyPI in ENVIRONMENT.

    Systems without apt-get must have the former already. The latter are for what Debian lacks. They come before Debian's
    packages, so they must be asked for before any is imported.
    """
    if shutil.which("apt-get"):
        packages += ("python3-venv",) if pypi else ()
        subprocess.run([ROOT / "scripts/bootstrap", "--also", *packages], check=True)
    if pypi:
        if not ENVIRONMENT.exists():
            subprocess.run([sys.executable, "-m", "venv", "--system-site-packages", ENVIRONMENT], check=True)
        subprocess.run([ENVIRONMENT / "bin/python", "-m", "pip", "install", "--quiet", *pypi], check=True)
        sys.path[:0] = map(str, ENVIRONMENT.glob("lib/python*/site-packages"))


def command_line(description):
    """A parser of arguments that prints a description as it is, with the option --kiln."""
    result = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    result.add_argument(
        "--kiln", type=lambda text: Path(text).resolve(), default=ROOT / ".build/release/kiln", metavar="PATH",
        help="the command; by default that of `swift build -c release --product kiln`")
    return result


def run(*words, timeout=None):
    """Standard output of a command; RuntimeError with the end of its standard error if it fails."""
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, timeout=timeout)
    if done.returncode:
        raise RuntimeError(f"{Path(words[0]).name} {words[1]}: {done.stderr.strip()[-300:]}")
    return done.stdout


def animations(paths, suffixes=ANIMATIONS):
    """Files, and all animations in folders and below, in order."""
    for path in map(Path, paths):
        yield from sorted(file for file in path.rglob("*") if file.suffix in suffixes) if path.is_dir() else [path]
