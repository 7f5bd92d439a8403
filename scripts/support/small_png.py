"""Reading PNG files of 8 bits a channel, and writing small ones: with a palette where that is possible."""

import struct
import zlib

_SIGNATURE = b"\x89PNG\r\n\x1a\n"


def decoded_png(data):
    """Width, height and straight RGBA of a truecolour PNG; colours under transparent pixels are 0."""
    place, compressed, channels = 8, b"", 4
    while place < len(data):
        length, kind = struct.unpack(">I4s", data[place:place + 8])
        content = data[place + 8:place + 8 + length]
        if kind == b"IHDR":
            width, height, depth, color, _, _, interlace = struct.unpack(">IIBBBBB", content)
            if depth != 8 or color not in (2, 6) or interlace:
                raise ValueError("neither RGB nor RGBA with 8 bits a channel")
            channels = 4 if color == 6 else 3
        elif kind == b"IDAT":
            compressed += content
        place += 12 + length
    raw, stride = zlib.decompress(compressed), width * channels
    rows, above = [], bytes(stride)
    for y in range(height):
        start = y * (stride + 1)
        above = _unfiltered(raw[start], raw[start + 1:start + 1 + stride], above, channels)
        rows.append(above)
    pixels = bytearray()
    for row in rows:
        for x in range(0, stride, channels):
            alpha = row[x + 3] if channels == 4 else 255
            pixels += row[x:x + 3] + bytes([alpha]) if alpha else b"\0\0\0\0"
    return width, height, bytes(pixels)


def small_png(width, height, pixels):
    """A PNG of straight RGBA pixels."""
    words = [pixels[i:i + 4] for i in range(0, len(pixels), 4)]
    # Translucent entries first, so that tRNS is short.
    palette = sorted(set(words), key=lambda word: (word[3] == 255, word))
    candidates = [_truecolor(width, height, pixels, has_alpha=any(word[3] < 255 for word in palette))]
    if len(palette) <= 256:
        candidates.append(_indexed(width, height, words, palette))
    return min(candidates, key=len)


def _indexed(width, height, words, palette):
    depth = next(bits for bits in (1, 2, 4, 8) if len(palette) <= 1 << bits)
    index = {word: number for number, word in enumerate(palette)}
    rows = []
    for y in range(height):
        value, count, row = 0, 0, bytearray()
        for word in words[y * width:(y + 1) * width]:
            value, count = value << depth | index[word], count + depth
            if count == 8:
                row.append(value)
                value, count = 0, 0
        if count:
            row.append(value << (8 - count) & 255)
        rows.append(bytes(row))
    chunks = [(b"PLTE", b"".join(word[:3] for word in palette))]
    alphas = bytes(word[3] for word in palette if word[3] < 255)
    if alphas:
        chunks.append((b"tRNS", alphas))
    return _file(width, height, depth, 3, chunks, b"".join(b"\0" + row for row in rows))


def _truecolor(width, height, pixels, has_alpha):
    channels = 4 if has_alpha else 3
    if not has_alpha:
        pixels = b"".join(pixels[i:i + 3] for i in range(0, len(pixels), 4))
    stride, filtered, above = width * channels, bytearray(), bytes(width * channels)
    for y in range(height):
        row = pixels[y * stride:(y + 1) * stride]
        # Least sum of absolute values, the usual heuristic.
        best = min(range(5), key=lambda kind: sum(min(b, 256 - b) for b in _filtered(kind, row, above, channels)))
        filtered += bytes([best]) + _filtered(best, row, above, channels)
        above = row
    return _file(width, height, 8, 6 if has_alpha else 2, [], bytes(filtered))


def _file(width, height, depth, color, chunks, raw):
    header = struct.pack(">IIBBBBB", width, height, depth, color, 0, 0, 0)
    data = min((_compressed(raw, strategy) for strategy in (0, 1, 3)), key=len)
    chunks = [(b"IHDR", header), *chunks, (b"IDAT", data), (b"IEND", b"")]
    return _SIGNATURE + b"".join(
        struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))
        for kind, content in chunks)


def _compressed(raw, strategy):
    compressor = zlib.compressobj(9, zlib.DEFLATED, 15, 9, strategy)
    return compressor.compress(raw) + compressor.flush()


def _paeth(a, b, c):
    p = a + b - c
    return min((abs(p - a), 0, a), (abs(p - b), 1, b), (abs(p - c), 2, c))[2]


def _predicted(kind, row, above, channels, x):
    left = row[x - channels] if x >= channels else 0
    corner = above[x - channels] if x >= channels else 0
    return (0, left, above[x], (left + above[x]) // 2, _paeth(left, above[x], corner))[kind]


def _filtered(kind, row, above, channels):
    return bytes((row[x] - _predicted(kind, row, above, channels, x)) & 255 for x in range(len(row)))


def _unfiltered(kind, row, above, channels):
    row = bytearray(row)
    for x in range(len(row)):
        row[x] = (row[x] + _predicted(kind, row, above, channels, x)) & 255
    return bytes(row)
