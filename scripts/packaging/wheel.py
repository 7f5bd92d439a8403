"""The Python wheel: the program among the scripts of an environment, and a module that finds it."""

import base64
import hashlib

from archives import Member, write_zip

# Name of the distribution at the index, where `kiln` is taken. The command keeps its name.
DISTRIBUTION = "kiln-animation"
MODULE = DISTRIBUTION.replace("-", "_")

FIND = '''"""Finds the program that this package installs."""

import os
import sys
import sysconfig


def find_kiln():
    """The path of kiln; FileNotFoundError if it is not where it was installed."""
    here = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    folders = [
        sysconfig.get_path("scripts"),
        sysconfig.get_path("scripts", vars={"base": sys.base_prefix}),
        # pip install --target
        os.path.join(here, "bin"),
        # pip install --user
        sysconfig.get_path("scripts", scheme=sysconfig.get_preferred_scheme("user")),
    ]
    for folder in folders:
        path = os.path.join(folder, "kiln")
        if os.path.isfile(path):
            return path
    raise FileNotFoundError("kiln is in none of " + ", ".join(folders))
'''

MAIN = f'''"""`python -m {MODULE}`: runs kiln."""

import os
import sys

from {MODULE} import find_kiln

if __name__ == "__main__":
    program = find_kiln()
    os.execv(program, [program, *sys.argv[1:]])
'''


def write_wheel(folder, program, release):
    """Writes the wheel into a folder; its path."""
    tag = f"py3-none-manylinux_{release.glibc.replace('.', '_')}_{release.machine}"
    info = f"{MODULE}-{release.version}.dist-info"
    members = {
        f"{MODULE}/__init__.py": Member(FIND.encode()),
        f"{MODULE}/__main__.py": Member(MAIN.encode()),
        f"{MODULE}-{release.version}.data/scripts/kiln": Member(program, is_program=True),
    }
    for name, text in release.legal_texts.items():
        members[f"{info}/licenses/{name}"] = Member(text)
    members[f"{info}/sboms/{release.bill_name}"] = Member(release.bill)
    members[f"{info}/METADATA"] = Member(metadata(release).encode())
    members[f"{info}/WHEEL"] = Member(
        f"Wheel-Version: 1.0\nGenerator: kiln scripts/release\nRoot-Is-Purelib: false\nTag: {tag}\n".encode())
    record = f"{info}/RECORD"
    members[record] = Member("".join(f"{name},{digest(member)}\n" for name, member in members.items()).encode() +
                             f"{record},,\n".encode())
    path = folder / f"{MODULE}-{release.version}-{tag}.whl"
    write_zip(path, members, release.epoch)
    return path


def metadata(release):
    """The description that pip and the index read."""
    lines = [
        "Metadata-Version: 2.4", f"Name: {DISTRIBUTION}", f"Version: {release.version}", f"Summary: {release.summary}",
        "Requires-Python: >=3.8", "License-Expression: MIT",
        *(f"License-File: {name}" for name in release.legal_texts), "Description-Content-Type: text/markdown", "",
        release.description,
    ]
    return "\n".join(lines) + "\n"


def digest(member):
    """Digest and size as the list of files has them."""
    code = base64.urlsafe_b64encode(hashlib.sha256(member.content).digest()).rstrip(b"=").decode()
    return f"sha256={code},{len(member.content)}"
