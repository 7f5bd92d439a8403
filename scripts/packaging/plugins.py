"""The package of SwiftPM plugins: a copy of `plugins` whose manifest names a bundle of the program."""

import json
import shutil
from pathlib import Path

TEMPLATE = Path(__file__).with_name("plugins")
MANIFEST = "Package.swift.in"


def write_plugins(folder, *, url=None, checksum=None, path=None):
    """Writes the package into a folder, which is replaced.

    The bundle is at `url` and has the SHA-256 `checksum`, in hexadecimal digits; or it is at `path`, as a folder or a .zip,
    which is copied into the package, because SwiftPM takes no local bundle from elsewhere.
    """
    if (url is None) == (path is None) or (url is None) != (checksum is None):
        raise ValueError("a bundle has either a URL and a checksum, or a path")
    if url is not None and not url.startswith("https://"):
        raise ValueError(f"SwiftPM takes bundles by https only, not {url}")
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(TEMPLATE, folder, ignore=shutil.ignore_patterns(MANIFEST, ".build", "Package.resolved", ".*"))
    if path is None:
        location = f"url: {json.dumps(url)}, checksum: {json.dumps(checksum)}"
    else:
        location = f"path: {json.dumps(path.name)}"
        (shutil.copytree if path.is_dir() else shutil.copyfile)(path, folder / path.name)
    manifest = (TEMPLATE / MANIFEST).read_text()
    (folder / "Package.swift").write_text(manifest.replace("@LOCATION@", location))
