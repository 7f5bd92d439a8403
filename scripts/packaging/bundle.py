"""The SwiftPM artifact bundle: the program of each system, for plugins that run it."""

import json

from archives import Member, write_zip

NAME = "kiln.artifactbundle"


def write_bundle(programs, version, extra_files, out_path, epoch):
    """Writes the bundle as a ZIP archive, with the same bytes for the same arguments.

    `programs` are paths of programs by target triples, such as x86_64-unknown-linux-gnu; a path may stand for several, as
    that of a universal program of macOS does. `extra_files` are contents or paths, by names in the bundle, such as LICENSE.
    """
    if not programs:
        raise ValueError("a bundle needs a program")
    triples = {}
    for triple, path in sorted(programs.items()):
        triples.setdefault(path, []).append(triple)
    members, variants = {}, []
    for path, supported in triples.items():
        place = f"kiln-{version}-{supported[0]}/bin/kiln"
        members[place] = Member(path.read_bytes(), is_program=True)
        variants.append({"path": place, "supportedTriples": supported})
    for name, content in extra_files.items():
        members[name] = Member(content if isinstance(content, bytes) else content.read_bytes())
    artifact = {"type": "executable", "version": version, "variants": variants}
    info = {"schemaVersion": "1.0", "artifacts": {"kiln": artifact}}
    members["info.json"] = Member((json.dumps(info, indent=2) + "\n").encode())
    write_zip(out_path, {f"{NAME}/{name}": members[name] for name in sorted(members)}, epoch)
