import KilnDiagnostics
import KilnImages
import KilnPixels
import KilnTestSupport
import Testing

/// States of a dotLottie: inspected, and converted to files of their own.
@Suite struct StateTests {
  /// Colours of the frames of a file, 4 bytes each with red in the lowest, and how often it plays.
  private static func frames(_ path: String) throws -> (colors: [UInt32], milliseconds: Double, loopCount: Int) {
    let result = try Command.run("render", path, "--frames", "all", "-o", path + "-frames/")
    #expect(result.exitCode == 0, "\(result.errors)")
    let inspected = try Command.run("inspect", path, "--json").json
    let colors = try Samples.names(in: path + "-frames").map { name in
      let picture = try ImageDecoder.decode(Fixture.bytes(path + "-frames/" + name), limits: Limits())
      return try #require(picture.pixels.first)
    }
    let milliseconds = inspected["durationMilliseconds"] as? Double ?? 0
    return (colors, milliseconds, inspected["loopCount"] as? Int ?? -1)
  }

  private static let (red, green, blue): (UInt32, UInt32, UInt32) = (0xFF00_00FF, 0xFF00_FF00, 0xFFFF_0000)

  @Test func aStateIsItsSegment() throws {
    try DotLottieSample.withFolder { folder in
      let result = try Command.run("convert", "set.lottie", "end.apng", "--state", "press/end", folder: folder)
      #expect(result.exitCode == 0, "\(result.errors)")
      #expect(!result.errors.contains("holds 2 animations"))
      // The marker is longer than the animation.
      let found = try Self.frames(folder + "/end.apng")
      #expect(Set(found.colors) == [Self.blue] && found.milliseconds == 200 && found.loopCount == 1)
    }
  }

  /// Backwards, twice as fast, and for ever, unless another number is asked for.
  @Test func aStateHasItsDirectionSpeedAndNumberOfPlays() throws {
    try DotLottieSample.withFolder { folder in
      let result = try Command.run("convert", "set.lottie", "on.apng", "--state", "hot/on", folder: folder)
      #expect(result.exitCode == 0, "\(result.errors)")
      let found = try Self.frames(folder + "/on.apng")
      #expect(Set(found.colors) == [Self.green] && found.milliseconds == 100 && found.loopCount == 0)
      let asked = try Command.run(
        "convert", "set.lottie", "two.apng", "--state", "hot/on", "--loop", "2", folder: folder)
      #expect(asked.exitCode == 0, "\(asked.errors)")
      #expect(try Self.frames(folder + "/two.apng").loopCount == 2)
    }
  }

  /// With the initial theme, and with that of the state; there and back takes twice as long.
  @Test func aStateHasItsThemeAndGoesBack() throws {
    try DotLottieSample.withFolder { folder in
      for (state, color, length, plays) in [
        ("start", 0xFF7F_7F7F as UInt32, 400.0, 1), ("dark", 0xFF00_0000, 200, 3),
      ] {
        let result = try Command.run("convert", "set.lottie", "\(state).apng", "--state", state, folder: folder)
        #expect(result.exitCode == 0, "\(result.errors)")
        let found = try Self.frames(folder + "/\(state).apng")
        #expect(found.colors.allSatisfy { $0 == color }, "\(state): \(found.colors)")
        #expect(found.milliseconds == length && found.loopCount == plays)
      }
      let plain = try Command.run(
        "convert", "set.lottie", "plain.apng", "--state", "dark", "--theme", "none", folder: folder)
      #expect(plain.exitCode == 0, "\(plain.errors)")
      #expect(try Self.frames(folder + "/plain.apng").colors.first == Self.red)
    }
  }

  /// Names that several machines have get that of the machine; what is no part of a file's name is replaced.
  @Test func allStatesAreFiles() throws {
    try DotLottieSample.withFolder { folder in
      let result = try Command.run("convert", "set.lottie", "x/button.svga", "--all-states", "--json", folder: folder)
      #expect(result.exitCode == 0, "\(result.errors)")
      let names = ["dark", "hot_on", "more_end", "press_end", "start"]
      #expect(Samples.names(in: folder + "/x") == names.map { "button-\($0).svga" })
      let parts = try #require(result.json["parts"] as? [[String: Any]])
      #expect(Set(parts.compactMap { $0["id"] as? String }) == ["dark", "hot/on", "more/end", "press/end", "start"])
      let again = try Command.run("convert", "set.lottie", "x/button.svga", "--all-states", folder: folder)
      #expect(again.exitCode == 73 && again.errors.contains("exists already"), "\(again.errors)")
    }
  }

  /// Players play all of the animation, and the result says so.
  @Test func aStateWithoutMarkerIsAllOfItsAnimation() throws {
    let press = DotLottieSample.press.replacing(#""segment":"on""#, with: #""segment":"onn""#)
    try DotLottieSample.withFolder(press: press) { folder in
      let result = try Command.run("convert", "set.lottie", "on.apng", "--state", "hot/on", folder: folder)
      #expect(
        result.exitCode == 0 && result.errors.contains("onn") && result.errors.contains("“on”"), "\(result.errors)")
      #expect(try Set(Self.frames(folder + "/on.apng").colors).count == 3)
      let all = try Command.run("convert", "set.lottie", "on.apng", "--all-states", folder: folder)
      #expect(all.exitCode == 0 && all.errors.contains("state “hot/on”: "), "\(all.errors)")
    }
  }

