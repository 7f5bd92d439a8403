"""Random items of Lottie's shape layers, around the origin."""

import math

from random_values import changing, fixed, number, position

REACH = 40
MODIFIERS = (
    "trim", "rounded corners", "pucker and bloat", "zig zag", "offset path", "merge paths", "repeater", "twist")


def contents(sketch):
    """The items of a shape layer."""
    items = [group(sketch, depth=1) for _ in range(sketch.random.randint(1, 2))]
    if sketch.wants("styles below groups"):
        items += styles(sketch)
    if sketch.wants("modifiers below groups"):
        return items + modifiers(sketch) + (styles(sketch) if sketch.chance(0.3) else [])
    return items


def group(sketch, depth):
    """Paths, then what changes them, then what paints them."""
    items = [path(sketch) for _ in range(sketch.pick((1, 1, 2)))]
    if depth < 3 and sketch.wants("nested groups", 0.7):
        items.append(group(sketch, depth + 1))
    items += modifiers(sketch)
    items += styles(sketch)
    if sketch.wants("odd order of items"):
        sketch.random.shuffle(items)
    return {"ty": "gr", "nm": f"Group {depth}", "it": items + [group_transform(sketch)]}


def group_transform(sketch):
    result = {
        "ty": "tr", "p": fixed([0, 0]), "a": fixed([0, 0]), "s": fixed([100, 100]), "r": fixed(0), "o": fixed(100),
        "sk": fixed(0), "sa": fixed(0)}
    if sketch.wants("group transform"):
        result["p"] = position(sketch, lambda: sketch.point(20), depth=False)
        result["a"] = fixed(sketch.point(10))
        result["s"] = changing(sketch, lambda: [sketch.between(40, 140), sketch.between(40, 140)], components=True)
        result["r"] = number(sketch, -180, 180)
    if sketch.wants("group opacity"):
        result["o"] = number(sketch, 10, 100)
    if sketch.wants("group skew"):
        result["sk"], result["sa"] = number(sketch, -40, 40), number(sketch, -90, 90)
    return result


def path(sketch):
    return sketch.pick((rectangle, ellipse, star, polygon, closed_path, open_path))(sketch)


def _direction(sketch):
    return sketch.pick((1, 1, 3))


def rectangle(sketch):
    sketch.note("rectangle")
    radius = number(sketch, 2, 40) if sketch.chance(0.4) else fixed(0)
    size = changing(sketch, lambda: [sketch.between(8, 80), sketch.between(8, 80)], components=True)
    return {"ty": "rc", "d": _direction(sketch), "s": size, "p": _place(sketch), "r": radius}


def ellipse(sketch):
    sketch.note("ellipse")
    size = changing(sketch, lambda: [sketch.between(8, 80), sketch.between(8, 80)], components=True)
    return {"ty": "el", "d": _direction(sketch), "s": size, "p": _place(sketch)}


def star(sketch):
    sketch.note("star")
    return {
        "ty": "sr", "sy": 1, "d": _direction(sketch), "pt": number(sketch, 3, 9), "p": _place(sketch),
        "r": number(sketch, -90, 90), "ir": number(sketch, 5, 25), "is": _roundness(sketch), "or": number(sketch, 20, 45),
        "os": _roundness(sketch)}


def polygon(sketch):
    sketch.note("polygon")
    return {
        "ty": "sr", "sy": 2, "d": _direction(sketch), "pt": number(sketch, 3, 8), "p": _place(sketch),
        "r": number(sketch, -90, 90), "or": number(sketch, 10, 45), "os": _roundness(sketch)}


def _roundness(sketch):
    return number(sketch, -60, 120) if sketch.chance(0.25) else fixed(0)


def _place(sketch):
    return position(sketch, lambda: sketch.point(20), depth=False)


def closed_path(sketch):
    sketch.note("closed path")
    return {"ty": "sh", "ks": outline(sketch, closed=True)}


def open_path(sketch):
    sketch.note("open path")
    return {"ty": "sh", "ks": outline(sketch, closed=False)}


def outline(sketch, closed, reach=REACH, center=(0, 0)):
    """A property with a path: of lines, or with tangents."""
    count, curved = sketch.random.randint(3, 6), sketch.chance(0.6)
    return changing(sketch, lambda: _vertices(sketch, count, curved, closed, reach, center))


def _vertices(sketch, count, curved, closed, reach, center):
    """Points around a center, in order, so that the outline hardly crosses itself."""
    turn = sketch.random.random() * math.tau
    points = []
    for index in range(count):
        angle, radius = turn + math.tau * index / count, sketch.between(reach * 0.3, reach)
        points.append([round(center[0] + radius * math.cos(angle), 2), round(center[1] + radius * math.sin(angle), 2)])
    leaving = [sketch.point(reach * 0.4) if curved and sketch.chance(0.8) else [0, 0] for _ in points]
    arriving = [[-x, -y] if sketch.chance(0.8) else [0, 0] for x, y in leaving]
    return {"v": points, "i": arriving, "o": leaving, "c": closed}


def styles(sketch):
    """One or two fills and strokes."""
    return [style(sketch) for _ in range(sketch.pick((1, 1, 1, 2)))]


def style(sketch):
    if sketch.wants("gradient", 0.6):
        return sketch.pick((gradient_fill, gradient_fill, gradient_stroke))(sketch)
    return sketch.pick((fill, fill, stroke))(sketch)


