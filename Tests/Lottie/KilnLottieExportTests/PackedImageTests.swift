import Foundation
import KilnCompression
import KilnDiagnostics
import KilnExporting
import KilnGeometry
import KilnImages
import KilnJSON
import KilnLottieExport
import KilnPNG
import KilnPixels
import KilnTestSupport
import KilnTimeline
import Testing

/// Images of documents that are made of timelines.
@Suite struct PackedImageTests {
  /// Stripes of translucent and opaque colours.
  private static let stripes = Pixmap(
    width: 48, height: 40, pixels: (0..<1920).map { [0xFF40_80C0, 0x8010_2030, 0, 0xFF00_00FF][$0 / 7 % 4] })

  /// The pictures of a document, in the order of its assets.
  private func pictures(_ timeline: Timeline) throws -> [[UInt8]] {
    var log = DiagnosticLog()
    let file = try #require(LottieExporter().export(timeline, in: ExportContext(), log: &log).files.first)
    let assets = try #require(JSONTree(file.bytes).root["assets"]).children
    return try assets.compactMap { $0.string("p") }.map { text in
      let data = try #require(text.split(separator: ",").last)
      return try Array(#require(Data(base64Encoded: String(data))))
    }
  }

  /// A sprite of the stripes, cut by another of them.
  private func timeline(_ file: [UInt8], _ mode: Matte.Mode?) throws -> Timeline {
    try SampleTimelines.timeline(frames: 1) { builder in
      let image = try builder.add(#require(ImageAsset(name: "a.png", bytes: file)))
      let state = FrameState(opacity: 1, transform: .identity)
      var sprite = Sprite(layers: ["A"], content: .image(image), frames: [state])
      if let mode {
        var square = state
        square.shapes = try builder.intern([SampleTimelines.square(20, .black)])
        sprite = Sprite(
          layers: ["B"], content: .vector, matte: Matte([sprite], mode: mode), frames: [square])
      }
      builder.sprites = [sprite]
    }
  }

  @Test func arePackedWithTheSamePixels() throws {
    let file = try PNGEncoder.encode(Self.stripes, effort: .quick)
    let written = try #require(pictures(timeline(file, nil)).first)
    #expect(written.count < file.count)
    #expect(try ImageDecoder.decode(written, limits: Limits()) == Self.stripes)
    // What is short already stays.
    #expect(try pictures(timeline(written, nil)) == [written])
  }

  @Test(arguments: [Matte.Mode.alpha, .invertedAlpha, .luma])
  func mattesKeepWhatCuts(mode: Matte.Mode) throws {
    let file = try PNGEncoder.encode(Self.stripes, effort: .quick)
    let written = try #require(pictures(timeline(file, mode)).first)
    #expect(
      try ImageDecoder.decode(written, limits: Limits()) == (mode == .luma ? Self.stripes : Self.stripes.alphaInBlack))
  }

  /// rlottie shows grey with alpha too bright, so that it is written in other forms.
  @Test func greyWithAlphaIsNoFormOfItsOwn() throws {
    let greys = Pixmap(width: 64, height: 64, pixels: (0..<4096).map { UInt32($0 / 16 % 256) &* 0x0101_0101 })
    // Grey and alpha that differ, in more pairs than a palette has.
    let pairs = Pixmap(
      width: 64, height: 64, pixels: (0..<4096).map { UInt32($0 % 64) &* 0x0001_0101 | UInt32(64 + $0 / 64) << 24 })
    for picture in [greys, pairs] {
      let written = try #require(pictures(timeline(PNGEncoder.encode(picture, effort: .quick), nil)).first)
      #expect(written[25] != 4)
      #expect(try ImageDecoder.decode(written, limits: Limits()) == picture)
    }
  }

  /// Players may show colours as a file says that the encoder would not say.
  @Test func otherColorsStay() throws {
    var file = try PNGEncoder.encode(Self.stripes, effort: .quick)
    let gamma: [UInt8] = Array("gAMA".utf8) + [0, 1, 0x86, 0xA0]
    let checksum = Checksum.crc32(gamma)
    // Behind the signature and the header.
    file.insert(contentsOf: [0, 0, 0, 4] + gamma + [24, 16, 8, 0].map { UInt8(checksum >> $0 & 255) }, at: 33)
    #expect(try pictures(timeline(file, nil)) == [file])
  }
}
