"""Random choices for a Lottie document, and properties with keyframes."""

import random

# Documents begin at frame 0 and have this many; keys of properties lie around these frames.
FRAMES = 24
_EASINGS = {
    "easing: linear": ((0.167, 0.167), (0.833, 0.833)),
    "easing: in and out": ((0.333, 0), (0.667, 1)),
    "easing: steep": ((0.9, 0), (0.1, 1)),
    "easing: overshoot": ((0.4, -0.6), (0.5, 1.7)),
}


class Sketch:
    """Random choices of one document. The same seed and number always give the same.

    A document has a few features of a catalogue only, so that a table tells which of them goes wrong; those that depend on
    another are there with it alone. `features` are those that are used.
    """

    def __init__(self, seed, number, catalogue, dependents):
        self.random = random.Random(f"{seed}/{number}")
        self.allowed = set(self.random.sample(catalogue, self.random.randint(3, 6)))
        for feature in sorted(self.allowed & dependents.keys()):
            self.allowed.update(name for name in dependents[feature] if self.chance(0.3))
        self.features = set()
        self.pick = self.random.choice

    def wants(self, feature, chance=1.0):
        """Whether a feature is used in one place. It is noted then."""
        if feature not in self.allowed or self.random.random() >= chance:
            return False
        self.features.add(feature)
        return True

    def note(self, feature):
        self.features.add(feature)
        return feature

    def chance(self, probability):
        return self.random.random() < probability

    def between(self, low, high):
        """A number: whole in half of all cases, as people type it, otherwise with two decimals."""
        value = self.random.uniform(low, high)
        return float(round(value)) if self.chance(0.5) and round(value) >= low else round(value, 2)

    def point(self, radius, center=(0, 0)):
        return [round(axis + self.between(-radius, radius), 2) for axis in center]

    def color(self):
        return [round(self.random.random(), 3) for _ in range(3)] + [1]


def fixed(value):
    return {"a": 0, "k": value}


def number(sketch, low, high):
    """A property with one number."""
    return changing(sketch, lambda: sketch.between(low, high))


def changing(sketch, make, components=False, odds=0.4):
    """A property with values of a function: one value, or keys with an easing for all components or one for each."""
    if not sketch.wants("keyframes", odds):
        return fixed(make())
    return {"a": 1, "k": keys(sketch, make, components)}


def keys(sketch, make, components=False):
    """Keys of a property."""
    times = key_times(sketch)
    found = []
    for place, time in enumerate(times):
        value = make()
        key = {"t": time, "s": value if isinstance(value, list) else [value]}
        if place < len(times) - 1:
            key.update(easing(sketch, len(key["s"]) if components else 1))
        found.append(key)
    return found


def key_times(sketch):
    """Times of two to four keys: in whole frames, or between them, as roving keys are exported."""
    times = sorted(sketch.random.sample(range(-3, FRAMES + 4), sketch.random.randint(2, 4)))
    if len(times) > 2 and sketch.chance(0.2):
        sketch.note("roving keys")
        times[1:-1] = [round(time + sketch.random.random() * 0.8, 3) for time in times[1:-1]]
    return times


def easing(sketch, components):
    """What a key says about the way to the next."""
    if sketch.chance(0.15):
        sketch.note("easing: hold")
        return {"h": 1}
    if components > 1:
        curves = [_EASINGS[sketch.pick(sorted(_EASINGS))] for _ in range(components)]
        sketch.note("easing: by component")
        return {
            name: {axis: [curve[side][place] for curve in curves] for place, axis in enumerate("xy")}
            for side, name in enumerate("oi")}
    leave, arrive = _EASINGS[sketch.note(sketch.pick(sorted(_EASINGS)))]
    return {"o": {"x": leave[0], "y": leave[1]}, "i": {"x": arrive[0], "y": arrive[1]}}


def position(sketch, make, depth=True):
    """A place of a layer or group: a point, keys with or without a curved way, or an axis each."""
    if depth and sketch.wants("split position"):
        axes = [lambda axis=axis: make()[axis] for axis in (0, 1)]
        return {"s": True, "x": changing(sketch, axes[0], odds=0.7), "y": changing(sketch, axes[1], odds=0.7)}
    rest = [0] if depth else []
    if not (sketch.wants("keyframes", 0.4) or sketch.wants("motion path", 0.7)):
        return fixed(make() + rest)
    found = keys(sketch, lambda: make() + rest)
    if sketch.wants("motion path"):
        for key in (key for key in found[:-1] if "h" not in key):
            key["to"], key["ti"] = sketch.point(30) + rest, sketch.point(30) + rest
    return {"a": 1, "k": found}
