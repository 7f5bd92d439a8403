"""Random text layers of Lottie, with glyphs of their own."""

from random_values import changing, fixed, number
from random_shapes import outline

FONT = {"fName": "Block", "fFamily": "Block", "fStyle": "Regular", "ascent": 75}
# Width and contours of letters, in hundredths of the font's size.
_GLYPHS = {
    "A": (70, [[(2, 0), (28, -72), (42, -72), (68, 0), (50, 0), (46, -14), (24, -14), (20, 0)], [(30, -32), (40, -32), (35, -52)]]),
    "H": (74, [[(6, 0), (6, -72), (22, -72), (22, -44), (52, -44), (52, -72), (68, -72), (68, 0), (52, 0), (52, -28), (22, -28), (22, 0)]]),
    "L": (56, [[(6, 0), (6, -72), (24, -72), (24, -16), (52, -16), (52, 0)]]),
    "O": (76, [[(4, -36), (20, -72), (56, -72), (72, -36), (56, 0), (20, 0)], [(22, -36), (30, -18), (46, -18), (54, -36), (46, -54), (30, -54)]]),
    "i": (28, [[(6, 0), (6, -48), (22, -48), (22, 0)], [(6, -58), (6, -72), (22, -72), (22, -58)]]),
}
_SPACE = 30


def characters():
    """The glyphs of a document with texts."""
    found = [_character(letter, width, contours) for letter, (width, contours) in _GLYPHS.items()]
    return [*found, _character(" ", _SPACE, [])]


def _character(letter, width, contours):
    items = [{"ty": "sh", "ks": fixed(_corners(contour))} for contour in contours]
    shapes = [{"ty": "gr", "it": items}] if items else []
    return {
        "ch": letter, "size": 100, "style": "Regular", "w": width, "fFamily": "Block",
        "data": {"shapes": shapes} if shapes else {}}


def _corners(points):
    zeros = [[0, 0] for _ in points]
    return {"v": [list(point) for point in points], "i": zeros, "o": zeros, "c": True}


def text(sketch):
    """What a text layer says, beside its transform: `t`, and masks with the path that it follows."""
    data = {
        "d": {"k": [{"s": document(sketch), "t": 0}]}, "p": {}, "a": [],
        "m": {"g": sketch.random.randint(1, 4) if sketch.wants("text grouping") else 1, "a": fixed(_alignment(sketch))}}
    if sketch.wants("text animator"):
        data["a"] = [animator(sketch) for _ in range(sketch.pick((1, 1, 2)))]
    result = {"t": data}
    if sketch.wants("text on a path"):
        shape = outline(sketch, closed=sketch.chance(0.4), reach=55)
        result.update(hasMask=True, masksProperties=[
            {"inv": False, "mode": "n", "pt": shape, "o": fixed(100), "x": fixed(0), "nm": "Mask 1"}])
        data["p"] = {
            "m": 0, "f": number(sketch, -20, 30), "l": fixed(0), "a": fixed(int(sketch.chance(0.2))),
            "p": fixed(int(sketch.chance(0.8))), "r": fixed(int(sketch.chance(0.3)))}
    return result


def _alignment(sketch):
    return sketch.point(50) if sketch.wants("text alignment") else [0, 0]


def _words(sketch):
    letters = sorted(_GLYPHS)
    words = ["".join(sketch.pick(letters) for _ in range(sketch.random.randint(1, 4))) for _ in range(sketch.random.randint(1, 3))]
    separator = "\r" if sketch.wants("text lines") else " "
    return separator.join(words)


def document(sketch):
    size = sketch.random.randint(12, 30)
    result = {
        "s": size, "f": "Block", "t": _words(sketch), "j": sketch.pick((0, 1, 2)), "tr": 0, "lh": round(size * 1.2, 1),
        "ls": 0, "fc": sketch.color()[:3]}
    if sketch.wants("text tracking"):
        result["tr"] = sketch.random.randint(-100, 300)
    if sketch.wants("text stroke"):
        result.update(sc=sketch.color()[:3], sw=sketch.between(1, 3), of=sketch.chance(0.5))
    if sketch.wants("text box"):
        result.update(sz=[sketch.random.randint(60, 120), sketch.random.randint(60, 120)], ps=[-50, -40])
    if sketch.wants("text baseline shift"):
        result["ls"] = sketch.random.randint(-10, 20)
    return result


def animator(sketch):
    changes = {
        "p": lambda: changing(sketch, lambda: [*sketch.point(20), 0]),
        "a": lambda: fixed([*sketch.point(10), 0]),
        "s": lambda: changing(sketch, lambda: [sketch.between(30, 180), sketch.between(30, 180), 100]),
        "r": lambda: number(sketch, -90, 90), "o": lambda: number(sketch, 0, 100),
        "sk": lambda: number(sketch, -40, 40), "fc": lambda: changing(sketch, sketch.color),
        "t": lambda: number(sketch, -5, 15), "fh": lambda: number(sketch, -180, 180),
        "fs": lambda: number(sketch, -100, 100), "fb": lambda: number(sketch, -100, 100)}
    chosen = sketch.random.sample(sorted(changes), sketch.random.randint(1, 3))
    for name in chosen:
        sketch.note(f"text animator: {name}")
    values = {name: changes[name]() for name in chosen}
    if "sk" in values:
        values["sa"] = number(sketch, -90, 90)
    return {"nm": "Animator", "s": selector(sketch), "a": values}


def selector(sketch):
    """Which letters an animator changes, and how much."""
    unit = 1
    high = 100
    if sketch.chance(0.2):
        sketch.note("text selector by index")
        unit, high = 2, 6
    result = {
        "t": 0, "xe": fixed(0), "ne": fixed(0), "a": number(sketch, -100, 100) if sketch.chance(0.3) else fixed(100),
        "b": sketch.random.randint(1, 4), "rn": 0, "sh": sketch.random.randint(1, 6), "r": unit,
        "s": number(sketch, 0, high / 2), "e": number(sketch, high / 2, high), "o": number(sketch, -high / 2, high / 2)}
    sketch.note(f"text selector: shape {result['sh']}")
    if sketch.chance(0.3):
        sketch.note("text selector with easing")
        result.update(xe=number(sketch, -100, 100), ne=number(sketch, -100, 100))
    if result["sh"] == 1:
        result["sm"] = fixed(100)
    return result
