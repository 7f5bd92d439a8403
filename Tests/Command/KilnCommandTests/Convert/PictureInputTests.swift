import Foundation
import KilnDiagnostics
import KilnImages
import KilnPixels
import KilnPNG
import KilnTestSupport
import Testing

/// Pictures of all formats that browsers show, and pictures that cannot be decoded.
@Suite struct PictureInputTests {
  /// Two frames of 2 × 1 pixels, of which the second lies below the canvas.
  private static let gif: [UInt8] =
    Array("GIF89a".utf8) + [2, 0, 1, 0, 0x80, 0, 0, 255, 0, 0, 0, 0, 255]
    + [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 0x01, 0]
    + [0x2C, 0, 0, 9, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 0x01, 0, 0x3B]
  private static let svg = Array(
    ##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4"><path fill="#f00" d="M0 0h4v4h-4z"/></svg>"##.utf8)

  @Test func picturesAreInspectedAsSuch() throws {
    try Samples.withFolder([:]) { folder in
      try Samples.write(Self.gif, folder + "/a.gif")
      try Samples.write(Self.svg, folder + "/a.svg")
      let gif = try Command.run("inspect", "a.gif", folder: folder)
      #expect(gif.exitCode == 0 && gif.output.hasPrefix("gif, 2 × 1 px, 2 frames, 200 ms"), "\(gif.output)")
      let svg = try Command.run("inspect", "a.svg", "--json", folder: folder).json
      #expect(svg["format"] as? String == "svg" && svg["width"] as? Int == 150 && svg["height"] as? Int == 150)
      let error = try Command.run("convert", "a.svg", "a.svga", folder: folder)
      #expect(error.exitCode == 65 && error.errors.contains("the file is an SVG image"), "\(error.errors)")
    }
  }

  @Test(arguments: ["a.gif", "a.svg"]) func picturesOfAllFormatsAreDrawn(name: String) throws {
    try Samples.withFolder(["a.json": Samples.photo(folder: "", file: name)]) { folder in
      try Samples.write(name == "a.gif" ? Self.gif : Self.svg, "\(folder)/\(name)")
      for output in ["a.svga", "a.webp"] {
        let result = try Command.run("convert", "a.json", output, folder: folder)
        #expect(result.exitCode == 0 && result.errors.isEmpty, "\(result.errors)")
      }
      let images = try Command.run("inspect", "a.svga", "--images", "made", folder: folder)
      #expect(images.exitCode == 0)
      #expect(Samples.names(in: folder + "/made") == ["Photo.png"])
    }
  }

  /// A damaged picture is as good as none: the same option, exit code and finding.
  @Test(arguments: ["not a picture", "<svg", "cut"]) func whatCannotBeDecodedIsMissing(content: String) throws {
    try Samples.withFolder(["a.json": Samples.photo(folder: "", file: "p.png")]) { folder in
      let bytes = content == "cut" ? Array(try Samples.png().dropLast(20)) : Array(content.utf8)
      try Samples.write(bytes, folder + "/p.png")
      let none = try Command.run("convert", "a.json", "a.svga", "--json", folder: folder)
      #expect(none.exitCode == 65)
      #expect((none.json["error"] as? [String: Any])?["rule"] as? String == "lottie.image.missing")
      let render = try Command.run("render", "a.json", "-o", "frames", folder: folder)
      #expect(render.exitCode == 0 && render.errors.contains("“p.png” cannot be decoded"), "\(render.errors)")
      let strict = try Command.run("render", "a.json", "-o", "f", "--missing-images", "error", folder: folder)
      #expect(strict.exitCode == 65)
      let placeholder = try Command.run(
        "convert", "a.json", "a.svga", "--missing-images", "placeholder", folder: folder)
      #expect(placeholder.exitCode == 0 && placeholder.errors.contains("a placeholder is drawn"))
      #expect(try Command.run("inspect", "a.svga", "--json", folder: folder).json["bitmapSprites"] as? Int == 1)
    }
  }

  @Test func picturesInPlaceOfOthersAreTurnedAndOfAllFormats() throws {
    let exif: [UInt8] = Array("MM\0*".utf8) + [0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, 3, 0, 0]
    let row: [UInt32] = [0xFF00_00FF, 0xFF00_00FF, 0xFFFF_0000, 0xFFFF_0000]
    let halves = Pixmap(width: 4, height: 4, pixels: row + row + row + row)
    try Samples.withFolder(["a.json": Samples.photo(folder: "", file: "p.png")]) { folder in
      try Samples.write(Samples.png(), folder + "/p.png")
      try Samples.write(PNGChunks.inserting("eXIf", exif, into: try PNGEncoder.encode(halves)), folder + "/turned.png")
      try Samples.write(Self.svg, folder + "/a.svg")
      #expect(try Command.run("convert", "a.json", "a.svga", folder: folder).exitCode == 0)
      for source in ["a.json", "a.svga"] {
        func pixel(_ picture: String, x: Int) throws -> UInt32 {
          let result = try Command.run(
            "convert", source, "f/", "--image", "Photo=\(picture)", "--overwrite", folder: folder)
          #expect(result.exitCode == 0, "\(result.errors)")
          let first = Samples.names(in: folder + "/f").first ?? ""
          return try ImageDecoder.decode(Fixture.bytes("\(folder)/f/\(first)"), limits: Limits())[x, 1]
        }
        #expect(try pixel("turned.png", x: 0) == 0xFFFF_0000)
        #expect(try pixel("turned.png", x: 3) == 0xFF00_00FF)
        #expect(try pixel("a.svg", x: 3) == 0xFF00_00FF)
      }
    }
  }

  /// 100 emoji are 400 bytes.
  @Test func namesOfPicturesAreShortEnoughForAFile() throws {
    let name = String(repeating: "😀", count: 100)
    let document = Samples.photo(folder: "", file: "p.png").replacing("Photo", with: name)
    try Samples.withFolder(["a.json": document]) { folder in
      try Samples.write(Samples.png(), folder + "/p.png")
      let result = try Command.run("inspect", "a.json", "--images", "made", folder: folder)
      #expect(result.exitCode == 0, "\(result.errors)")
      #expect(Samples.names(in: folder + "/made") == [String(repeating: "😀", count: 50) + ".png"])
    }
  }

  @Test(arguments: [217, 218, 254, 255]) func outputsMayHaveTheLongestNames(count: Int) throws {
    try Samples.withFolder(["a.json": Samples.box]) { folder in
      for (ending, prefix) in [(".svga", "é"), ("", "ab")] {
        let stem = prefix + String(repeating: "n", count: count - 2 - ending.utf8.count)
        let name = stem + ending
        #expect(name.utf8.count == count)
        let arguments = ending.isEmpty ? ["convert", "a.json", name + "/"] : ["convert", "a.json", name]
        let result = try Command.run(arguments, folder: folder)
        #expect(result.exitCode == 0, "\(result.errors)")
        #expect(Samples.names(in: folder).contains(name))
      }
      #expect(Samples.names(in: folder).count == 3)
    }
  }
}
