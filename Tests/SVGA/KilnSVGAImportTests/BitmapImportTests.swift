import KilnDiagnostics
import KilnGeometry
import KilnSVGAFormat
import KilnSVGAImport
import KilnTimeline
import Testing

@Suite struct BitmapImportTests {
  @Test func aBitmapIsPlacedByItsTransform() throws {
    let imported = try Imported(
      movie(
        frames: 2, images: ["hat": png(10, 20)],
        sprite(
          "hat", frame(size: (10, 20), transform: [2, 0, 0, 2, 5, 6]), frame(alpha: 0.5, size: (10, 20)))))
    #expect(
      imported.dump == """
        image 0 "hat" png 10 × 20
        sprite "hat" image 0 key "hat"
          0 [2 0 0 2 5 6]
          1 opacity 0.5 [1 0 0 1 0 0]
        """)
    #expect(imported.rules.isEmpty)
  }

  @Test func aBitmapIsStretchedToItsLayoutAndTheClipWithIt() throws {
    let clip = "M0 0 L5 0 L5 10 Z"
    let imported = try Imported(
      movie(
        images: ["hat": png(10, 20)], sprite("hat", frame(size: (5, 40), transform: [1, 0, 0, 1, 7, 8], clip: clip))))
    #expect(
      imported.dump == """
        image 0 "hat" png 10 × 20
        clip 0 M0 0 L10 0 L10 5 Z
        sprite "hat" image 0 key "hat"
          0 clip 0 [0.5 0 0 2 7 8]
        """)
    #expect(imported.rules == ["svga.layout.stretched"])
  }

  @Test func zeroCoefficientsStayZero() throws {
    let quarterTurn: [Float] = [0, 1, -1, 0, 30, 0]
    let imported = try Imported(
      movie(images: ["hat": png(10, 20)], sprite("hat", frame(size: (10, 20), transform: quarterTurn))))
    #expect(imported.dump.hasSuffix("0 [0 1 -1 0 30 0]"))
    #expect(imported.rules == ["svga.transform.zero"])
  }

  @Test func hiddenFramesAreHidden() throws {
    let shown = frame(size: (10, 20))
    let imported = try Imported(
      movie(
        frames: 4, images: ["hat": png(10, 20)],
        sprite("hat", hidden, shown, frame(alpha: -1, size: (10, 20)), frame(size: nil)),
        sprite("gone", hidden, hidden, hidden, hidden)))
    #expect(
      imported.dump == """
        image 0 "hat" png 10 × 20
        sprite "hat" image 0 key "hat"
          0 hidden
          1 [1 0 0 1 0 0]
          2…3 hidden
        """)
    #expect(imported.rules == ["svga.layout.missing"])
  }

  @Test func theKeyIsFoundWithoutItsEnding() throws {
    let shown = frame(size: (10, 20))
    let imported = try Imported(
      movie(images: ["hat": png(10, 20)], sprite("hat.png", shown), sprite("hat.vector", shown)))
    #expect(
      imported.dump == """
        image 0 "hat" png 10 × 20
        sprite "hat.png" image 0 key "hat.png"
          0 [1 0 0 1 0 0]
        """)
  }

  /// Web and iOS take the ending off the keys of bitmaps, too.
  @Test(arguments: [("m.matte", "m.matte"), ("m", "m.matte"), ("m.png", "m.matte"), ("a.png", "a"), ("a.matte", "a")])
  func theKeyOfTheBitmapMayHaveAnEnding(bitmap: String, key: String) throws {
    #expect(SVGABitmapKeys(movie(images: [bitmap: png(10, 20)])).key(for: key) == bitmap)
  }

  @Test func theKeyWithoutItsEndingComesFirst() throws {
    let both = SVGABitmapKeys(
      movie(images: ["m": png(1, 1), "m.matte": png(2, 2), "m.png": png(3, 3), "v.png": png(4, 4)]))
    #expect(both.key(for: "m.matte") == "m")
    #expect(both.key(for: "m") == "m")
    #expect(both.key(for: "v.vector") == nil)
    #expect(both.key(for: "v.jpg") == nil)
  }

  @Test func aMattesBitmapUnderItsWholeKeyIsDrawnAndReported() throws {
    let shown = frame(size: (10, 20))
    var cut = sprite("a", shown)
    cut.matteKey = "m.matte"
    let cutMovie = movie(images: ["m.matte": png(10, 20), "a": png(10, 20)], sprite("m.matte", shown), cut)
    let imported = try Imported(cutMovie)
    #expect(imported.dump.contains(#"image 0 "m.matte" png 10 × 20"#))
    #expect(imported.rules.contains("svga.key.matte"))
    #expect(!imported.rules.contains("svga.key.dotted"))
    // In SVGA 1.x all players find it.
    let archive = try Imported(bytes: SVGAContainer.write(cutMovie, as: .archive))
    #expect(!archive.rules.contains("svga.key.matte"))
  }

  @Test func aGIFIsABitmapOfPNG() throws {
    let gif =
      Array("GIF89a".utf8) + [2, 0, 1, 0, 0x80, 0, 0, 255, 0, 0, 0, 0, 255]
      + [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 0x01, 0, 0x3B]
    let imported = try Imported(movie(images: ["a": gif], sprite("a", frame(size: (2, 1)))))
    #expect(imported.dump.hasPrefix(#"image 0 "a" png 2 × 1"#))
    #expect(imported.rules == ["svga.image.encoding"])
  }

  @Test func aStandInIsDrawnForWhatCannotBeDecoded() throws {
    var log = DiagnosticLog()
    let bytes = try SVGAContainer.write(movie(images: ["a": [1, 2, 3]], sprite("a", frame(size: (10, 20)))))
    let source = try SVGASource(
      bytes: bytes, standIn: { _, size in png(UInt8(size.width), UInt8(size.height)) }, log: &log)
    let timeline = try source.timeline(source.info.nativeSampling, log: &log)
    #expect(timeline.images.map(\.height) == [20])
    #expect(log.diagnostics.map(\.rule.id) == ["svga.image.unreadable"])
    #expect(log.diagnostics.allSatisfy { $0.rule.fault == .missingImage })
  }

  @Test func oneBitmapServesManySprites() throws {
    let shown = frame(size: (10, 20))
    let imported = try Imported(
      movie(images: ["hat": png(10, 20), "unused": png(1, 1)], sprite("hat", shown), sprite("hat", shown)))
    #expect(imported.dump.split(separator: "\n").filter { $0.hasPrefix("image") }.count == 1)
    #expect(imported.dump.split(separator: "\n").filter { $0.hasPrefix("sprite") }.count == 2)
  }

  @Test func missingAndUnreadableBitmapsAreReported() throws {
    let shown = frame(size: (10, 20))
    let imported = try Imported(
      movie(images: ["sound": Array("ID3\u{3}".utf8)], sprite("nothing", shown), sprite("sound", shown)))
    #expect(imported.dump.isEmpty)
    #expect(imported.rules == ["svga.image.missing", "svga.image.unreadable"])
  }

  @Test func aBitmapWithShapesIsTwoSpritesWhileOpaque() throws {
    let imported = try Imported(
      movie(images: ["hat": png(10, 20)], sprite("hat", frame(size: (10, 20), path("M0 0 L4 0 L4 4 Z")))))
    #expect(
      imported.dump == """
        image 0 "hat" png 10 × 20
        shapes 0
          path M0 0 L4 0 L4 4 Z fill #ff0000
        sprite "hat" image 0 key "hat"
          0 [1 0 0 1 0 0]
        sprite "hat" vector
          0 shapes 0 [1 0 0 1 0 0]
        """)
  }

  @Test func aBitmapWithShapesIsAGroupWhenItFades() throws {
    let shape = path("M0 0 L4 0 L4 4 Z")
    let imported = try Imported(
      movie(
        frames: 2, images: ["hat": png(10, 20)],
        sprite("hat", frame(alpha: 0.5, size: (10, 20), transform: [1, 0, 0, 1, 3, 0], shape), hidden)))
    #expect(
      imported.dump == """
        image 0 "hat" png 10 × 20
        shapes 0
          path M0 0 L4 0 L4 4 Z fill #ff0000
        sprite "hat" group
          0 opacity 0.5 [1 0 0 1 0 0]
          1 hidden
          sprite "hat" image 0 key "hat"
            0 [1 0 0 1 3 0]
            1 hidden
          sprite "hat" vector
            0 shapes 0 [1 0 0 1 3 0]
            1 hidden
        """)
  }

  @Test func emptyClipsHide() throws {
    let shown = frame(size: (10, 20), clip: "nothing")
    let imported = try Imported(movie(images: ["hat": png(10, 20)], sprite("hat", shown)))
    #expect(imported.dump == "")
  }
}
