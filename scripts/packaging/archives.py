"""ZIP and tar archives with the same bytes for the same files: names in order, one time, no owners."""

import gzip
import io
import tarfile
import time
import zipfile
from dataclasses import dataclass

# ZIP has no times before 1980.
EARLIEST = 315532800


@dataclass
class Member:
    """A file of an archive."""

    content: bytes
    is_program: bool = False

    @property
    def mode(self):
        return 0o755 if self.is_program else 0o644


def write_zip(path, members, epoch):
    """Writes `members`, by their names, in their order."""
    stamp = time.gmtime(max(epoch, EARLIEST))[:6]
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, member in members.items():
            entry = zipfile.ZipInfo(name, stamp)
            entry.create_system, entry.external_attr = 3, (0o100000 | member.mode) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, member.content, compresslevel=9)


def write_tar(path, folder, members, epoch):
    """Writes `members`, by their names, below a folder, compressed by gzip."""
    content = io.BytesIO()
    with tarfile.open(fileobj=content, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for name in sorted(members):
            entry = tarfile.TarInfo(f"{folder}/{name}")
            entry.size, entry.mode, entry.mtime = len(members[name].content), members[name].mode, epoch
            archive.addfile(entry, io.BytesIO(members[name].content))
    path.write_bytes(gzip.compress(content.getvalue(), 9, mtime=0))
