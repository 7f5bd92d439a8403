"""Public symbols of the products: what the package promises, from the modules of a build."""

import json
import subprocess

from kiln import ROOT, run

# Cases that the generator of Protobuf's code writes, without comments, for numbers that it does not know.
GENERATED = "UNRECOGNIZED(_:)"


class Products:
    """Library products of Package.swift, and their modules, the lowest first."""

    def __init__(self):
        manifest = json.loads(run("swift", "package", "--package-path", ROOT, "dump-package"))
        self.products = {
            product["name"]: product["targets"] for product in manifest["products"] if "library" in product["type"]
        }
        promised = {module for modules in self.products.values() for module in modules}
        self.folders = {
            target["name"]: ROOT / target["path"] for target in manifest["targets"] if target["name"] in promised
        }
        self.modules = list(self.folders)
        self.imports = {
            target["name"]: [words[0] for dependency in target["dependencies"] for words in dependency.values()]
            for target in manifest["targets"] if target["name"] in promised
        }
        self.headers = self.header_options(manifest["targets"])

    @staticmethod
    def header_options(targets):
        """Options with which the compiler finds the C libraries."""
        libraries = [target for target in targets if target["type"] == "system"]
        options = [word for target in libraries for word in ("-I", ROOT / target["path"])]
        for target in libraries:
            if "pkgConfig" not in target:
                continue
            flags = subprocess.run(
                ["pkg-config", "--cflags", target["pkgConfig"]], capture_output=True, text=True).stdout.split()
            options += [word for flag in flags if flag.startswith("-I") for word in ("-I", flag[2:])]
        return options

    def catalogue(self, module):
        """The catalogue of a module; nil if it has none."""
        path = self.folders[module] / f"{module}.docc"
        return path if path.exists() else None

    def write_graphs(self, modules, folder):
        """Writes the symbol graphs of all modules, each into a folder of its name.

        `modules` is the folder with the compiled modules.
        """
        target = json.loads(run("swift", "-print-target-info"))["target"]["triple"]
        for module in self.modules:
            (folder / module).mkdir(parents=True)
            run("swift-symbolgraph-extract", "-module-name", module, "-I", modules, *self.headers, "-target", target,
                "-output-dir", folder / module, "-minimum-access-level", "public", "-skip-synthesized-members",
                "-emit-extension-block-symbols")


def symbols(folder, module):
    """The public symbols of a module, those in extensions of other modules' types included."""
    for file in sorted((folder / module).glob("*.symbols.json")):
        for symbol in json.loads(file.read_text(encoding="utf-8"))["symbols"]:
            if symbol["kind"]["identifier"] != "swift.extension":
                yield symbol


def name_of(symbol):
    return ".".join(symbol["pathComponents"])


def is_documented(symbol):
    return "docComment" in symbol or symbol["pathComponents"][-1] == GENERATED


def summary(symbol):
    """The first paragraph of a symbol's documentation, in one line."""
    lines = []
    for line in symbol.get("docComment", {}).get("lines", []):
        if not line["text"].strip():
            break
        lines.append(line["text"].strip())
    return " ".join(lines)
