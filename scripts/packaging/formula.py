"""The formula for Homebrew: a released program on Linux, the sources on macOS."""

from pathlib import Path

TEMPLATE = Path(__file__).with_name("kiln.rb.in")
# Homebrew's names of processors.
PROCESSORS = {"x86_64": "intel", "aarch64": "arm"}


def write_formula(path, release, url, sums):
    """Fills the template. `sums` are the SHA-256 of the release's files by their names."""
    programs = []
    for machine, processor in PROCESSORS.items():
        name = f"kiln-{release.version}-{machine}-unknown-linux-gnu.tar.gz"
        if name in sums:
            programs.append(f'    on_{processor} do\n      url "{url}/{name}"\n      sha256 "{sums[name]}"\n    end')
    values = {
        "SUMMARY": release.summary, "HOMEPAGE": url.split("/releases/")[0], "VERSION": release.version, "URL": url,
        "SOURCES": release.sources_name, "SOURCES_SHA256": sums[release.sources_name], "PROGRAMS": "\n".join(programs),
    }
    text = TEMPLATE.read_text()
    for name, value in values.items():
        text = text.replace(f"@{name}@", value)
    path.write_text(text)
