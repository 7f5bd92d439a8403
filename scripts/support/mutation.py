"""Damaged copies of animations: bytes, numbers and structure changed, in JSON, in protobuf and inside what is compressed."""

import base64
import gzip
import io
import json
import re
import struct
import zipfile
import zlib

NUMBERS = [0, -1, 1, 2, -2, 0.5, 1e-9, 1e9, -1e9, 1e15, 1e38, 1e300, -1e300, 1e308, 255, 256, 65535, 65536, 16383, 16384,
           2**31 - 1, 2**31, -2**31, 2**32, 2**53, 2**63 - 1, 2**63, 2**64, 100000, 1e-320]
# Also what JSON does not have, or what no float holds.
NUMBER_TEXTS = [
    "1e999", "-1e999", "NaN", "-0", "0e0", "1" * 400, "0." + "0" * 400 + "1", "null", "true", "[]", "{}", '""', '"x"',
]
STRINGS = ["", "\0", "x", "comp_0", "../../etc/passwd", "/dev/zero", "\U0001f600" * 3, "\u202e", "a" * 5000, "#", "1e9"]
INTEGERS = [0, 1, 2, 127, 128, 255, 2**14, 2**31 - 1, 2**31, 2**32 - 1, 2**32, 2**63 - 1, 2**63, 2**64 - 1]
FLOATS = [0.0, -0.0, 1e-45, 1e38, -1e38, float("inf"), float("-inf"), float("nan"), 1e9, -1.0]
PNG = b"\x89PNG\r\n\x1a\n"
# More than that is of no use: it is refused before it is parsed.
MOST_BYTES = 8 << 20


def mutant(content, others, chance):
    """A damaged copy of a file. `chance` is a random.Random, by which alone it is chosen; `others` are files to take from."""
    result = content
    for _ in range(chance.choice([1, 1, 1, 2, 2, 3, 5])):
        result = once(result, others, chance)
    return result[:MOST_BYTES]


def once(content, others, chance):
    # One in eight is damaged on the outside, where no parser of the inside is reached.
    if chance.random() < .125:
        return damaged(content, others, chance)
    try:
        if content[:2] == b"PK":
            return in_archive(content, others, chance)
        if content[:2] == b"\x1f\x8b":
            return gzip.compress(once(gzip.decompress(content), others, chance), 1, mtime=0)
        if content[:1] == b"\x78":
            return zlib.compress(with_checksums(in_message(zlib.decompress(content), chance), chance), 1)
        if content.lstrip()[:1] == b"{":
            return in_text(content, chance)
    except (zlib.error, OSError, EOFError, ValueError, KeyError, RecursionError, zipfile.BadZipFile, NotImplementedError):
        # It was damaged before.
        pass
    return with_checksums(damaged(content, others, chance), chance)


def damaged(content, others, chance):
    """Bytes flipped, set, cut, deleted, doubled, or taken from another file."""
    data = bytearray(content)
    if not data:
        return bytes(chance.randrange(256) for _ in range(chance.randrange(64)))
    kind = chance.randrange(7)
    start = chance.randrange(len(data))
    length = min(len(data) - start, chance.choice([1, 2, 4, 8, 64, 512, 4096]))
    if kind == 0:
        for _ in range(chance.choice([1, 2, 8])):
            data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
    elif kind == 1:
        data[start:start + length] = bytes([chance.choice([0, 255, 127, 128, 32])]) * length
    elif kind == 2:
        del data[start:]
    elif kind == 3:
        del data[start:start + length]
    elif kind == 4:
        data[start:start] = data[start:start + length] * chance.choice([1, 2, 16])
    elif kind == 5:
        number = chance.choice(INTEGERS)
        data[start:start + 4] = struct.pack(chance.choice("<>") + "I", number & 0xFFFFFFFF)
    else:
        other = chance.choice(others)
        at = chance.randrange(len(other)) if other else 0
        data[start:start + length] = other[at:at + length]
    return bytes(data)


def in_text(content, chance):
    """JSON with a number, a text or a part of its tree changed."""
    if chance.random() < .4:
        places = [match.span() for match in re.finditer(rb"-?\d+(\.\d+)?([eE][-+]?\d+)?", content)]
        if places:
            start, end = chance.choice(places)
            text = chance.choice(NUMBER_TEXTS) if chance.random() < .3 else json.dumps(chance.choice(NUMBERS))
            return content[:start] + text.encode() + content[end:]
    tree = json.loads(content)
    for _ in range(chance.choice([1, 1, 2, 4])):
        change(tree, chance)
    return json.dumps(tree, separators=(",", ":")).encode()


def parts(tree):
    """All places of a tree: the container and the key."""
    found, waiting = [], [tree]
    while waiting:
        node = waiting.pop()
        items = node.items() if isinstance(node, dict) else enumerate(node)
        for key, value in items:
            found.append((node, key))
            if isinstance(value, (dict, list)):
                waiting.append(value)
    return found


