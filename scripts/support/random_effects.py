"""Random effects of Lottie layers that lottie-web draws."""

from random_values import changing, fixed, number

EFFECTS = (
    "effect: fill", "effect: tint", "effect: tritone", "effect: levels", "effect: shadow", "effect: blur",
    "effect: stroke", "effect: set matte", "effect: transform")


def effects(sketch, has_masks, layer_number):
    """What the document's features say."""
    found = []
    for name in EFFECTS:
        if name == "effect: stroke" and not has_masks or name == "effect: set matte" and not layer_number:
            continue
        if sketch.wants(name, 0.6):
            found.append(_EFFECT[name](sketch, layer_number))
    return found


def _effect(kind, name, *controls):
    return {
        "ty": kind, "nm": name, "np": len(controls) + 2, "en": 1,
        "ef": [{"ty": control, "nm": f"Control {place}", "v": value} for place, (control, value) in enumerate(controls)]}


def _color(sketch):
    return 2, changing(sketch, sketch.color, odds=0.2)


def _fill(sketch, _):
    opacity = number(sketch, 0.2, 1) if sketch.chance(0.5) else fixed(1)
    return _effect(
        21, "Fill", (10, fixed(0)), (7, fixed(0)), _color(sketch), (7, fixed(0)), (0, fixed(0)), (0, fixed(0)), (0, opacity))


def _tint(sketch, _):
    return _effect(20, "Tint", _color(sketch), _color(sketch), (0, number(sketch, 0, 100)))


def _tritone(sketch, _):
    return _effect(23, "Tritone", _color(sketch), _color(sketch), _color(sketch), (0, fixed(0)))


def _levels(sketch, _):
    plain = [0, 1, 1, 0, 1]
    channels = [plain for _ in range(4)]
    whole = [sketch.between(0, 0.3), sketch.between(0.6, 1), sketch.between(0.4, 2), sketch.between(0, 0.3), sketch.between(0.6, 1)]
    rows = [whole, *channels]
    controls = [(7, fixed(1)), (0, fixed(0))]
    for place, row in enumerate(rows):
        controls += [] if place == 0 else [(6, fixed(0)), (0, fixed(0))]
        controls += [(0, fixed(value)) for value in row]
    return _effect(24, "Levels", controls[0], controls[1], (0, fixed(0)), *controls[2:])


def _shadow(sketch, _):
    return _effect(
        25, "Drop Shadow", _color(sketch), (0, number(sketch, 60, 255)), (1, number(sketch, 0, 360)),
        (0, number(sketch, 0, 20)), (0, number(sketch, 0, 20)))


def _blur(sketch, _):
    return _effect(29, "Gaussian Blur", (0, number(sketch, 8, 30)), (7, fixed(sketch.pick((1, 1, 2, 3)))), (7, fixed(0)))


def _stroke(sketch, _):
    return _effect(
        22, "Stroke", (10, fixed(1)), (7, fixed(int(sketch.chance(0.5)))), (7, fixed(0)), _color(sketch),
        (0, number(sketch, 2, 10)), (0, fixed(75)), (0, fixed(1)), (0, number(sketch, 0, 40)), (0, number(sketch, 50, 100)),
        (0, fixed(0)), (7, fixed(sketch.pick((1, 2, 3)))))


def _set_matte(sketch, layer_number):
    return _effect(
        28, "Set Matte", (10, fixed(layer_number)), (7, fixed(4)), (7, fixed(0)), (7, fixed(1)), (7, fixed(1)), (7, fixed(1)))


def _transform(sketch, _):
    return _effect(
        35, "Transform", (3, fixed(sketch.point(20))), (3, changing(sketch, lambda: sketch.point(20))), (7, fixed(1)),
        (0, number(sketch, 50, 130)), (0, number(sketch, 50, 130)), (0, number(sketch, -30, 30)), (0, number(sketch, 0, 90)),
        (0, number(sketch, -90, 90)), (0, number(sketch, 30, 100)), (7, fixed(0)), (0, fixed(180)))


_EFFECT = {
    "effect: fill": _fill, "effect: tint": _tint, "effect: tritone": _tritone, "effect: levels": _levels,
    "effect: shadow": _shadow, "effect: blur": _blur, "effect: stroke": _stroke, "effect: set matte": _set_matte,
    "effect: transform": _transform}
