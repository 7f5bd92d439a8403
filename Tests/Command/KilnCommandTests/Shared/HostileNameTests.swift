import Foundation
import KilnCommand
import KilnDiagnostics
import KilnTestSupport
import Testing

/// Names and texts from files and arguments that would steer a terminal or a CI system reach neither, whatever is printed.
@Suite struct HostileNameTests {
  /// A colour, a title, a line of its own that GitHub Actions reads as a command, marks that turn text around, and commands of
  /// other CI systems.
  private static let evil =
    "\u{1B}[31mX\u{1B}]0;t\u{7}\r\n::error::pwn\u{202E}\u{85}\u{9B}2K\u{2028}\u{61C}##[error]y\u{7F}"
    + "##vso[task.complete]##teamcity[x]"
  /// Its characters that must not be printed.
  private static let steering = Set(evil.unicodeScalars.filter { !$0.isASCII || $0.value < 32 || $0.value == 127 })
  /// A name with which a line may begin.
  private static let command = "::error::pwn"

  /// A Lottie document in which everything that has a name has a hostile one.
  private static func document(_ name: String) throws -> String {
    let throwing = "var $bm_rt; throw new Error(\(try json(name)));"
    let transform: [String: Any] = ["o": ["k": 50, "x": throwing], "p": ["k": [5, 3, 0]]]
    func layer(_ type: Int, _ index: Int, _ more: [String: Any]) -> [String: Any] {
      ["ty": type, "nm": name, "ind": index, "ip": 0, "op": 4, "st": 0, "ks": transform].merging(more) { $1 }
    }
    let rectangle: [String: Any] = ["ty": "rc", "nm": name, "p": ["k": [0, 0]], "s": ["k": [8, 8]], "r": ["k": 0]]
    let fill: [String: Any] = ["ty": "fl", "nm": name, "c": ["k": [1, 0, 0, 1]], "o": ["k": 100]]
    let text: [String: Any] = [
      "d": [
        "k": [["t": 0, "s": ["t": name, "f": name, "s": 10, "fc": [1, 0, 0], "lh": 12, "j": 0]] as [String: Any]]
      ],
      "p": [:] as [String: Any], "m": ["g": 1, "a": ["k": [0, 0]]] as [String: Any], "a": [] as [Any],
    ]
    let root: [String: Any] = [
      "v": "5.7.0", "nm": name, "fr": 20, "ip": 0, "op": 4, "w": 20, "h": 10,
      "markers": [["tm": 1, "cm": name, "dr": 1] as [String: Any]], "slots": [name: ["p": ["k": 1]]],
      "fonts": ["list": [["fName": name, "fFamily": name, "fStyle": name] as [String: Any]]],
      "assets": [
        ["id": name, "nm": name, "w": 4, "h": 4, "u": "", "p": "p.png", "e": 0],
        ["id": "c", "nm": name, "layers": [layer(4, 1, ["shapes": [rectangle, fill]])]] as [String: Any],
        ["id": "gone", "w": 4, "h": 4, "u": "", "p": name, "e": 0],
      ] as [[String: Any]],
      "layers": [
        layer(2, 1, ["refId": name]), layer(0, 2, ["refId": "c", "w": 20, "h": 10, "bm": 1]),
        layer(
          4, 3,
          [
            "shapes": [rectangle, fill],
            "ef": [["ty": 99, "nm": name, "mn": name, "ef": [] as [Any]] as [String: Any]],
          ]),
        layer(5, 4, ["t": text]), layer(77, 5, [:]), layer(2, 6, ["refId": "gone"]),
        layer(2, 7, ["refId": "none" + name]),
      ],
    ]
    return String(decoding: try JSONSerialization.data(withJSONObject: root), as: UTF8.self)
  }

  private static func json(_ text: String) throws -> String {
    String(decoding: try JSONEncoder().encode(text), as: UTF8.self)
  }

  /// Runs commands on hostile files, and checks all that they print. Returns how many of them printed a hostile name.
  private func run(_ lines: [[String]], folder: String, environment: [String: String] = [:]) throws -> Int {
    var named = 0
    for arguments in lines {
      let result = try Command.run(arguments, folder: folder, environment: environment)
      #expect(result.exitCode != 70 && result.exitCode < 128, "\(arguments): \(result.errors)")
      for printed in [result.output, result.errors] {
        let raw = printed.unicodeScalars.filter { Self.steering.contains($0) && $0 != "\n" }
        #expect(raw.isEmpty, "\(arguments) prints \(raw.map(\.escape)): \(printed.debugDescription)")
        for line in printed.split(separator: "\n", omittingEmptySubsequences: false) {
          let start = line.unicodeScalars.drop { $0.properties.isWhitespace }
          #expect(!start.starts(with: "::".unicodeScalars), "\(arguments): \(line)")
          #expect(!line.contains(/##[a-z]*\[/), "\(arguments): \(line)")
        }
      }
      if (result.output + result.errors).contains("pwn") { named += 1 }
    }
    return named
  }

