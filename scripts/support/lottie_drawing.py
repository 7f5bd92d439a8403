"""Frames of a Lottie file as ThorVG and rlottie draw them: a program of its own, because these libraries may crash.

  lottie_drawing.py thorvg|rlottie FILE WIDTHxHEIGHT FRAME[,FRAME…] FOLDER

Frames count from the file's first. Writes FOLDER/FRAME.png, and prints the version of the library.
"""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parent))
from kiln import ENVIRONMENT

sys.path[:0] = map(str, ENVIRONMENT.glob("lib/python*/site-packages"))

import numpy
from PIL import Image


def thorvg(path, width, height, frames):
    import thorvg_python

    engine = thorvg_python.Engine()
    canvas = thorvg_python.SwCanvas(engine)
    canvas.set_target(width, height, cs=thorvg_python.Colorspace.ABGR8888S)
    animation = thorvg_python.Animation(engine)
    picture = animation.get_picture()
    if picture.load(str(path)) != thorvg_python.Result.SUCCESS:
        sys.exit("ThorVG cannot read it")
    picture.set_size(width, height)
    canvas.add(picture)
    print("ThorVG", engine.version()[4])
    for frame in frames:
        animation.set_frame(frame)
        canvas.update()
        canvas.draw(True)
        canvas.sync()
        yield frame, canvas.get_pillow()


def rlottie(path, width, height, frames):
    import rlottie_python

    animation = rlottie_python.LottieAnimation.from_data(path.read_text(encoding="utf-8"), resource_path=f"{path.parent}/")
    print("rlottie of rlottie-python", rlottie_python.__version__)
    for frame in frames:
        yield frame, straight(animation.render_pillow_frame(int(frame), width=width, height=height))


def straight(picture):
    """Straight RGBA of a picture with premultiplied colours."""
    pixels = numpy.asarray(picture.convert("RGBA")).astype(float)
    alpha = pixels[..., 3:]
    pixels[..., :3] = numpy.where(alpha > 0, pixels[..., :3] * 255 / numpy.maximum(alpha, 1), 0)
    return Image.fromarray(pixels.round().clip(0, 255).astype("uint8"))


player, file, size, numbers, folder = sys.argv[1:]
width, height = map(int, size.split("x"))
drawn = {"thorvg": thorvg, "rlottie": rlottie}[player](
    Path(file).resolve(), width, height, [float(number) for number in numbers.split(",")])
for frame, picture in drawn:
    picture.save(Path(folder) / f"{frame:g}.png")
