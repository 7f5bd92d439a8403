import Foundation
import KilnPNG
import KilnPixels
import KilnSVGAFormat
import KilnTestSupport
import Testing

/// Pictures that move as inputs: GIF files and folders.
@Suite struct MotionPictureTests {
  /// A GIF of 2 × 1 pixels, red and blue in turns, with durations in hundredths of a second.
  private static func gif(_ durations: [UInt8]) -> [UInt8] {
    var file: [UInt8] = Array("GIF89a".utf8) + [2, 0, 1, 0, 0x80, 0, 0, 255, 0, 0, 0, 0, 255]
    for (index, duration) in durations.enumerated() {
      file += [0x21, 0xF9, 4, 0, duration, 0, 0, 0]
      // Codes of three bits: clear, both pixels, end.
      let pixel = index % 2
      file += [0x2C, 0, 0, 0, 0, 2, 0, 1, 0, 0, 2, 2, UInt8(4 | pixel << 3 | (pixel & 3) << 6), UInt8(5 << 1), 0]
    }
    return file + [0x3B]
  }

  @Test(arguments: ["b.webp", "b.apng", "b.gif"]) func timesAreThoseOfTheGIF(output: String) throws {
    try Samples.withFolder([:]) { folder in
      try Samples.write(Self.gif([7, 7, 6]), folder + "/a.gif")
      let made = try Command.run("convert", "a.gif", output, folder: folder)
      #expect(made.exitCode == 0, "\(made.errors)")
      let inspected = try Command.run("inspect", output, "--json", folder: folder).json
      #expect(inspected["frameCount"] as? Int == 3)
      #expect(inspected["durationMilliseconds"] as? Double == 200)
      #expect(inspected["frameMilliseconds"] as? [Double] == [60, 70])
    }
  }

  /// SVGA has frames of 1/60 s: changes are at the nearest, and the lowest rate with these is enough.
  @Test func ratesOfSVGAHoldTheChanges() throws {
    try Samples.withFolder([:]) { folder in
      try Samples.write(Self.gif([10, 20, 10]), folder + "/a.gif")
      try Samples.write(Self.gif([4, 4, 4]), folder + "/b.gif")
      let exact = try Command.run("convert", "a.gif", "a.svga", folder: folder)
      #expect(exact.exitCode == 0 && exact.errors.isEmpty, "\(exact.errors)")
      let movie = try SVGAContainer.read(Fixture.bytes(folder + "/a.svga"))
      #expect(movie.params.fps == 10 && movie.params.frames == 4)
      let near = try Command.run("convert", "b.gif", "b.svga", folder: folder)
      #expect(near.exitCode == 0 && near.errors.contains("ms earlier or later"), "\(near.errors)")
      #expect(try SVGAContainer.read(Fixture.bytes(folder + "/b.svga")).params.fps == 60)
    }
  }

  private static func makeFrames(in folder: String) throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for index in 0..<12 {
      var picture = Pixmap(width: 64, height: 32)
      picture.copy(Pixmap(width: 8, height: 8, pixels: (0..<64).map { 0xFF00_0000 | $0 }), x: index * 4, y: 8)
      try Samples.write(try PNGEncoder.encode(picture), "\(folder)/p\(index).png")
    }
  }

  @Test func foldersOfPicturesAreAnimations() throws {
    try Samples.withFolder([:]) { folder in
      try Self.makeFrames(in: folder + "/walk")
      let made = try Command.run("convert", "walk", "a.svga", "--fps", "12", folder: folder)
      #expect(made.exitCode == 0, "\(made.errors)")
      let movie = try SVGAContainer.read(Fixture.bytes(folder + "/a.svga"))
      #expect(movie.params.fps == 12 && movie.params.frames == 12)
      // What only moves is one bitmap.
      #expect(movie.images.count == 1 && movie.sprites.count == 1)
      let assumed = try Command.run("convert", "walk/", "b.svga", "-v", folder: folder)
      #expect(assumed.exitCode == 0 && assumed.errors.contains("30 in a second are assumed"), "\(assumed.errors)")
      let inspected = try Command.run("inspect", "walk", "--json", folder: folder).json
      #expect(inspected["format"] as? String == "frames" && inspected["frameCount"] as? Int == 12)
    }
  }

  @Test func batchesFindPictures() throws {
    try Samples.withFolder([:]) { folder in
      try Self.makeFrames(in: folder + "/in/walk")
      try Samples.write(Self.gif([10, 10]), folder + "/in/a.gif")
      let gifs = try Command.run(
        "batch", "in", "--to", "svga", "-o", "out", "--include", "*.gif", folder: folder)
      #expect(gifs.exitCode == 0 && Samples.names(in: folder + "/out").contains("a.svga"), "\(gifs.errors)")
      let walk = try Command.run("batch", "in/walk", "--to", "webp", "-o", "more", folder: folder)
      #expect(walk.exitCode == 0 && Samples.names(in: folder + "/more").contains("walk.webp"), "\(walk.errors)")
      let again = try Command.run("batch", "in/walk", "--to", "webp", "-o", "more", folder: folder)
      #expect(again.exitCode == 0 && (again.output + again.errors).contains("up to date"), "\(again.output)")
    }
  }

  @Test func imagesBesideAnAnimationAreNone() throws {
    try Samples.withFolder(["in/a.json": Samples.box]) { folder in
      try Samples.write(Samples.png(), folder + "/in/p.png")
      let result = try Command.run("convert", "in", "a.svga", folder: folder)
      #expect(result.exitCode == 66 && result.errors.contains("a folder with the animation a.json"), "\(result.errors)")
    }
  }
}