  private func withFiles<Result>(_ body: (String) throws -> Result) throws -> Result {
    let files = [
      "a.json": try Self.document(Self.evil), "b.json": try Self.document(Self.command),
      "broken\(Self.evil.replacing("/", with: "")).json": "{", "in/x.json": try Self.document(Self.evil),
      "in/\(Self.command).json": Samples.box, "p/.kiln.yml": try project(), "p/d.json": Samples.box,
      "bad/.kiln.yml": "version: 1\n\(try Self.json(Self.evil)): 1\n", "r\(Self.command).json": "{}",
      "c.yml": "{\(try Self.json(Self.evil)): 1}",
    ]
    return try Samples.withFolder(files) { (folder: String) throws in
      try Samples.write(Samples.png(), folder + "/p.png")
      try Samples.write(Samples.png(), folder + "/in/p.png")
      return try body(folder)
    }
  }

  private func project() throws -> String {
    let name = try Self.json(Self.evil)
    return """
      version: 1
      conversions:
        \(name):
          inputs: ["*.json"]
          outputs: "o/{stem}-{variant}.svga"
          variants: [{name: \(name), allow: \(name)}]
          overrides: [{files: [\(name)], options: {scale: 2}, reason: \(name)}]
      validation:
        names: {layers: "[a-z]+"}
        overrides: [{files: "d*", rules: {lottie.expression: off}, reason: \(name)}]
      """
  }

  private static let skip = ["--missing-images", "skip"]

  @Test func conversionsAndTheirFindings() throws {
    let named = try withFiles { (folder: String) throws in
      var lines: [[String]] = []
      for (file, name) in [("a.json", Self.evil), ("b.json", Self.command)] {
        for output in ["svga", "webp", "gif", "apng", "png", "timeline.json"] {
          lines.append(["convert", file, "\(file)-o.\(output)", "-v"] + Self.skip)
        }
        lines += [
          ["convert", file, "f\(name.prefix(1))/"] + Self.skip, ["convert", file, "s.svga", "--strict"],
          ["convert", file, "j\(file).svga", "--json", "-v"] + Self.skip, ["convert", file, "k.svga", "--json"],
          ["convert", file, "\(name).svga", "--overwrite"] + Self.skip, ["convert", file, "l.svga", "--hide", name],
          ["convert", file, "l.svga", "--set", "\(name).Opacity=1"],
          ["convert", file, "l.svga", "--text", "\(name)=x"],
          ["convert", file, "l.svga", "--image", "\(name)=\(name)"],
          ["convert", file, "l.svga", "--slot", "\(name)=\(name)"],
          ["convert", file, "l.svga", "--animation", name], ["convert", file, "l.svga", "--theme", name],
          ["convert", file, "l.svga", "--marker", name] + Self.skip,
          ["convert", file, "l.svga", "--marker", "x" + name],
          ["convert", file, "l.svga", "--max-bytes", "10"] + Self.skip,
          ["convert", file, "l.svga", "--overrides", "c.yml"],
          ["convert", file, "l.svga", "--allow", name] + Self.skip,
          ["convert", file, "l.webp", "--verify", "1"] + Self.skip,
          ["render", file, "-o", "r\(name)"] + Self.skip, ["render", file, "-o", "r2", "--frames", name],
          ["compare", file, file], ["compare", file, "j\(file).svga", "--json"], ["compare", file, name],
          ["preview", file, "-o", "\(file).html"], ["preview", file, "-o", "\(file)2.html", "--json"],
          ["atlas", file, "p/d.json", "-o", "\(file).png", "-v"] + Self.skip, ["atlas", file, "-o", "\(name).png"],
        ]
      }
      return try run(lines, folder: folder)
    }
    #expect(named > 40)
  }

