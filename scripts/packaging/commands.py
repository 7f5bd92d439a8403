"""Commands that the making of a release needs."""

import subprocess


def run(*words, cwd=None):
    """Standard output of a command, whose failure ends this program with what it said."""
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, cwd=cwd)
    if done.returncode:
        said = (done.stderr or done.stdout).strip()[-2000:]
        raise SystemExit(f"scripts/release: {' '.join(map(str, words[:2]))}: {said}")
    return done.stdout
