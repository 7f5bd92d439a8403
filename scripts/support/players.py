"""SVGAPlayer-Web in a page of Chromium, and the processor time that the page takes."""

from pathlib import Path

# Canvases without a graphics card, whose pixels are there as soon as one is read.
PRELUDE = """
  document.documentElement.innerHTML = '<body style="margin:0"></body>';
  const original = HTMLCanvasElement.prototype.getContext;
  HTMLCanvasElement.prototype.getContext = function (type, options) {
    return original.call(this, type, {...options, willReadFrequently: true});
  };
  window.flush = canvas => canvas.getContext('2d').getImageData(0, 0, 1, 1);
  window.blobURL = text =>
    URL.createObjectURL(new Blob([Uint8Array.from(atob(text), character => character.charCodeAt(0))]));
  window.within = (seconds, what, promise) => Promise.race([
    promise, new Promise((_, fail) => setTimeout(() => fail(Error(what)), seconds * 1000))]);

  // An SVGA file in SVGAPlayer-Web, with its bitmaps.
  window.openSVGA = async url => {
    const movie = await new Promise((done, fail) => new SVGA.Parser().load(url, done, fail));
    const {width, height} = movie.videoSize;
    const canvas = Object.assign(document.createElement('canvas'), {width, height});
    canvas.style.cssText = `display:block;width:${width}px;height:${height}px`;
    document.body.append(canvas);
    const player = new SVGA.Player(canvas), renderer = player._renderer;
    // The player tells nobody when it has its bitmaps.
    const prepared = new Promise(done => {
      let value = false;
      Object.defineProperty(renderer, '_prepared', {
        get: () => value, set(next) { value = next; if (next) setTimeout(done); }});
    });
    player.setVideoItem(movie);
    await within(30, 'the player never gets its bitmaps', prepared);
    const show = frame => { player.stepToFrame(frame, false); flush(canvas); };
    show(0);
    return {width, height, frames: movie.frames, rate: movie.FPS, canvas, show};
  };
"""


def busy(process):
    """Seconds of a processor that a process and those that it has started have used."""
    total, waiting = 0, [process]
    while waiting:
        pid = waiting.pop()
        for task in Path(f"/proc/{pid}/task").glob("*"):
            try:
                total += int((task / "schedstat").read_text().split()[0])
                waiting += (task / "children").read_text().split()
            except OSError:
                pass
    return total / 1e9
