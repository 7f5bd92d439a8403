import KilnCompression
import KilnDiagnostics
import KilnExporting
import KilnImages
import KilnPixels
import KilnPNG
import KilnSVGAExport
import KilnSVGAFormat
import KilnTestSupport
import KilnTimeline
import Testing

/// SVGA to SVGA writes what all players find and show alike.
@Suite struct PortableMovieTests {
  /// A picture of 3 × 1 pixels.
  private static let row = Pixmap(width: 3, height: 1, pixels: [0xFF00_00FF, 0xFF00_FF00, 0xFFFF_0000])

  private func repacked(
    _ source: SVGAMovieEntity, _ options: SVGAExporter.Options = .init()
  ) throws -> (movie: SVGAMovieEntity, findings: [Diagnostic]) {
    var log = DiagnosticLog()
    var context = ExportContext(name: "a")
    let bytes = try SVGAContainer.write(source, effort: .strongest)
    context.source = SourceFile(mediaType: SVGAContainer.mediaType, bytes: bytes, decodedBytes: 0)
    let export = try #require(try SVGAExporter(options: options).repack(in: context, log: &log))
    // So few bytes grow with every header of a picture.
    let findings = log.diagnostics.filter { $0.rule != .svgaFileGrown }
    return (try SVGAContainer.read(export.files[0].bytes), findings)
  }

  private func cut(_ images: [String: [UInt8]], matte: String, others: [String] = []) -> SVGAMovieEntity {
    var shown = frame()
    (shown.alpha, shown.layout.width, shown.layout.height) = (1, 3, 1)
    var drawn = sprite("a", [shown])
    drawn.matteKey = matte
    var movie = movie([sprite(matte, [shown]), drawn] + others.map { sprite($0, [shown]) })
    for (key, file) in images { movie.setImageBytes(file, forKey: key) }
    return movie
  }

  @Test func aMattesBitmapIsUnderTheKeyThatAllPlayersLookFor() throws {
    let png = try PNGEncoder.encode(Self.row)
    let (movie, findings) = try repacked(cut(["m.matte": png, "a": png], matte: "m.matte"))
    #expect(movie.images.keys.sorted() == ["a", "m"])
    #expect(movie.sprites.map(\.imageKey) == ["m.matte", "a"])
    #expect(movie.sprites[1].matteKey == "m.matte")
    #expect(findings.isEmpty)
  }

  /// An app that replaces the bitmap of the sprite has the same key as before.
  @Test func aBitmapWithAnEndingGetsTheKeyOfItsSprite() throws {
    let png = try PNGEncoder.encode(Self.row)
    let (movie, findings) = try repacked(cut(["m": png, "a.png": png], matte: "m.matte"))
    #expect(movie.images.keys.sorted() == ["a", "m"])
    #expect(findings.isEmpty)
  }

  @Test func aSpriteWithAnEndingGetsTheKeyOfItsBitmap() throws {
    let png = try PNGEncoder.encode(Self.row)
    let (movie, findings) = try repacked(cut(["m": png, "a": png, "b": png], matte: "m.png.matte", others: ["b.png"]))
    #expect(movie.sprites.map(\.imageKey) == ["m.matte", "a", "b"])
    #expect(movie.sprites[1].matteKey == "m.matte")
    #expect(findings.map(\.rule) == [.svgaKeyChanged, .svgaKeyChanged])
  }

  /// Mattes of one key would be one.
  @Test func twoMattesStayTwo() throws {
    let png = try PNGEncoder.encode(Self.row)
    let movie = try repacked(cut(["a": png], matte: "a.png.matte", others: ["a.matte", "a.jpg.matte"])).movie
    #expect(Set(movie.sprites.map(\.imageKey)).count == movie.sprites.count)
  }

  /// iOS would draw the bitmap under those shapes.
  @Test func noBitmapGetsTheNameOfAVectorSprite() throws {
    let png = try PNGEncoder.encode(Self.row)
    let movie = try repacked(cut(["m.matte": png, "a": png], matte: "m.matte", others: ["m.vector"])).movie
    #expect(movie.images.keys.sorted() == ["a", "m.matte"])
  }

  @Test func keysCanBeRenamedAfterwards() throws {
    let png = try PNGEncoder.encode(Self.row)
    var options = SVGAExporter.Options()
    options.keys = ["m": "mask"]
    let movie = try repacked(cut(["m.matte": png, "a": png], matte: "m.matte"), options).movie
    #expect(movie.images.keys.sorted() == ["a", "mask"])
    #expect(movie.sprites.map(\.imageKey) == ["mask.matte", "a"])
  }

  @Test func turnedBitmapsAreWrittenUpright() throws {
    let exif: [UInt8] = Array("MM\0*".utf8) + [0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0]
    let png = PNGChunks.inserting("eXIf", exif, into: try PNGEncoder.encode(Self.row, effort: .strongest))
    let movie = try repacked(cut(["m": png, "a": png], matte: "m.matte")).movie
    let bytes = try #require(movie.imageBytes(forKey: "a"))
    #expect(ImageHeader(bytes)?.orientation == .upright)
    #expect(try ImageDecoder.decode(bytes, limits: Limits()) == Self.row.turned(.quarterTurn))
  }

  /// GIF, and SVG in the size of its layout.
  @Test func picturesThatOnlyBrowsersReadAreWrittenAsPNG() throws {
    let gif =
      Array("GIF89a".utf8) + [3, 0, 1, 0, 0x80, 0, 0, 255, 0, 0, 0, 0, 255]
      + [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 0x01, 0, 0x3B]
    let svg = Array(#"<svg xmlns="http://www.w3.org/2000/svg"><rect width="1" height="1"/></svg>"#.utf8)
    let movie = try repacked(cut(["m": gif, "a": svg], matte: "m.matte")).movie
    for key in ["m", "a"] {
      let header = try #require(ImageHeader(movie.imageBytes(forKey: key) ?? []))
      #expect((header.format, header.width, header.height) == (.png, 3, 1))
    }
  }

  /// Players may read what we cannot.
  @Test func whatCannotBeDecodedStaysAsItIs() throws {
    let png = try PNGEncoder.encode(Self.row)
    let movie = try repacked(cut(["m": png, "a": [1, 2, 3]], matte: "m.matte")).movie
    #expect(movie.imageBytes(forKey: "a") == [1, 2, 3])
  }
}
