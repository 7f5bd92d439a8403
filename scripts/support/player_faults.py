"""Where lottie-web's picture of a document in Chromium is known not to be what its author sees in After Effects or means,
and Kiln does not copy it."""

_STYLES = ("fl", "st", "gf", "gs")


def fault(document):
    """What the player does with a document; none if nothing is known."""
    for words, finds in _FAULTS.items():
        if any(finds(layers) for layers in _compositions(document)):
            return words
    return None


def _compositions(document):
    """The layers of each composition."""
    return [part["layers"] for part in (document, *document.get("assets", ())) if "layers" in part]


def _takes_hidden_layers(layers):
    hidden = {layer.get("ind") for layer in layers if layer.get("hd")}
    effects = [effect for layer in layers for effect in layer.get("ef", ()) if effect["ty"] == 28]
    return any(effect["ef"][0]["v"]["k"] in hidden for effect in effects)


def _lists(layer):
    """All lists of shape items in a layer."""
    waiting = [layer.get("shapes", [])]
    while waiting:
        items = waiting.pop()
        yield items
        waiting += [item["it"] for item in items if item["ty"] == "gr"]


def _repeats_repeaters(layer):
    """A repeater below a group with another, or below another."""
    return any(
        item["ty"] == "rp" and _has(items[:place], "rp") for items in _lists(layer) for place, item in enumerate(items))


def _has(items, kind):
    return any(item["ty"] == kind or _has(item.get("it", ()), kind) for item in items)


def _loses_copies(layer):
    """A repeater with fewer copies than before, and a style below it."""
    for items in _lists(layer):
        for place, item in enumerate(items):
            if item["ty"] == "rp" and item["c"].get("a") and _falls(item["c"]["k"]):
                if any(below["ty"] in _STYLES for below in items[place:]):
                    return True
    return False


def _falls(keys):
    counts = [key["s"][0] for key in keys]
    return any(later < earlier for earlier, later in zip(counts, counts[1:]))


def _adds_masks(layer):
    """Masks that are a clip path of several paths."""
    masks = [mask for mask in layer.get("masksProperties", ()) if mask["mode"] != "n"]
    return len(masks) > 1 and all(mask["mode"] == "a" and not mask["inv"] for mask in masks)


def _shows_matte_source(layer):
    return bool(layer.get("td")) and any(effect["ty"] == 28 for effect in layer.get("ef", ()))


def _aligns_one_letter(layer):
    """A single letter that is to fill a path: its place is 0 of 0."""
    text = layer.get("t", {})
    return text.get("p", {}).get("a", {}).get("k") == 1 and any(len(key["s"]["t"]) == 1 for key in text["d"]["k"])


def _in_any_layer(finds):
    """Whether a layer of a composition has a fault."""
    return lambda layers: any(finds(layer) for layer in layers)


# What the player does, and how the layers of a composition are known to suffer from it.
_FAULTS = {
    "copies of copies of a repeater lie upon each other": _in_any_layer(_repeats_repeaters),
    "copies that a repeater no longer makes are still painted": _in_any_layer(_loses_copies),
    "Chromium's union of clip paths has holes": _in_any_layer(_adds_masks),
    "a matte source with a Set Matte effect is shown": _in_any_layer(_shows_matte_source),
    "a single letter with forced alignment is not on its path": _in_any_layer(_aligns_one_letter),
    "a hidden source of a Set Matte effect is taken out of hiding late or never": _takes_hidden_layers,
}
