"""Players of Lottie that are not Kiln: what each draws of a file."""

import base64
import json
import subprocess
import sys
from pathlib import Path

from kiln import need

need(pypi=("thorvg-python", "rlottie-python"))

from chromium import Browser
from players import PRELUDE

DRAWING = Path(__file__).resolve().parent / "lottie_drawing.py"
CANVAS = """
  window.openLottie = async (text, width, height) => {
    const place = document.body.appendChild(document.createElement('div'));
    place.style.cssText = `width:${width}px;height:${height}px`;
    const animation = lottie.loadAnimation({
      container: place, renderer: 'canvas', loop: false, autoplay: false, animationData: JSON.parse(text)});
    animation.setSubframe(true);
    if (!animation.isLoaded)
      await within(10, 'never loaded', new Promise(done => animation.addEventListener('DOMLoaded', done)));
    await document.fonts.ready;
    return {canvas: place.querySelector('canvas'), show: frame => animation.goToAndStop(frame, true)};
  };
"""
PICTURE = "(() => { player.show(%r); return player.canvas.toDataURL('image/png').split(',')[1] })()"


class Library:
    """A player in a library."""

    def __init__(self, name):
        self.name = name

    def pictures(self, path, size, frames, folder):
        """Pictures by frame; None if the library cannot draw the file."""
        words = [self.name, path, "x".join(map(str, size)), ",".join(map(str, frames)), folder]
        try:
            done = subprocess.run(
                [sys.executable, DRAWING, *words], capture_output=True, timeout=120)
        except subprocess.TimeoutExpired:
            return None
        if done.returncode:
            return None
        return {frame: (folder / f"{frame:g}.png").read_bytes() for frame in frames}


class Canvas:
    """lottie-web's canvas renderer."""

    def __init__(self, script):
        self.name = "canvas"
        self.script = Path(script).read_text(encoding="utf-8")

    def pictures(self, path, size, frames, folder):
        browser = Browser()
        try:
            browser.run(PRELUDE + "0")
            browser.run(f"(0, eval)({json.dumps(self.script)}); 0")
            browser.run(CANVAS + "0")
            text = json.dumps(path.read_text(encoding="utf-8"))
            browser.run(f"(async () => {{ window.player = await openLottie({text}, {size[0]}, {size[1]}) }})()")
            return {frame: base64.b64decode(browser.run(PICTURE % frame)) for frame in frames}
        except RuntimeError as error:
            if "Chromium" in str(error):
                raise
            return None
        finally:
            browser.close()


def player(text):
    """A player by its name: thorvg, rlottie, or canvas=lottie_canvas.js."""
    name, _, script = text.partition("=")
    return Canvas(script) if script else Library(name)