  @Test func inspectionsAndValidations() throws {
    let named = try withFiles { (folder: String) throws in
      _ = try Command.run(["convert", "a.json", "a.svga"] + Self.skip, folder: folder)
      _ = try Command.run(["convert", "b.json", "b.svga"] + Self.skip, folder: folder)
      var lines: [[String]] = []
      for (file, name) in [
        ("a.json", Self.evil), ("b.json", Self.command), ("a.svga", Self.evil), ("b.svga", Self.command),
      ] {
        let options = ["", "--timeline", "--layers", "--keys", "--features", "--memory", "--cost", "--json", "-v"]
        lines += options.map { ["inspect", file] + ($0.isEmpty ? [] : [$0]) }
        lines += [
          ["inspect", file, "--at", "**"], ["inspect", file, "--at", name], ["inspect", file, "--layers", "--json"],
          ["inspect", file, "--images", "i\(file)"], ["inspect", file, "--images", "i2\(file)", "--json"],
          ["validate", file], ["validate", file, "-v"], ["validate", file, "--json"], ["validate", file, "--fix"],
          ["validate", file, "--fix", "--json"], ["validate", file, "--source", "a.json"],
          ["validate", file, "--target", name], ["validate", file, "--rule", "\(name)=error"],
          ["validate", file, "--baseline", name], ["validate", file, "--write-baseline", "base\(file).json"],
          ["validate", file, "--baseline", "base\(file).json"],
        ]
      }
      lines += [
        ["validate", "."], ["validate", ".", "-v", "-j", "1"], ["validate", ".", "--json"],
        ["validate", "--config", "p/.kiln.yml", "a.json"], ["validate", "--config", "p/.kiln.yml", "--print-config"],
        ["validate", "--config", "bad/.kiln.yml", "a.json"], ["validate", "a.json", "--report", "v.json"],
      ]
      return try run(lines, folder: folder)
    }
    #expect(named > 40)
  }

  @Test func batchesAndTheRest() throws {
    let named = try withFiles { (folder: String) throws in
      let name = Self.evil
      let lines: [[String]] = [
        ["batch", "in", "--to", "svga", "-o", "o1", "-v"] + Self.skip,
        ["batch", ".", "--to", "webp", "-o", "o2", "--json"],
        ["batch", "in", "--to", "svga", "-o", "o3\(name)", "--report", "b.json"],
        ["batch", "in", "--to", "svga", "-o", "o1", "-v"],
        ["batch", "in", "--to", "svga", "-o", "o4", "--name", "../\(name)"],
        ["batch", "in", "--to", "svga", "-o", "o4", "--name", name],
        ["batch", "in", "--to", "svga", "-o", "o4", "--variant", "\(name)=1"],
        ["batch", name, "--to", "svga", "-o", "o4"],
        ["batch", "--config", "p/.kiln.yml"], ["batch", "--config", "p/.kiln.yml", "--print-config"],
        ["batch", "--config", "p/.kiln.yml", "--print-config", "--json"], ["batch", "--config", "bad/.kiln.yml"],
        ["batch", "--config", "p/.kiln.yml", "--only", name], ["batch", "--config", name],
        ["report", "merge", "b.json", "-o", "m\(name.replacing("/", with: "")).json"],
        ["report", "merge", "r\(Self.command).json", "-o", "n.json"], ["report", "merge", name, "-o", "n.json"],
        ["rules", name], ["presets", name], ["presets", "--\(name)"], ["init", "-o", name, "--yes"],
        ["init", "--to", name, "--overwrite", "--yes"], [name], ["help", name], [Self.command, name],
        ["convert", "a.json", name],
        ["convert", name, "x.svga"], ["convert", "a.json", "x.svga", "--to", name],
        ["convert", "a.json", "x.svga", "--\(name)"],
        ["convert", "a.json", "x.svga", "--json", "--\(name)"], ["convert", "a.json", "x.svga", "--crop=\(name)"],
        ["convert", "a.json", "x.svga", "--fps", name], ["convert", "a.json", "-o", name], ["inspect", "a.json", name],
      ]
      let environment = ["GITHUB_ACTIONS": "", "KILN_FPZ\(Self.command)": "1"]
      return try run(lines, folder: folder, environment: environment)
    }
    #expect(named >= 25)
  }

  /// Colours are the command's own, and no others are printed.
  @Test func coloursAreTheCommandsOwn() throws {
    try withFiles { (folder: String) throws in
      for arguments in [
        ["convert", "a.json", "o.svga", "-v"] + Self.skip, ["validate", "a.json"],
      ] {
        let result = try Command.run(arguments + ["--color", "always"], folder: folder)
        let printed = (result.output + result.errors).replacing(/\u{1B}\[(0|1|2|31|32|33|36)m/, with: "<>")
        #expect(printed.contains("<>") && printed.contains("\\u001B[31mX"), "\(printed)")
        #expect(
          !printed.unicodeScalars.contains { Self.steering.contains($0) && $0 != "\n" }, "\(printed.debugDescription)")
      }
    }
  }
}
