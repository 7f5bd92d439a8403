import ArgumentParser
import KilnCommand
import KilnTestSupport
import KilnTimeline
import Testing

/// What is said about wrong arguments, and arguments of several spellings.
@Suite struct UsageTests {
  /// Arguments that name no command, and what is said.
  @Test(arguments: [
    (["a.json", "b.svga"], "kiln convert a.json b.svga"), (["a.json"], "kiln convert a.json OUTPUT"),
    (["./a.json"], "kiln convert ./a.json OUTPUT"), (["convrt", "a.json"], "did you mean “convert”?"),
    (["nonsense"], "choose one of convert"), (["help", "nosuch"], "error: there is no command “nosuch”"),
    (["help", "inspekt"], "did you mean “inspect”?"),
    (["convert", "a.json", "b.json", "c.svga"], "one animation and the file to write"),
    (["convert", "a.json", "b.json", "-o", "c.svga"], "kiln batch a.json b.json --to svga -o FOLDER"),
    (["convert", "a.json", "b.avi"], "must end in .svga"),
    (
      ["validate", "a.json", "--presett", "x"],
      "error: kiln validate has no option --presett\n  did you mean --preset?\n"
    ),
    (["inspect", "a.json", "--max-bytes", "1"], "  it is an option of kiln convert, kiln batch and kiln atlas\n"),
    (["convert", "a.json", "b.svga", "--fps", "x"], "\n  see kiln help convert --fps\n"),
    (["convert", "a.json"], "\n  see kiln convert --help\n"), (["nonsense"], "\n  see kiln --help\n"),
    (["help", "convert", "--max-byte"], "error: kiln convert has no option --max-byte; did you mean --max-bytes?"),
    (
      ["convert", "a.json", "b.webp", "--preset", "lottie-ui"],
      "--preset lottie-ui is for Lottie, and WebP is asked for; name a file that ends in .json."
    ),
    (
      ["convert", "a.json", "b.json", "--target", "lottie-iso"],
      "--target: there is no target “lottie-iso”; did you mean lottie-ios?"
    ),
    (
      ["batch", "in", "--to", "svga", "-o", "out", "--target", "lottie-ios"],
      "--target: lottie-ios is no player of svga"
    ),
    (["convert", "a.json", "b.json", "--loop", "2"], "--loop is for WebP, APNG and GIF; Lottie has nothing like it."),
    (["validate", "a.json", "--rule", "performence=off"], "did you mean performance?"),
    (["validate", "a.json", "--target", "lottie-iso"], "did you mean lottie-ios?"),
    (["validate", "a.json", "--allow", "asset.*"], "no option --allow\n  write --rule asset.*=off\n"),
    (["validate", "--deny=asset.unused", "a.json"], "no option --deny\n  write --rule asset.unused=error\n"),
    (["validate", "a.json", "--allow"], "no option --allow\n  write --rule ID=off\n"),
  ])
  func wrongUsageSuggestsWhatIsRight(_ arguments: [String], _ advice: String) throws {
    let result = try Command.run(arguments)
    #expect(result.exitCode == 64)
    #expect(result.errors.contains(advice), "\(result.errors)")
  }

  /// The error, at most one line of advice, and where to read on.
  @Test(arguments: [
    ["convert"], ["convert", "a.json", "b.svga", "--fps"], ["validate", "a.json", "--nonsense"],
    ["compare", "a", "b", "c"],
    ["rules", "lottie.expresion"],
  ])
  func wrongUsageTakesThreeLines(_ arguments: [String]) throws {
    let lines = try Command.run(arguments).errors.split(separator: "\n")
    #expect(lines.first?.hasPrefix("error: ") ?? false, "\(lines)")
    #expect(lines.last?.hasPrefix("  see kiln ") ?? false, "\(lines)")
    #expect(lines.count <= 3, "\(lines)")
  }

  @Test(arguments: [["help"], ["help", "convert"], ["--help"], ["--version"], ["rules", "--help"]])
  func helpIsNoError(_ arguments: [String]) throws { #expect(try Command.run(arguments).exitCode == 0) }

  /// A range that ends too late blames its end.
  @Test func theWrongEndOfARangeIsNamed() throws {
    try Samples.withFolder(["a.json": Samples.lateBox]) { folder in
      let late = try Command.run("convert", "a.json", "a.webp", "--frames", "10..<1000", folder: folder)
      #expect(late.errors.contains("frame 1000, where the range ends"), "\(late.errors)")
      let early = try Command.run("convert", "a.json", "a.webp", "--frames", "2..<12", folder: folder)
      #expect(early.errors.contains("frame 2, where the range starts"), "\(early.errors)")
    }
  }

  @Test(arguments: [
    ("500000", 500_000), ("500k", 500_000), ("500kB", 500_000), ("500KB", 500_000), ("8MB", 8_000_000),
    ("8M", 8_000_000), ("1.5MiB", 1_572_864), ("64 KiB", 65536), ("1G", 1_000_000_000), ("12b", 12),
  ])
  func sizesHaveUnits(_ text: String, _ count: Int) { #expect(ByteCountArgument(argument: text)?.count == count) }

  @Test func noneIsNoLimit() {
    #expect(ByteCountArgument(argument: "none") != nil && ByteCountArgument(argument: "none")?.count == nil)
  }

  @Test(arguments: [
    ("#ff8000", [255, 128, 0, 255]), ("ff8000", [255, 128, 0, 255]), ("#ff800080", [255, 128, 0, 128]),
    ("#f80", [255, 136, 0, 255]), ("rgb(255, 128, 0)", [255, 128, 0, 255]), ("rgb(255 128 0)", [255, 128, 0, 255]),
    ("rgba(255,128,0,0.5)", [255, 128, 0, 128]), ("rgb(100% 0% 0% / 50%)", [255, 0, 0, 128]),
    ("RebeccaPurple", [102, 51, 153, 255]), ("white", [255, 255, 255, 255]), ("transparent", [0, 0, 0, 0]),
  ])
  func coloursAreThoseOfCSS(_ text: String, _ bytes: [Int]) throws {
    let color = try #require(ColorArgument(argument: text)).color
    let got = [color.red, color.green, color.blue, color.alpha].map { Int(($0 * 255).rounded()) }
    #expect(got == bytes)
  }

  @Test(arguments: ["", "#", "#12345", "nocolour", "rgb(1,2)", "rgb(1,2,3", "rgb(a,b,c)", "rgb(1,2,3,4,5)"])
  func otherTextsAreNoColours(_ text: String) { #expect(ColorArgument(argument: text) == nil) }
}
