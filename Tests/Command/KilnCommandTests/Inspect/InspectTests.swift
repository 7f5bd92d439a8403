import Foundation
import KilnTestSupport
import Testing

/// `kiln inspect` on files of pictures.
@Suite struct InspectTests {
  @Test func outputsCanBeInspected() throws {
    let fading = Samples.box.replacing(
      #""k":50"#, with: #""a":1,"k":[{"t":0,"s":[10]},{"t":4,"s":[90]}]"#)
    try Samples.withFolder(["a.json": fading]) { folder throws in
      #expect(try Command.run("convert", "a.json", "a.webp", "--loop", "3", folder: folder).exitCode == 0)
      #expect(try Command.run("convert", "a.json", "page.png", folder: folder).exitCode == 0)
      let webp = try Command.run("inspect", "a.webp", "--json", folder: folder).json
      #expect(webp["format"] as? String == "webp" && webp["frameCount"] as? Int == 4)
      #expect(webp["width"] as? Int == 20 && webp["height"] as? Int == 10)
      #expect(webp["durationMilliseconds"] as? Int == 200 && webp["frameRate"] as? Int == 20)
      #expect(webp["loopCount"] as? Int == 3 && webp["losslessFrames"] as? Int == 4)
      #expect(webp["decodedBytes"] as? Int == 800)
      for name in ["page.png", "page.json"] {
        let atlas = try Command.run("inspect", name, "--json", folder: folder).json
        #expect(atlas["format"] as? String == "atlas" && atlas["frameCount"] as? Int == 4)
        #expect(atlas["durationMilliseconds"] as? Int == 200 && atlas["regions"] as? Int == 4)
      }
      try FileManager.default.removeItem(atPath: folder + "/page.json")
      let page = try Command.run("inspect", "page.png", folder: folder).output
      #expect(page.hasPrefix("png, ") && page.contains("1 frame"))
    }
  }

  /// Two frames of 3 × 2 pixels, 1/4 s each, twice.
  @Test func animatedPNGCanBeInspected() throws {
    func number(_ value: Int, bytes: Int = 4) -> [UInt8] {
      (0..<bytes).reversed().map { UInt8(value >> ($0 * 8) & 255) }
    }
    func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
      number(content.count) + Array(name.utf8) + content + [0, 0, 0, 0]
    }
    func control(_ index: Int) -> [UInt8] {
      chunk("fcTL", [index, 3, 2, 0, 0].flatMap { number($0) } + number(1, bytes: 2) + number(4, bytes: 2) + [0, 0])
    }
    let header = chunk("IHDR", number(3) + number(2) + [8, 6, 0, 0, 0])
    let file =
      [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + header + chunk("acTL", number(2) + number(2)) + control(0)
      + chunk("IDAT", []) + control(1) + chunk("fdAT", number(1)) + chunk("IEND", [])
    try Samples.withFolder([:]) { folder in
      try Samples.write(file, folder + "/a.png")
      let text = try Command.run("inspect", "a.png", folder: folder).output
      #expect(text.hasPrefix("apng, 3 × 2 px, 2 frames, 500 ms, 4 fps\n"), "\(text)")
      #expect(text.contains("plays 2 times"))
    }
  }

  @Test(arguments: ["RIFF....WEBP", #"{"frames":{}}"#, #"{"meta":1,"frames":[]}"#])
  func damagedPicturesAreBadInput(_ text: String) throws {
    try Samples.withFolder(["a": text]) { folder throws in
      #expect(try Command.run("inspect", "a", folder: folder).exitCode == 65)
    }
  }
}
