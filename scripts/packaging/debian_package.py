"""The Debian package: the program with the system's libraries, its manual and completions."""

import gzip
import os
import re
import shutil
import subprocess
from email.utils import formatdate

from commands import run

# Libraries and programs that Kiln loads or starts only where they are installed.
RECOMMENDED = "libharfbuzz0b, libfribidi0, fontconfig-config"
SUGGESTED = "libjavascriptcoregtk-4.1-0 | libjavascriptcoregtk-6.0-1, ffmpeg, librsvg2-2, libavif16 | libavif15, fonts-dejavu-core"
# Text of the licence of which every Debian has a copy; its packages must not repeat it.
APACHE = r"(?s)Apache License\s+Version 2\.0, January 2004.*?END OF TERMS AND CONDITIONS"
# Places of completions below /usr/share, by shells.
COMPLETIONS = {
    "bash": "bash-completion/completions/kiln", "zsh": "zsh/vendor-completions/_kiln",
    "fish": "fish/vendor_completions.d/kiln.fish",
}


def write_debian_package(folder, program, release, work):
    """Writes the package into a folder; its path. `work` is a folder of its own, which is emptied."""
    shutil.rmtree(work, ignore_errors=True)
    root = work / "root"
    architecture = run("dpkg", "--print-architecture").strip()
    put(root / "usr/bin/kiln", program, mode=0o755)
    for shell, place in COMPLETIONS.items():
        put(root / "usr/share" / place, release.completions[shell])
    for name, page in release.manual.items():
        put(root / "usr/share/man/man1" / f"{name}.gz", gzip.compress(page, 9, mtime=0))
    documents = root / "usr/share/doc/kiln"
    put(documents / "copyright", copyright_file(release))
    put(documents / "changelog.gz", gzip.compress(changelog(release), 9, mtime=0))
    control = control_file(root, release, architecture, dependencies(root, work))
    put(root / "DEBIAN/md5sums", run("sh", "-c", "find usr -type f | LC_ALL=C sort | xargs md5sum", cwd=root).encode())
    put(root / "DEBIAN/control", control.encode())
    for path in sorted(root.rglob("*"), reverse=True):
        if path.is_dir():
            path.chmod(0o755)
        os.utime(path, (release.epoch, release.epoch))
    result = folder / f"kiln_{release.version}_{architecture}.deb"
    # One thread: the blocks of several would depend on their number.
    words = ["dpkg-deb", "--root-owner-group", "-Zxz", "-z9", "--threads-max=1", "--build", root, result]
    subprocess.run(words, check=True, stdout=subprocess.DEVNULL,
                   env=dict(os.environ, SOURCE_DATE_EPOCH=str(release.epoch)))
    return result


def put(path, content, mode=0o644):
    """Writes a file and the folders above it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    path.chmod(mode)


def dependencies(root, work):
    """The packages that have the program's libraries, with their least versions."""
    put(work / "debian/control", b"Source: kiln\n\nPackage: kiln\nArchitecture: any\n")
    text = run("dpkg-shlibdeps", "-O", root / "usr/bin/kiln", cwd=work)
    return text.strip().removeprefix("shlibs:Depends=")


def control_file(root, release, architecture, depends):
    """What dpkg is told of the package."""
    size = sum(path.stat().st_size for path in root.rglob("*") if path.is_file())
    return f"""Package: kiln
Version: {release.version}
Architecture: {architecture}
Maintainer: {release.maintainer}
Installed-Size: {-(-size // 1024)}
Depends: {depends}
Recommends: {RECOMMENDED}
Suggests: {SUGGESTED}
Section: graphics
Priority: optional
Description: {release.summary}
 Kiln reads Lottie, SVGA, GIF and other moving pictures, and writes SVGA,
 Lottie for phones, animated WebP, APNG, GIF, PNG atlases, and video with
 alpha. It validates what designers deliver, and shows what was lost.
"""


def copyright_file(release):
    """The licences of what the program holds, in Debian's form for machines where that is possible."""
    lines = release.legal_texts["LICENSE"].decode().strip().split("\n")
    licence = "".join(f" {line}\n" if line.strip() else " .\n" for line in lines)
    head = ("Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\n\n"
            f"Files: *\nCopyright: {copyright_holder(lines)}\nLicense: Expat\n{licence}\n"
            "Comment:\n The program holds Swift's runtime and Swift packages; their licences follow.\n")
    notices = re.sub(APACHE, "(the Apache License 2.0, which is in /usr/share/common-licenses/Apache-2.0)",
                     release.packages_notices.decode())
    return (head + "".join(f" {line}\n" if line.strip() else " .\n" for line in notices.split("\n"))).encode()


def copyright_holder(lines):
    return next(line.removeprefix("Copyright (c) ") for line in lines if line.startswith("Copyright"))


def changelog(release):
    """Debian's list of changes, which names the project's."""
    date = formatdate(release.epoch)
    return (f"kiln ({release.version}) unstable; urgency=medium\n\n  * See the CHANGELOG.md of the sources.\n\n"
            f" -- {release.maintainer}  {date}\n").encode()
