"""The C libraries of Kiln as archives, and descriptions of them for pkg-config, with which SwiftPM links them statically."""

import os
import re
import shutil
import subprocess
from pathlib import Path

from commands import run

# Names of the libraries in Package.swift, as pkg-config knows them; each before those that it needs.
LIBRARIES = (
    "fontconfig", "freetype2", "libwebpdemux", "libpng", "libjpeg", "lcms2", "yaml-0.1", "libcrypto",
    "libdeflate", "zlib",
)
# Parts of the C library, which stays shared.
SHARED = {"m", "dl", "pthread", "rt", "c"}
# Runtime of C++, which Swift's needs.
CXX = "stdc++"
COMPATIBILITY = Path(__file__).with_name("glibc_2_34.c")


class StaticLibraries:
    """A folder with the archives, `pkgconfig` with their descriptions, and the object that keeps old C libraries usable."""

    def __init__(self, folder):
        self.folder = folder
        # The archives by the names with which they are linked, in a fixed order.
        self.archives = {}
        shutil.rmtree(folder, ignore_errors=True)
        (folder / "pkgconfig").mkdir(parents=True)
        for name in LIBRARIES:
            self._add(name)
        self._copy(CXX)
        self.compatibility = self._compile_compatibility()

    @property
    def linker_flags(self):
        """Arguments of `swift build`."""
        return ["--pkg-config-path", self.folder / "pkgconfig", "-Xlinker", self.compatibility]

    def _add(self, name):
        """Copies a library and what it needs, and describes it."""
        needed = [word[2:] for word in pkg_config("--static", "--libs-only-l", name).split() if word.startswith("-l")]
        needed = [library for library in dict.fromkeys(needed) if library not in SHARED]
        for library in needed:
            self._copy(library)
        # The headers where they are: the compiler's arguments stay those of shared libraries, and with them its results.
        (self.folder / "pkgconfig" / f"{name}.pc").write_text(
            f"Name: {name}\nDescription: archives\nVersion: {pkg_config('--modversion', name)}\n"
            f"Libs: -L{self.folder} {' '.join('-l' + library for library in needed)}\n"
            f"Cflags: {pkg_config('--cflags', name)}\n")

    def _copy(self, library):
        if library in self.archives:
            return
        name = f"lib{library}.a"
        found = Path(run("cc", f"-print-file-name={name}").strip())
        if not found.is_absolute():
            found = build_archive(library, self.folder / "built")
        self.archives[library] = found.resolve()
        shutil.copyfile(found, self.folder / name)

    def _compile_compatibility(self):
        result = self.folder / "glibc_2_34.o"
        run("cc", "-c", "-O2", "-fno-math-errno", "-fPIC", "-Wall", "-Werror", COMPATIBILITY, "-o", result)
        return result


def build_archive(library, folder):
    """An archive that Debian has no package of, made of the sources of its package."""
    if library != "lcms2" or not shutil.which("apt-get"):
        raise SystemExit(
            f"scripts/release: there is no lib{library}.a: install the package that has it, such as one named -static or -dev")
    sources = fetch_source("lcms2", folder)
    environment = dict(os.environ, CFLAGS=f"-O2 -fPIC -fstack-protector-strong -ffile-prefix-map={sources}=.")
    log = folder / "build.log"
    with log.open("w") as output:
        for words in (["./configure", "--disable-shared", "--enable-static"], ["make", "-C", "src"]):
            if subprocess.run(words, cwd=sources, env=environment, stdout=output, stderr=subprocess.STDOUT).returncode:
                raise SystemExit(f"scripts/release: lcms2 cannot be built; {log} says why")
    return sources / "src/.libs/liblcms2.a"


def fetch_source(package, folder):
    """The unpacked sources of the Debian package's candidate, from where this machine gets its packages."""
    shutil.rmtree(folder, ignore_errors=True)
    lists = folder / "lists"
    parts = folder / "sources"
    for made in (lists / "partial", parts):
        made.mkdir(parents=True)
    for place in [Path("/etc/apt/sources.list"), *sorted(Path("/etc/apt/sources.list.d").glob("*"))]:
        if place.suffix in (".list", ".sources") and place.is_file():
            text = re.sub(r"(?m)^deb ", "deb-src ", place.read_text())
            (parts / place.name).write_text(re.sub(r"(?m)^Types:.*$", "Types: deb-src", text))
    options = [
        "-qq", "-o", "Dir::Etc::sourcelist=/dev/null", "-o", f"Dir::Etc::sourceparts={parts}", "-o",
        f"Dir::State::lists={lists}",
        # As the user who calls: apt's own may not enter the folder.
        "-o", "APT::Sandbox::User=",
    ]
    version = run("dpkg-query", "-W", "-f", "${source:Version}", f"lib{package}-dev")
    # A source of packages that cannot be reached must not stop what another one has.
    subprocess.run(["apt-get", *options, "update"], stderr=subprocess.DEVNULL)
    run("apt-get", *options, "source", "--download-only", f"{package}={version}", cwd=folder)
    [description] = folder.glob("*.dsc")
    run("dpkg-source", "--no-check", "-x", description, folder / package)
    return folder / package


def pkg_config(*words):
    """What pkg-config says, without the end of the line."""
    return run("pkg-config", *words).strip()
