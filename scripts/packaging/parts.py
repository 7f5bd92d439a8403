"""What is inside a program: its parts with their versions and licences, as notices for people and a bill for machines."""

import json
import uuid
from dataclasses import dataclass
from pathlib import Path

from commands import run


@dataclass
class Part:
    """A library or runtime that a program holds."""

    name: str
    version: str
    url: str
    # The text of the licence and of what it demands to be passed on.
    notice: str


def swift_parts(checkouts, resolved):
    """Swift's runtime and the Swift packages that a build checked out."""
    version = run("swift", "--version").split("Swift version ")[1].split(" ")[0]
    toolchain = Path(run("sh", "-c", 'realpath "$(command -v swift)"').strip()).parents[1]
    yield Part("swift", version, f"pkg:github/swiftlang/swift@{version}",
               (toolchain / "share/swift/LICENSE.txt").read_text())
    for pin in sorted(json.loads(resolved.read_text())["pins"], key=lambda pin: pin["identity"]):
        folder = checkouts / pin["location"].rsplit("/", 1)[-1].removesuffix(".git")
        texts = [folder / name for name in ("LICENSE.txt", "LICENSE", "NOTICE.txt")]
        owner = pin["location"].removesuffix(".git").split("/")[-2]
        yield Part(pin["identity"], pin["state"]["version"],
                   f"pkg:github/{owner}/{pin['identity']}@{pin['state']['version']}",
                   "\n\n".join(text.read_text() for text in texts if text.exists()))


def c_parts(archives):
    """The Debian packages that C libraries come from, by the paths of their archives; none on other systems."""
    parts = {}
    for library, path in archives.items():
        owner = f"lib{library}-dev" if "/src/" in str(path) else run("dpkg-query", "-S", path).split(":")[0]
        source, version = run("dpkg-query", "-W", "-f", "${source:Package}\t${source:Version}", owner).split("\t")
        notice = Path("/usr/share/doc", owner, "copyright").read_text(errors="replace")
        parts[source] = Part(source, version, f"pkg:deb/debian/{source}@{version}?arch=source", notice)
    return [parts[source] for source in sorted(parts)]


def notices(parts):
    """The licences of the parts as one text."""
    rule = "=" * 78
    texts = [f"{rule}\n{part.name} {part.version}\n{rule}\n\n{part.notice.strip()}\n" for part in parts]
    return ("Kiln holds the parts below, under these licences.\n\n" + "\n".join(texts)).encode()


def bill(release, parts):
    """The parts as a CycloneDX bill of materials."""
    serial = uuid.uuid5(uuid.NAMESPACE_URL, f"kiln/{release.version}/{release.commit}/{release.triple}")
    content = {
        "bomFormat": "CycloneDX", "specVersion": "1.5", "serialNumber": f"urn:uuid:{serial}", "version": 1,
        "metadata": {
            "timestamp": release.timestamp,
            "component": {
                "type": "application", "bom-ref": "kiln", "name": "kiln", "version": release.version,
                "licenses": [{"license": {"id": "MIT"}}],
                "properties": [{"name": "commit", "value": release.commit}, {"name": "triple", "value": release.triple}],
            },
        },
        "components": [
            {"type": "library", "bom-ref": part.url, "name": part.name, "version": part.version, "purl": part.url,
             "licenses": [{"license": {"name": f"as in THIRD-PARTY.txt, {part.name}"}}]}
            for part in parts
        ],
        "dependencies": [{"ref": "kiln", "dependsOn": [part.url for part in parts]}],
    }
    return (json.dumps(content, indent=2) + "\n").encode()
