import Testing

@Suite struct KeepImportTests {
  private let square = path("M0 0 L9 0 L9 9 Z")
  private let other = path("M0 0 L5 0 L5 5 Z")

  /// The states of the only sprite.
  private func states(_ imported: Imported) -> [Substring] {
    Array(imported.dump.split(separator: "\n").drop { !$0.hasPrefix("sprite") }.dropFirst())
  }

  @Test func keepRepeatsTheShapesOfTheFrameBefore() throws {
    let imported = try Imported(
      movie(
        frames: 5, sprite("s.vector", frame(square), frame(keep), frame(alpha: 0.5, keep), frame(other), frame(keep))))
    #expect(
      states(imported) == [
        "  0…1 shapes 0 [1 0 0 1 0 0]", "  2 opacity 0.5 shapes 0 [1 0 0 1 0 0]", "  3…4 shapes 1 [1 0 0 1 0 0]",
      ])
    #expect(imported.rules.isEmpty)
  }

  @Test func keepReachesThroughAHiddenFrameThatHasShapes() throws {
    let imported = try Imported(
      movie(
        frames: 4, sprite("s.vector", frame(square), frame(alpha: 0, keep), frame(keep), frame(alpha: 0, other))))
    #expect(
      states(imported) == ["  0 shapes 0 [1 0 0 1 0 0]", "  1 hidden", "  2 shapes 0 [1 0 0 1 0 0]", "  3 hidden"])
  }

  @Test func keepAfterAnEmptyFrameDrawsNothing() throws {
    let imported = try Imported(movie(frames: 4, sprite("s.vector", frame(square), hidden, frame(keep), frame(other))))
    #expect(states(imported) == ["  0 shapes 0 [1 0 0 1 0 0]", "  1…2 hidden", "  3 shapes 1 [1 0 0 1 0 0]"])
    #expect(imported.rules == ["svga.keep.empty"])
  }

  @Test func keepInTheFirstFrameDrawsNothing() throws {
    let imported = try Imported(
      movie(frames: 2, sprite("a.vector", frame(square), frame(keep)), sprite("b.vector", frame(keep), frame(keep))))
    #expect(states(imported) == ["  0…1 shapes 0 [1 0 0 1 0 0]"])
    #expect(imported.rules == ["svga.keep.first", "svga.keep.empty"])
  }

  @Test func keepCountsOnlyAsTheFirstShape() throws {
    let imported = try Imported(movie(frames: 2, sprite("s.vector", frame(square), frame(other, keep))))
    #expect(states(imported) == ["  0 shapes 0 [1 0 0 1 0 0]", "  1 shapes 1 [1 0 0 1 0 0]"])
  }
}