  @Test(arguments: [
    (["--state", "nowhere"], "choose one of “start”, “hot/on”, “press/end”, “more/end”, “dark”"),
    (["--state", "end"], "several state machines have a state “end”"), (["--state", "any"], "there is no state “any”"),
    (["--state", "start", "--all-states"], "exclude each other"), (["--state", "start", "--marker", "on"], "--marker"),
    (["--all-states", "--animation", "all"], "exclude each other"),
    (["--all-states", "--poster-out", "a.png"], "{stem}"), (["--all-states", "--to", "lottie"], "name a .json"),
  ])
  func whatIsNoStateIsSaid(_ words: [String], _ message: String) throws {
    try DotLottieSample.withFolder { folder in
      let words = words.map { $0 == "lottie" ? "dotlottie" : $0 }
      let result = try Command.run(["convert", "set.lottie", "a.svga"] + words, folder: folder)
      #expect(result.exitCode == 64 && result.errors.contains(message), "\(result.errors)")
      #expect(Samples.names(in: folder) == ["set.lottie"])
    }
  }

  @Test func otherFilesHaveNoStates() throws {
    try Samples.withFolder(["a.json": Samples.box]) { folder in
      let result = try Command.run("convert", "a.json", "a.svga", "--all-states", folder: folder)
      #expect(result.exitCode == 64 && result.errors.contains("has no states"), "\(result.errors)")
    }
  }

  @Test func statesAreListed() throws {
    try DotLottieSample.withFolder { folder in
      let lines = try Command.run("inspect", "set.lottie", folder: folder).output
      for line in [
        "state machine press, starts in start", "  any  in every state, → end when leave",
        "  start  segment in, there and back, → hot/on when count > 2 and open ≠ $open",
        "  hot/on  segment on of button, backwards, 2 × as fast, for ever", "  end  segment out of button, the end",
        "state machine more, starts in end", "  end  all of other, → dark",
        "  dark  segment in of button, theme black, 3 times",
      ] {
        #expect(lines.contains(line + "\n"), "\(line) is not in:\n\(lines)")
      }
      let json = try Command.run("inspect", "set.lottie", "--json", folder: folder).json
      let machines = try #require(json["stateMachines"] as? [[String: Any]])
      let states = try #require(machines.first?["states"] as? [[String: Any]])
      #expect(
        machines.map { $0["id"] as? String } == ["press", "more"] && machines[0]["initial"] as? String == "start")
      #expect(states.map { $0["direction"] as? String } == ["forward", "bounce", "reverse", "forward"])
    }
  }
}

/// All animations of a dotLottie in one run.
@Suite struct AllAnimationTests {
  @Test func eachAnimationIsAFile() throws {
    try DotLottieSample.withFolder { folder in
      let result = try Command.run("convert", "set.lottie", "out.svga", "--animation", "all", folder: folder)
      #expect(result.exitCode == 0, "\(result.errors)")
      #expect(result.output.contains("out-button.svga") && result.output.contains("out-other.svga"))
      #expect(Samples.names(in: folder) == ["out-button.svga", "out-other.svga", "set.lottie"])
      let frames = try Command.run("convert", "set.lottie", "png/", "--animation", "all", folder: folder)
      #expect(frames.exitCode == 0, "\(frames.errors)")
      #expect(Samples.names(in: folder + "/png-other").count == 2)
      let timelines = try Command.run("convert", "set.lottie", "a.timeline.json", "--animation", "all", folder: folder)
      #expect(timelines.exitCode == 0, "\(timelines.errors)")
      #expect(Samples.names(in: folder).contains("a-button.timeline.json"))
    }
  }

  /// One that fails says which it is.
  @Test func findingsNameTheAnimation() throws {
    try DotLottieSample.withFolder { folder in
      let result = try Command.run(
        "convert", "set.lottie", "out.apng", "--animation", "all", "--frames", "4..<8", folder: folder)
      #expect(result.exitCode == 64 && result.errors.contains("animation “other”: "), "\(result.errors)")
    }
  }

  /// An archive holds them all anyway, and a file without IDs is converted as it is.
  @Test func filesWithOneAnimationKeepTheirName() throws {
    try DotLottieSample.withFolder { folder in
      let set = try Command.run("convert", "set.lottie", "all.lottie", "--animation", "all", folder: folder)
      #expect(set.exitCode == 0 && set.output.contains("2 animations: button, other"), "\(set.errors)")
      try Samples.write(Array(Samples.box.utf8), folder + "/a.json")
      let one = try Command.run("convert", "a.json", "one.svga", "--animation", "all", folder: folder)
      #expect(one.exitCode == 0, "\(one.errors)")
      let packed = try Command.run("convert", "a.json", "one.lottie", "--animation", "all", folder: folder)
      #expect(packed.exitCode == 0, "\(packed.errors)")
      #expect(Samples.names(in: folder) == ["a.json", "all.lottie", "one.lottie", "one.svga", "set.lottie"])
    }
  }
}
