"""Small random Lottie documents, such as a designer's exporter writes: valid, with a few features each.

`document(seed, number)` is a function of its arguments alone.
"""

import base64

from random_effects import EFFECTS, effects
from random_shapes import MODIFIERS, contents, outline
from random_text import FONT, characters, text
from random_values import FRAMES, Sketch, changing, fixed, keys, number, position
from small_png import small_png

SIDE = 128
RATE = 24
_BLEND_MODES = range(1, 17)
_MASK_MODES = {"add": "a", "subtract": "s", "intersect": "i", "lighten": "l", "darken": "d", "difference": "f", "none": "n"}
_MATTES = {1: "alpha", 2: "alpha inverted", 3: "luma", 4: "luma inverted"}
# What a document may have, more than once what it should have often.
FEATURES = (
    *MODIFIERS, *EFFECTS, *("keyframes",) * 4, "motion path", "split position", "styles below groups",
    "modifiers below groups", "nested groups", "odd order of items", "group transform", "group opacity", "group skew",
    *("gradient",) * 2, "style opacity", "even-odd", "dashes", *("text",) * 3, *("mask",) * 3, *("matte",) * 2,
    *("precomposition",) * 3, "parent", "null", *("blend mode",) * 2, "image", "solid", "in and out points",
    "auto-orient", "layer skew", "layer opacity", "layer scale", "layer rotation", "anchor point", "hidden layer",
    "first frame")
# What makes sense with another feature alone.
DEPENDENTS = {
    "text": (
        "text animator", "text grouping", "text alignment", "text on a path", "text lines", "text tracking", "text stroke",
        "text box", "text baseline shift"),
    "mask": ("mask opacity", "mask expansion", "mask inverted"),
    "matte": ("matte by number",),
    "precomposition": ("time remap", "stretch", "start time", "keyframes", "in and out points"),
    "auto-orient": ("keyframes", "motion path"),
    "parent": ("keyframes", "layer rotation", "layer scale"),
    "effect: stroke": ("mask",),
}


def document(seed, index):
    """A document, the frames of it to draw, and the names of the features that it uses."""
    sketch = Sketch(seed, index, FEATURES, DEPENDENTS)
    assets = []
    result = {
        "v": "5.13.0", "fr": RATE, "ip": 0, "op": FRAMES, "w": SIDE, "h": SIDE, "nm": f"Random {index}", "ddd": 0,
        "assets": assets}
    if sketch.wants("first frame"):
        result["ip"] = sketch.random.randint(1, 8)
    result["layers"] = layers(sketch, SIDE, assets, depth=1)
    if any(layer["ty"] == 5 for part in (result, *assets) for layer in part.get("layers", ())):
        result.update(fonts={"list": [FONT]}, chars=characters())
    return result, moments(sketch, result["ip"]), sorted(sketch.features)


def moments(sketch, first):
    """The times that are drawn, one of them between frames."""
    whole = sketch.random.sample(range(first, FRAMES), 3)
    return sorted([whole[0], whole[1], whole[2] + sketch.pick((0.25, 0.5, 0.75))])


def layers(sketch, side, assets, depth):
    """Two to four layers of a composition, some of them with a matte above."""
    found = []
    for _ in range(sketch.random.randint(1, 3) if depth > 1 else sketch.random.randint(2, 4)):
        drawn = layer(sketch, side, assets, depth, len(found) + 1)
        if sketch.wants("matte", 0.6):
            mode = sketch.random.randint(1, 4)
            sketch.note(f"matte: {_MATTES[mode]}")
            source = layer(sketch, side, assets, depth, len(found) + 1)
            source["td"], drawn["ind"], drawn["tt"] = 1, len(found) + 2, mode
            found += [source, drawn]
            if sketch.wants("matte by number", 0.7):
                drawn["tp"] = source["ind"]
        else:
            found.append(drawn)
    if sketch.wants("null"):
        found.append(null(sketch, side, len(found) + 1))
    if sketch.wants("parent"):
        adopt(sketch, found)
    return found


def adopt(sketch, found):
    """Gives some layers one of the later layers as parent."""
    for place, child in enumerate(found[:-1]):
        if sketch.chance(0.5):
            child["parent"] = sketch.pick(found[place + 1:])["ind"]


def layer(sketch, side, assets, depth, index):
    """A layer of a kind that the document may have, mostly of shapes."""
    makers = [shape_layer]
    makers += [text_layer] * (2 * sketch.wants("text", 0.7))
    makers += [solid] * sketch.wants("solid", 0.7)
    makers += [image] * sketch.wants("image", 0.7)
    makers += [precomposition] * (2 * (depth < 3 and sketch.wants("precomposition", 0.7)))
    return sketch.pick(makers)(sketch, side, assets, depth, index)


def shape_layer(sketch, side, _, __, index):
    result = common(sketch, 4, side, index)
    result["shapes"] = contents(sketch)
    return decorated(sketch, result, 0)


