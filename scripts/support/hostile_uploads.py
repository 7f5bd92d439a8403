"""Uploads that a server must survive, and one that keeps it busy."""

import gzip
import io
import json
import zipfile

HEAD = {"v": "5.7.0", "fr": 30, "ip": 0, "op": 30, "w": 64, "h": 64, "assets": []}
LAYER = {"ind": 1, "ip": 0, "op": 1_000, "st": 0, "ks": {}}
SQUARE = {**LAYER, "ty": 1, "nm": "Square", "sw": 40, "sh": 40, "sc": "#ff8000"}


def document(*layers, **others):
    return json.dumps({**HEAD, **others, "layers": list(layers)}).encode()


def with_expression(script):
    """A document whose layer is turned by a script."""
    return document({**SQUARE, "ks": {"r": {"a": 0, "k": 0, "x": f"var $bm_rt = 0; {script}"}}})


def zip_bomb(megabytes=200):
    """A dotLottie whose animation is so many megabytes of spaces."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        archive.writestr("manifest.json", json.dumps({"version": "1", "animations": [{"id": "a"}]}))
        with archive.open("animations/a.json", "w", force_zip64=True) as entry:
            for _ in range(megabytes):
                entry.write(b" " * 1_000_000)
    return file.getvalue()


def gzip_bomb(megabytes=200):
    """A Telegram sticker of so many megabytes of spaces."""
    file = io.BytesIO()
    with gzip.GzipFile(fileobj=file, mode="wb", mtime=0) as stream:
        for _ in range(megabytes):
            stream.write(b" " * 1_000_000)
    return file.getvalue()


def chunks(count):
    """A body of megabytes, without saying how many."""
    for _ in range(count):
        yield b"{" * 1_000_000


def slow(frames=600, side=800):
    """A document of turning gradients, which takes seconds to draw."""
    gradient = {
        "ty": "gf", "o": {"a": 0, "k": 70}, "t": 1, "s": {"a": 0, "k": [-300, 0]}, "e": {"a": 0, "k": [300, 90]},
        "g": {"p": 2, "k": {"a": 0, "k": [0, 1, .2, .1, 1, .1, .3, 1]}},
    }
    star = {
        "ty": "sr", "sy": 1, "pt": {"a": 0, "k": 9}, "p": {"a": 0, "k": [0, 0]}, "r": {"a": 0, "k": 0},
        "or": {"a": 0, "k": side * .45}, "os": {"a": 0, "k": 0}, "ir": {"a": 0, "k": side * .2}, "is": {"a": 0, "k": 0},
    }
    turn = {"a": 1, "k": [{"t": 0, "s": [0], "o": {"x": .3, "y": 0}, "i": {"x": .7, "y": 1}}, {"t": frames, "s": [360]}]}
    layers = [
        {
            **LAYER, "ind": index, "ty": 4, "nm": f"Star {index}", "shapes": [star, gradient],
            "ks": {"p": {"a": 0, "k": [side / 2, side / 2]}, "r": turn, "s": {"a": 0, "k": [100 - 9 * index] * 2}},
        } for index in range(6)
    ]
    return document(*layers, fr=60, op=frames, w=side, h=side)


# What is refused by name: the body, the format, and the status.
REFUSED = {
    "an endless loop": (with_expression("while (true) {}"), "svga", 422),
    "an endless regular expression": (with_expression("/(a+)+$/.test('a'.repeat(40) + 'b');"), "webp", 422),
    "a list without end": (with_expression("var l = []; while (true) { l.push(l.length); }"), "svga", 422),
    "a ZIP bomb": (zip_bomb(), "webp", 413),
    "a gzip bomb": (gzip_bomb(), "svga", 413),
    "too many frames": (document(SQUARE, op=10_000_000), "webp", 413),
    "a canvas of a terapixel": (document(SQUARE, w=1_000_000, h=1_000_000), "webp", 413),
    "nothing": (b"", "svga", 415),
    "noise": (bytes(range(256)) * 40, "svga", 415),
    "half a document": (document(SQUARE)[:100], "svga", 422),
    "JSON of another kind": (b'{"name": "package", "version": "1.0.0"}', "svga", 422),
    "no format": (document(SQUARE), "", 400),
    "a format of several files": (document(SQUARE), "png", 400),
}