def change(tree, chance):
    places = parts(tree) if isinstance(tree, (dict, list)) else []
    if not places:
        return
    node, key = chance.choice(places)
    value = node[key]
    kind = chance.randrange(7)
    if kind == 0:
        del node[key]
    elif kind == 1:
        other, name = chance.choice(places)
        # As text, so that no part holds itself.
        is_there = name < len(other) if isinstance(other, list) else name in other
        node[key] = json.loads(json.dumps(other[name])) if is_there else None
    elif kind == 2 and isinstance(node, list):
        copy = json.dumps(value)
        node[key:key] = [json.loads(copy) for _ in range(chance.choice([1, 2, 50]) if len(copy) < 20000 else 1)]
    elif kind == 3 and isinstance(node, list):
        chance.shuffle(node)
    elif kind == 4 and isinstance(value, str) and value.startswith("data:") and "," in value:
        start, text = value.split(",", 1)
        node[key] = start + "," + base64.b64encode(picture(base64.b64decode(text + "==="), chance)).decode()
    elif isinstance(value, str):
        node[key] = chance.choice(STRINGS + [value + value, value[:len(value) // 2]])
    elif isinstance(value, (int, float)):
        node[key] = chance.choice(NUMBERS + [value * 1000, -value, value + 1])
    else:
        node[key] = chance.choice([None, [], {}, 0, "", [0], [value], {"k": value}, {"a": 1, "k": [value]}])


def in_archive(content, others, chance):
    """A ZIP archive with an entry changed, and sums that are right."""
    source = zipfile.ZipFile(io.BytesIO(content))
    entries = [(info, source.read(info)) for info in source.infolist() if not info.is_dir()]
    if not entries:
        return damaged(content, others, chance)
    pictures = (".png", ".jpg", ".webp", ".mp3")
    texts = [index for index, (info, _) in enumerate(entries) if not info.filename.endswith(pictures)]
    chosen = chance.choice(texts) if texts and chance.random() < .8 else chance.randrange(len(entries))
    output = io.BytesIO()
    with zipfile.ZipFile(output, "w") as archive:
        for index, (info, data) in enumerate(entries):
            name = info.filename
            if index == chosen:
                if chance.random() < .05:
                    other = ["../" + name, name.upper(), "movie.binary", "movie.spec", "manifest.json", name + "/x"]
                    name = chance.choice(other)
                # SVGA 1 has a protobuf or JSON in it.
                data = in_message(data, chance) if name.endswith(".binary") else once(data, others, chance)
                data = with_checksums(data, chance)
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            entry.compress_type = info.compress_type
            if index == chosen:
                entry.compress_type = chance.choice([zipfile.ZIP_DEFLATED, zipfile.ZIP_STORED])
            archive.writestr(entry, data, compresslevel=1)
    return output.getvalue()


# Protobuf, without its schema


def varint(data, at):
    result = shift = 0
    while True:
        byte = data[at]
        at += 1
        result |= (byte & 127) << shift
        if byte < 128:
            return result, at
        shift += 7
        if shift > 63:
            raise ValueError("a number without end")


def encoded(number):
    result = bytearray()
    while number > 127:
        result.append(number & 127 | 128)
        number >>= 7
    result.append(number)
    return bytes(result)


def fields(data):
    """The fields of a message: number, wire type and value; ValueError if it is none."""
    at, result = 0, []
    while at < len(data):
        try:
            tag, at = varint(data, at)
            number, wire = tag >> 3, tag & 7
            if wire == 0:
                value, at = varint(data, at)
            elif wire in (1, 5):
                size = 8 if wire == 1 else 4
                value, at = data[at:at + size], at + size
            elif wire == 2:
                size, at = varint(data, at)
                value, at = data[at:at + size], at + size
            else:
                raise ValueError("no wire type")
        except IndexError:
            raise ValueError("it ends early") from None
        if not number or at > len(data):
            raise ValueError("no field")
        result.append((number, wire, value))
    return result


def joined(parts_):
    result = bytearray()
    for number, wire, value in parts_:
        result += encoded(number << 3 | wire)
        result += encoded(value) if wire == 0 else encoded(len(value)) + value if wire == 2 else value
    return bytes(result)


def in_message(data, chance, depth=0):
    """A message with a field changed, deleted, doubled or moved, here or in a message in it."""
    try:
        found = fields(data)
    except ValueError:
        found = []
    if not found or depth > 8:
        return damaged(data, [data], chance)
    # Messages lie deep, and there are many of them.
    index = chance.randrange(len(found))
    number, wire, value = found[index]
    kind = chance.randrange(8)
    if wire == 2 and value[:8] == PNG:
        found[index] = (number, wire, picture(value, chance))
    elif wire == 2 and value and (depth < 1 or kind > 2):
        found[index] = (number, wire, in_message(value, chance, depth + 1))
    elif kind == 0:
        del found[index]
    elif kind == 1:
        found[index:index] = [found[index]] * chance.choice([1, 2, 50 if len(value if wire else b"") < 20000 else 1])
    elif kind == 2:
        found[index], other = found[chance.randrange(len(found))], found[index]
        found.append(other)
    elif wire == 0:
        found[index] = (number, wire, chance.choice(INTEGERS))
    elif wire == 5:
        found[index] = (number, wire, struct.pack("<f", chance.choice(FLOATS)))
    elif kind == 3:
        found[index] = (chance.randrange(1, 12), wire, value)
    return joined(found)


# Pictures


def picture(data, chance):
    return with_checksums(damaged(data, [data], chance), chance) if data else data


def with_checksums(data, chance):
    """The same with right sums in all chunks of PNG files, so that their decoders go on; now and then they stay wrong."""
    if PNG not in data or chance.random() < .1:
        return data
    data = bytearray(data)
    start = data.find(PNG)
    while start >= 0:
        at = start + 8
        while at + 12 <= len(data):
            length = int.from_bytes(data[at:at + 4], "big")
            if at + 12 + length > len(data):
                break
            data[at + 8 + length:at + 12 + length] = struct.pack(">I", zlib.crc32(data[at + 4:at + 8 + length]))
            at += 12 + length
            if bytes(data[at - length - 8:at - length - 4]) == b"IEND":
                break
        start = data.find(PNG, start + 8)
    return bytes(data)