def text_layer(sketch, side, _, __, index):
    sketch.note("text")
    result = common(sketch, 5, side, index)
    result.update(text(sketch))
    return decorated(sketch, result, 0)


def solid(sketch, side, _, __, index):
    size = sketch.random.randint(30, 90)
    result = common(sketch, 1, side, index, size)
    red, green, blue = (round(part * 255) for part in sketch.color()[:3])
    result.update(sw=size, sh=size, sc=f"#{red:02x}{green:02x}{blue:02x}")
    return decorated(sketch, result, size)


def null(sketch, side, index):
    return common(sketch, 3, side, index)


def image(sketch, side, assets, _, index):
    """A picture of a few squares, inside the file."""
    size = sketch.pick((16, 24, 40, 64))
    tones = [bytes(round(part * 255) for part in sketch.color()) for _ in range(3)] + [bytes(4)]
    squares = [[sketch.pick(tones) for _ in range(4)] for _ in range(4)]
    pixels = b"".join(squares[y * 4 // size][x * 4 // size] for y in range(size) for x in range(size))
    data = base64.b64encode(small_png(size, size, pixels)).decode()
    name = f"image {len(assets)}"
    assets.append({"id": name, "w": size, "h": size, "u": "", "p": "data:image/png;base64," + data, "e": 1})
    result = common(sketch, 2, side, index, size)
    result["refId"] = name
    return decorated(sketch, result, size)


def precomposition(sketch, side, assets, depth, index):
    sketch.note("precomposition" if depth == 1 else "precompositions inside each other")
    size, name = sketch.random.randint(70, 110), f"composition {len(assets)}"
    inner = {"id": name, "nm": name, "fr": RATE}
    assets.append(inner)
    inner["layers"] = layers(sketch, size, assets, depth + 1)
    result = common(sketch, 0, side, index, size)
    result.update(refId=name, w=size, h=size)
    if sketch.wants("stretch"):
        result["sr"] = sketch.pick((0.5, 0.8, 1.5, 2))
    if sketch.wants("start time"):
        result["st"] = sketch.random.randint(-6, 6)
    if sketch.wants("time remap"):
        result["tm"] = {"a": 1, "k": keys(sketch, lambda: sketch.between(0, FRAMES / RATE))}
    return decorated(sketch, result, size)


def common(sketch, kind, side, index, size=0):
    """What all layers say. The middle of the layer is near the middle of the composition."""
    result = {
        "ddd": 0, "ind": index, "ty": kind, "nm": f"Layer {index}", "sr": 1, "ks": transform(sketch, side, size), "ao": 0,
        "ip": 0, "op": FRAMES, "st": 0, "bm": 0}
    if sketch.wants("in and out points"):
        result["ip"], result["op"] = sketch.random.randint(-4, 8), sketch.random.randint(14, FRAMES + 6)
    if sketch.wants("auto-orient"):
        result["ao"] = 1
    if sketch.wants("hidden layer", 0.4):
        result["hd"] = True
    if sketch.wants("blend mode", 0.6):
        result["bm"] = sketch.pick(_BLEND_MODES)
    return result


def transform(sketch, side, size):
    middle = size / 2
    anchor = sketch.point(20, (middle, middle)) if sketch.wants("anchor point") else [middle, middle]
    result = {
        "o": fixed(100), "r": fixed(0), "p": position(sketch, lambda: sketch.point(25, (side / 2, side / 2))),
        "a": fixed([*anchor, 0]), "s": fixed([100, 100, 100])}
    if sketch.wants("layer opacity"):
        result["o"] = number(sketch, 10, 100)
    if sketch.wants("layer rotation"):
        result["r"] = number(sketch, -200, 200)
    if sketch.wants("layer scale"):
        result["s"] = changing(
            sketch, lambda: [sketch.between(-60, 140), sketch.between(40, 140), 100], components=True)
    if sketch.wants("layer skew"):
        result["sk"], result["sa"] = number(sketch, -40, 40), number(sketch, -90, 90)
    return result


def decorated(sketch, layer, size):
    """Adds masks and effects to a layer."""
    if sketch.wants("mask", 0.7):
        own = layer.get("masksProperties", [])
        layer["masksProperties"] = own + [mask(sketch, size) for _ in range(sketch.pick((1, 1, 2, 3)))]
        layer["hasMask"] = True
    found = effects(sketch, layer.get("hasMask", False), layer["ind"] - 1)
    if found:
        layer["ef"] = found
    return layer


def mask(sketch, size):
    name = sketch.pick(("add", "add", "add", *_MASK_MODES))
    sketch.note(f"mask: {name}")
    middle = (size / 2, size / 2)
    return {
        "nm": "Mask", "mode": _MASK_MODES[name], "inv": sketch.wants("mask inverted", 0.5),
        "pt": outline(sketch, closed=True, reach=max(size / 2, 45), center=middle),
        "o": number(sketch, 20, 100) if sketch.wants("mask opacity") else fixed(100),
        "x": number(sketch, -8, 12) if sketch.wants("mask expansion") else fixed(0)}
