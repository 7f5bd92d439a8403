"""SSIM of two pictures: the only similarity that scripts measure, and the one of `kiln compare`."""

from kiln import need

need("python3-numpy", "python3-pil", "python3-scipy")

import numpy
from PIL import Image
from scipy.ndimage import binary_dilation, correlate1d

_WINDOW = numpy.exp(-(numpy.arange(-5, 6) ** 2) / (2 * 1.5**2))
_WINDOW /= _WINDOW.sum()


def load(file):
    """Straight RGBA of a file or path, with nothing under transparent pixels."""
    picture = numpy.asarray(Image.open(file).convert("RGBA")).astype(float)
    picture[picture[..., 3] == 0] = 0
    return picture


def ssim_map(a, b):
    """The SSIM of each pixel of two planes with components from 0 to 255; window: Gaussian, deviation 1.5, 11 wide."""

    def averaged(plane):
        return correlate1d(correlate1d(plane, _WINDOW, axis=1, mode="nearest"), _WINDOW, axis=0, mode="nearest")

    mean_a, mean_b = averaged(a), averaged(b)
    variance_a, variance_b = averaged(a * a) - mean_a**2, averaged(b * b) - mean_b**2
    covariance = averaged(a * b) - mean_a * mean_b
    c1, c2 = (0.01 * 255) ** 2, (0.03 * 255) ** 2
    return ((2 * mean_a * mean_b + c1) * (2 * covariance + c2)) / (
        (mean_a**2 + mean_b**2 + c1) * (variance_a + variance_b + c2))


def luma(picture, background):
    alpha = picture[..., 3:] / 255
    return (picture[..., :3] * alpha + background * (1 - alpha)) @ (0.299, 0.587, 0.114)


def foreground_similarity(a, b):
    """SSIM over what either picture draws, grown by 5 pixels; on white and on grey, whichever is worse. None if both are blank."""
    drawn = (a[..., 3] > 0) | (b[..., 3] > 0)
    if not drawn.any():
        return None
    area = binary_dilation(drawn, iterations=5)
    return min(float(ssim_map(luma(a, back), luma(b, back))[area].mean()) for back in (255, 118))
