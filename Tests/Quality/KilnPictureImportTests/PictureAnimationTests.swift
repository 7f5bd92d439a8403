import KilnDiagnostics
import KilnPictureImport
import KilnPixels
import KilnPNG
import KilnTimeline
import Testing

@Suite struct PictureAnimationTests {
  @Test func turnedRegionsAreTurnedBack() throws {
    // A frame of 2 × 3 pixels at (1, 0) of a canvas of 4 × 4, stored turned clockwise: 3 × 2.
    let json = """
      {"frames": {"a.png": {"frame": {"x": 1, "y": 1, "w": 2, "h": 3}, "rotated": true, "trimmed": true,
        "spriteSourceSize": {"x": 1, "y": 0, "w": 2, "h": 3}, "sourceSize": {"w": 4, "h": 4}, "duration": 40}},
       "meta": {"image": "p.png", "size": {"w": 5, "h": 4}}}
      """
    let descriptor = try AtlasSheet(Array(json.utf8), limits: Limits())
    var page = Pixmap(width: 5, height: 4)
    // Rows of the frame are 1 2, 3 4, 5 6; turned clockwise they are 5 3 1, 6 4 2.
    for (offset, value) in [5, 3, 1, 6, 4, 2].enumerated() {
      page[1 + offset % 3, 1 + offset / 3] = 0xFF00_0000 | UInt32(value)
    }
    let picture = try descriptor.picture(of: descriptor.frames[0], page: page, limits: Limits())
    #expect(picture.width == 4 && picture.height == 4)
    #expect((0..<3).map { y in [1, 2].map { picture[$0, y] & 255 } } == [[1, 2], [3, 4], [5, 6]])
    #expect(picture[0, 0] == 0 && picture[1, 3] == 0)
  }

  /// Each page has the frames that lie on it; names say the order.
  @Test func framesOfSeveralPagesAreInOrder() throws {
    func page(_ number: Int, _ frames: [(name: String, x: Int)], related: String = "") throws -> AtlasSheet {
      let list = frames.map { "\"\($0.name)\": {\"frame\": {\"x\": \($0.x), \"y\": 0, \"w\": 1, \"h\": 1}}" }
      let names = frames.map { "\"\($0.name)\"" }.joined(separator: ",")
      let json = """
        {"frames": {\(list.joined(separator: ","))}, "animations": {"a": [\(names)]},
         "meta": {"image": "p\(number).png", "size": {"w": 2, "h": 1}\(related)}}
        """
      return try AtlasSheet(pageOf: Array(json.utf8), limits: Limits())
    }
    let pages = [
      try page(0, [("a_10", 0), ("a_2", 1)], related: #", "related_multi_packs": ["p1.json"]"#),
      try page(1, [("a_1", 1)]),
    ]
    #expect(pages[0].related == ["p1.json"] && pages[1].related.isEmpty)
    let pictures: [[UInt32]] = [[0xFF00_0010, 0xFF00_0002], [0, 0xFF00_0001]]
    let files = try pictures.map { try PNGEncoder.encode(Pixmap(width: 2, height: 1, pixels: $0)) }
    let animation = try PictureAnimation(atlas: Array(zip(pages, files)).map { ($0, $1) })
    var reader = try animation.reader()
    let shown = try (0..<animation.frameCount).map { try reader.picture(at: $0).pixels[0] & 255 }
    #expect(shown == [0x01, 0x02, 0x10])
  }

  @Test(arguments: ["1e300", "-1", "0.5", "4"])
  func regionsOutsideOfThePageAreErrors(_ x: String) throws {
    let json = """
      {"frames": [{"filename": "a", "frame": {"x": \(x), "y": 0, "w": 2, "h": 2}}],
       "meta": {"image": "p.png", "size": {"w": 4, "h": 4}}}
      """
    let descriptor = try AtlasSheet(Array(json.utf8), limits: Limits())
    #expect(throws: Diagnostic.self) {
      try descriptor.picture(of: descriptor.frames[0], page: Pixmap(width: 4, height: 4), limits: Limits())
    }
  }
}
