/// The Swift file of an enum, which a script puts together: of parts that are known when the build is planned, and of what
/// `kiln inspect` says of each result.
struct EnumSource {
  var access: String
  var name: String
  /// Whether there are no cases, and so no bundle.
  var isEmpty: Bool

  /// Arguments of the script: what stands before the cases, between them and the facts, and behind; and the program for awk.
  var parts: [String] { [head, middle, tail, Self.facts] }

  private var head: String {
    """
    // Made by the plugin KilnAnimations of the files in Animations; changes are lost.

    import Foundation

    /// The animations among the resources of this module.
    \(modifier)enum \(name): CaseIterable, Sendable {
    """
  }

  private var middle: String {
    """

      /// Name of the file without its extension.
      \(modifier)var name: String { facts.name }
      /// Name of the file.
      \(modifier)var fileName: String { facts.fileName }
      /// Columns of the canvas.
      \(modifier)var width: Double { facts.width }
      /// Rows of the canvas.
      \(modifier)var height: Double { facts.height }
      /// Frames per second, on average.
      \(modifier)var frameRate: Double { facts.frameRate }
      \(modifier)var frameCount: Int { facts.frameCount }
      /// Seconds that it takes to play once.
      \(modifier)var duration: Double { facts.duration }
      /// Keys of its images, by which apps replace them.
      \(modifier)var imageKeys: [String] { facts.imageKeys }
      /// IDs of its slots, of Lottie.
      \(modifier)var slots: [String] { facts.slots }
      /// Names of its markers, of Lottie.
      \(modifier)var markers: [String] { facts.markers }

      /// Where the file is.
      \(modifier)var url: URL {
    \(url)
      }

      private var facts: AnimationFacts {
        switch self {
    """
  }

  private var url: String {
    guard !isEmpty else { return "    switch self {}" }
    return """
          #if SWIFT_PACKAGE
            let bundle = Bundle.module
          #else
            let bundle = Bundle(for: BundleToken.self)
          #endif
          guard let folder = bundle.resourceURL else { fatalError("The bundle of \(name) has no resources.") }
          return folder.appendingPathComponent(fileName, isDirectory: false)
      """
  }

  private var tail: String {
    """
        }
      }
    }

    private struct AnimationFacts {
      var name: String
      var fileName: String
      var width: Double
      var height: Double
      var frameRate: Double
      var frameCount: Int
      var duration: Double
      var imageKeys: [String]
      var slots: [String]
      var markers: [String]
    }

    #if !SWIFT_PACKAGE
      private final class BundleToken {}
    #endif
    """
  }

  private var modifier: String { access == "internal" ? "" : access + " " }
}

extension EnumSource {
  /// A shell script: KILN FILE HEAD MIDDLE TAIL FACTS [COPY ORIGINAL]… -- [IDENTIFIER NAME FILENAME RESULT]…
  static let script = #"""
    set -eu
    LC_ALL=C; export LC_ALL
    kiln=$1 file=$2 head=$3 middle=$4 tail=$5 facts=$6
    shift 6
    while [ "$1" != -- ]; do
      [ "$(cat "$1")" = "$(cat "$2")" ] || {
        echo "error: $2 has changed since the build was planned; run \`touch Package.swift\`, and build again" >&2
        exit 1
      }
      shift 2
    done
    shift
    each() {
      step=$1
      shift
      while [ $# -gt 0 ]; do
        "$step" "$1" "$2" "$3" "$4"
        shift 4
      done
    }
    print_case() { printf '  /// %s\n  case %s\n' "$3" "$1"; }
    print_facts() {
      "$kiln" inspect "$4" --json --quiet --no-expressions > "$file.json"
      printf '    case .%s:\n      AnimationFacts(\n        name: %s, fileName: %s,\n' "$1" "$2" "$3"
      awk "$facts" "$file.json" || {
        echo "error: kiln inspect says too little of $4" >&2
        exit 1
      }
    }
    {
      printf '%s\n' "$head"
      each print_case "$@"
      printf '%s\n' "$middle"
      each print_facts "$@"
      printf '%s\n' "$tail"
    } > "$file.part"
    rm -f "$file.json"
    mv "$file.part" "$file"
    """#

  /// A program for awk: arguments of Swift of the JSON that `kiln inspect` prints, which has a member in each line.
  ///
  /// Texts of JSON, as Kiln writes them, differ from those of Swift in `\u` only. Pictures have no images, slots and markers.
  private static let facts = #"""
    function text(json, result, code) {
      result = ""
      while (match(json, /\\./)) {
        code = substr(json, RSTART + 1, 1)
        result = result substr(json, 1, RSTART + 1)
        json = substr(json, RSTART + 2)
        if (code == "u") {
          result = result "{" substr(json, 1, 4) "}"
          json = substr(json, 5)
        }
      }
      return result json
    }
    function append(list, json) { lists[list] = lists[list] (list in lists && lists[list] != "" ? ", " : "") text(json) }
    { sub(/,$/, "") }
    /^  "[A-Za-z]+" : / {
      name = $1
      gsub(/"/, "", name)
      sub(/^ *"[A-Za-z]+" : /, "")
      members[name] = $0
      next
    }
    name == "images" && sub(/^      "key" : /, "") { append(name, $0) }
    name == "markers" && sub(/^      "name" : /, "") { append(name, $0) }
    name == "slots" && sub(/^    "/, "\"") { append(name, $0) }
    END {
      count = split("width height frameRate frameCount durationMilliseconds", names, " ")
      for (i = 1; i <= count; i++)
        if (members[names[i]] !~ /^[0-9.eE+-]+$/) exit 1
      print "        width: " members["width"] ", height: " members["height"] ","
      print "        frameRate: " members["frameRate"] ", frameCount: " members["frameCount"] ","
      print "        duration: " members["durationMilliseconds"] " / 1000,"
      print "        imageKeys: [" lists["images"] "], slots: [" lists["slots"] "], markers: [" lists["markers"] "])"
    }
    """#
}