def _opacity(sketch):
    return number(sketch, 20, 100) if sketch.wants("style opacity") else fixed(100)


def fill(sketch):
    return {"ty": "fl", "c": changing(sketch, sketch.color), "o": _opacity(sketch), "r": _rule(sketch)}


def _rule(sketch):
    return 2 if sketch.wants("even-odd") else 1


def stroke(sketch):
    sketch.note("stroke")
    return {"ty": "st", "c": changing(sketch, sketch.color), "o": _opacity(sketch), **_line(sketch)}


def _line(sketch):
    result = {"w": number(sketch, 1.5, 14), "lc": sketch.pick((1, 2, 3)), "lj": sketch.pick((1, 2, 3)), "ml": 4}
    if sketch.wants("dashes"):
        result["d"] = dashes(sketch)
    return result


def dashes(sketch):
    """Lengths of dashes and gaps, then the offset."""
    names = sketch.pick((("dash", "gap"), ("dash", "gap"), ("dash", "gap", "dash 2", "gap 2")))
    offset = number(sketch, -30, 30) if sketch.chance(0.5) else fixed(0)
    return [
        *({"n": name[0], "nm": name, "v": number(sketch, 3, 20)} for name in names), {"n": "o", "nm": "offset", "v": offset}]


def gradient_fill(sketch):
    return {"ty": "gf", "o": _opacity(sketch), "r": _rule(sketch), **_gradient(sketch)}


def gradient_stroke(sketch):
    sketch.note("gradient: stroke")
    return {"ty": "gs", "o": _opacity(sketch), **_gradient(sketch), **_line(sketch)}


def _gradient(sketch):
    radial = sketch.chance(0.5)
    sketch.note("gradient: radial" if radial else "gradient: linear")
    count, alphas = sketch.random.randint(2, 4), sketch.pick((0, 0, 2, 3))
    if alphas:
        sketch.note("gradient: opacity stops")
    result = {
        "t": 2 if radial else 1, "s": changing(sketch, lambda: sketch.point(30)),
        "e": changing(sketch, lambda: sketch.point(REACH)),
        "g": {"p": count, "k": changing(sketch, lambda: _stops(sketch, count, alphas))}}
    if radial:
        highlighted = sketch.chance(0.4)
        result["h"] = number(sketch, -90, 90) if highlighted else fixed(0)
        result["a"] = number(sketch, -180, 180) if highlighted else fixed(0)
    return result


def _stops(sketch, count, alphas):
    """Colours at rising offsets, then opacities at theirs."""
    numbers = []
    for offset in _offsets(sketch, count):
        numbers += [offset, *sketch.color()[:3]]
    for offset in _offsets(sketch, alphas):
        numbers += [offset, round(sketch.random.random(), 2)]
    return numbers


def _offsets(sketch, count):
    inner = sorted(round(sketch.between(0.05, 0.95), 2) for _ in range(count - 2))
    return [0, *inner, 1] if count else []


def modifiers(sketch):
    """What the document's features say, each at most once."""
    found = [name for name in MODIFIERS if sketch.wants(name, 0.7)]
    sketch.random.shuffle(found)
    return [_MODIFIER[name](sketch) for name in found]


def trim(sketch):
    start, end = number(sketch, 0, 50), number(sketch, 40, 100)
    offset = number(sketch, -360, 360) if sketch.chance(0.5) else fixed(0)
    mode = sketch.pick((1, 2))
    sketch.note("trim: together" if mode == 1 else "trim: one after the other")
    return {"ty": "tm", "s": start, "e": end, "o": offset, "m": mode}


def rounded_corners(sketch):
    return {"ty": "rd", "r": number(sketch, 1, 25)}


def pucker(sketch):
    return {"ty": "pb", "a": number(sketch, -80, 80)}


def zig_zag(sketch):
    return {
        "ty": "zz", "s": number(sketch, 2, 12), "r": changing(sketch, lambda: sketch.random.randint(1, 6)),
        "pt": fixed(sketch.pick((1, 2)))}


def offset_path(sketch):
    return {"ty": "op", "a": number(sketch, -10, 14), "lj": sketch.pick((1, 2, 3)), "ml": fixed(4)}


def merge_paths(sketch):
    return {"ty": "mm", "mm": sketch.random.randint(1, 5)}


def twist(sketch):
    return {"ty": "tw", "a": number(sketch, -180, 180), "c": fixed([0, 0])}


def repeater(sketch):
    transform = {
        "ty": "tr", "p": changing(sketch, lambda: sketch.point(20)), "a": fixed(sketch.point(5)),
        "s": changing(sketch, lambda: [sketch.between(70, 115)] * 2), "r": number(sketch, -45, 45),
        "so": number(sketch, 40, 100), "eo": number(sketch, 10, 100)}
    offset = number(sketch, -2, 2) if sketch.chance(0.4) else fixed(0)
    return {"ty": "rp", "c": number(sketch, 1, 5), "o": offset, "m": sketch.pick((1, 2)), "tr": transform}


_MODIFIER = {
    "trim": trim, "rounded corners": rounded_corners, "pucker and bloat": pucker, "zig zag": zig_zag,
    "offset path": offset_path, "merge paths": merge_paths, "repeater": repeater, "twist": twist}
