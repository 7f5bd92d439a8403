"""Charts of bars as Lottie documents, which Kiln draws."""

WIDTH = 1200
ROW, BAR, TOP, SIDE = 56, 34, 96, 40
# Where bars start, and where the longest ends.
LEFT, RIGHT = 420, 1020
INK, SOFT = (0.13, 0.14, 0.17), (0.42, 0.44, 0.5)
OURS, THEIRS = (0.93, 0.38, 0.16), (0.68, 0.71, 0.77)
FONT = {"fName": "Sans", "fFamily": "DejaVu Sans", "fStyle": "Book", "ascent": 75}
BOLD = {"fName": "Bold", "fFamily": "DejaVu Sans", "fStyle": "Bold", "ascent": 75}


def still(value):
    return {"a": 0, "k": value}


def placed(x, y):
    return {"o": still(100), "r": still(0), "p": still([x, y, 0]), "a": still([0, 0, 0]), "s": still([100, 100, 100])}


def layer(type_, place, **members):
    return {"ty": type_, "ip": 0, "op": 60, "st": 0, "ks": place, **members}


def text(content, x, y, size=24, color=INK, font="Sans", end=False):
    style = {"s": size, "f": font, "t": content, "j": 1 if end else 0, "tr": 0, "lh": size * 1.2, "ls": 0, "fc": list(color)}
    data = {"d": {"k": [{"s": style, "t": 0}]}, "p": {}, "m": {"g": 1, "a": still([0, 0])}, "a": []}
    return layer(5, placed(x, y), nm=content, t=data)


def rectangle(x, y, width, height, color, radius=6):
    shapes = [
        {"ty": "rc", "p": still([width / 2, height / 2]), "s": still([width, height]), "r": still(radius)},
        {"ty": "fl", "c": still([*color, 1]), "o": still(100), "r": 1}]
    return layer(4, placed(x, y), shapes=shapes)


def bar_chart(title, subtitle, groups):
    """A Lottie document of horizontal bars.

    `groups` are lists of rows (label, value, text beside the bar, whether it is Kiln's), with space between lists; the longest
    bar is that of the greatest value of its own list.
    """
    layers = [text(title, SIDE, 46, 30, font="Bold"), text(subtitle, SIDE, 80, 20, SOFT)]
    y = TOP + 20
    for rows in groups:
        longest = max(row[1] for row in rows)
        for label, value, beside, is_ours in rows:
            width = max(4, (RIGHT - LEFT) * value / longest)
            layers.append(text(label, LEFT - 16, y + BAR * 0.74, 22, font="Bold" if is_ours else "Sans", end=True))
            layers.append(rectangle(LEFT, y, width, BAR, OURS if is_ours else THEIRS))
            layers.append(text(beside, LEFT + width + 14, y + BAR * 0.74, 22, font="Bold" if is_ours else "Sans"))
            y += ROW
        y += ROW // 3
    layers.append(rectangle(0, 0, WIDTH, y, (1, 1, 1), 0))
    numbered = [{"ind": number, **one} for number, one in enumerate(layers, 1)]
    return {
        "v": "5.7.0", "fr": 30, "ip": 0, "op": 60, "w": WIDTH, "h": y, "nm": title, "assets": [],
        "fonts": {"list": [FONT, BOLD]}, "layers": numbered}
