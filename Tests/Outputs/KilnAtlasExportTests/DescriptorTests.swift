import Foundation
import KilnAtlasExport
import KilnCompression
import KilnDiagnostics
import KilnExporting
import KilnGeometry
import KilnImages
import KilnPixels
import KilnTestSupport
import KilnTimeline
import Testing

/// Every dialect, read back by a reader that was written from what the format says, and not from what writes it.
@Suite struct DescriptorTests {
  /// Options under which frames lie on pages in different ways.
  static let variants: [String] = ["plain", "rotated", "pages", "extruded", "whole", "large gap", "square"]

  private static func options(_ descriptor: AtlasDescriptor, _ variant: String) -> AtlasExporter.Options {
    var options = AtlasExporter.Options()
    options.descriptor = descriptor
    options.effort = .quick
    switch variant {
    case "rotated": options.allowsRotation = true
    case "pages":
      options.allowsRotation = true
      options.maximumSide = 60
    case "extruded":
      options.extrusion = 3
      options.padding = 0
    case "whole": options.trimThreshold = nil
    case "large gap": options.padding = 7
    case "square":
      options.pageSizes.isSquare = true
      options.pageSizes.step = .powerOfTwo
    default: break
    }
    return options
  }

  /// A tall bar and a wide one, shown at places, mirrored, again, and not at all.
  static func bars(frameRate: Double = 24) throws -> Timeline {
    try SampleTimelines.timeline(width: 50, height: 40, frameRate: frameRate, frames: 12) { builder in
      let hook = try builder.intern([
        SampleTimelines.square(6, StraightColor(red: 0.8, green: 0.1, blue: 0.2, alpha: 1)),
        Shape(
          outline: .rect(Rect(x: 0, y: 0, width: 3, height: 28), cornerRadius: 0),
          fill: Fill(.solid(StraightColor(red: 0, green: 0.3, blue: 1, alpha: 0.7)))),
      ])
      let states = (0..<12).map { frame in
        guard frame != 5 else { return FrameState.hidden }
        let turn = frame == 2 || frame == 6 ? Affine(a: 0, b: 1, c: -1, d: 0, tx: 0, ty: 0) : .identity
        let flip = Affine(
          a: frame.isMultiple(of: 4) ? -1 : 1, b: 0, c: 0, d: frame == 7 || frame == 8 ? -1 : 1, tx: 0, ty: 0)
        let size = frame < 9 ? Affine.identity : .scale(0.6 + Double(frame) / 20, 0.7)
        return FrameState(
          opacity: 1,
          transform: .translation(Double(30 - frame % 3), frame == 7 || frame == 8 ? 35 : 8) * flip * turn * size,
          shapes: hook)
      }
      builder.sprites = [Sprite(layers: ["Hook"], content: .vector, frames: states)]
      builder.markers = [
        Marker(name: "mid", firstFrame: 3, frameCount: 4), Marker(name: "point", firstFrame: 9, frameCount: 0),
      ]
    }
  }

  private static func export(
    _ descriptor: AtlasDescriptor, _ variant: String, name: String = "hero", scale: Double? = 1,
    change: (inout AtlasExporter.Options) -> Void = { _ in }
  ) throws -> WrittenAtlas {
    var context = ExportContext(name: name)
    context.scale = scale
    var options = options(descriptor, variant)
    change(&options)
    var log = DiagnosticLog()
    let export = try AtlasExporter(options: options).export(
      [
        AtlasAnimation(name: "bars", timeline: try bars()),
        AtlasAnimation(name: "squares", timeline: try SampleTimelines.movingSquare()),
      ], in: context, log: &log)
    return WrittenAtlas(files: export.files)
  }

  private static let expected: [(name: String, timeline: Timeline)] = [
    ("bars", try? bars()), ("squares", try? SampleTimelines.movingSquare()),
  ].compactMap { name, timeline in timeline.map { (name, $0) } }

  /// Compares the frames that a reader found with those that are drawn.
  private static func check(_ found: [String: [ReadFrame]], hasTimes: Bool = true) {
    for (name, timeline) in expected {
      let frames = found[name] ?? []
      #expect(frames.count == timeline.frameCount, "\(name)")
      for (index, (frame, picture)) in zip(frames, renderedFrames(timeline)).enumerated() {
        #expect(frame.picture == picture, "\(name) \(index)")
        if hasTimes { #expect(frame.duration == timeline.milliseconds(ofFrame: index), "\(name) \(index)") }
      }
    }
    #expect(found.count == expected.count)
  }

  @Test(arguments: variants) func texturePackerHash(_ variant: String) throws {
    let atlas = try Self.export(.texturepacker, variant)
    let found = try TexturePackerReader(atlas, first: "hero.json").animations
    Self.check(found)
    #expect((atlas.pageCount > 1) == (variant == "pages"))
  }

  @Test(arguments: variants) func phaserMultiatlas(_ variant: String) throws {
    let atlas = try Self.export(.phaser, variant)
    Self.check(try PhaserReader(atlas, file: "hero.json").animations)
  }

  @Test(arguments: variants.filter { $0 != "pages" }) func asepriteArray(_ variant: String) throws {
    let reader = try AsepriteReader(try Self.export(.aseprite, variant), file: "hero.json")
    Self.check(reader.animations)
    #expect(reader.tags["mid"] == 3...6 && reader.tags["point"] == 9...9)
    #expect(reader.tags["bars"] == 0...11 && reader.tags["squares"] == 12...18)
  }

  @Test func asepriteHasOnePageOnly() throws {
    let rule = thrownRule { () throws(Diagnostic) in
      do { _ = try Self.export(.aseprite, "pages") } catch let error as Diagnostic { throw error } catch {}
    }
    #expect(rule == .atlasTooLarge)
  }

  @Test(arguments: variants) func libGDXText(_ variant: String) throws {
    Self.check(try LibGDXReader(try Self.export(.libgdx, variant), file: "hero.atlas").animations, hasTimes: false)
  }

  /// What a line of the text cannot hold is replaced; names stay apart.
  @Test func libGDXNamesStayApart() throws {
    var log = DiagnosticLog()
    let names = ["a:b", "a_b", " a_b", "a\nb"]
    let export = try AtlasExporter(options: Self.options(.libgdx, "plain")).export(
      try names.map { AtlasAnimation(name: $0, timeline: try SampleTimelines.movingSquare()) },
      in: ExportContext(name: "hero"), log: &log)
    let found = try LibGDXReader(WrittenAtlas(files: export.files), file: "hero.atlas").animations
    #expect(found.keys.sorted() == ["_a_b", "a_b", "a_b_", "a_b__"])
    #expect(Set(found.values.map(\.count)).count == 1)
  }

  @Test(arguments: variants) func cocosPropertyList(_ variant: String) throws {
    Self.check(try CocosReader(try Self.export(.cocos2d, variant)).animations, hasTimes: false)
  }

  @Test(arguments: variants) func godotResource(_ variant: String) throws {
    Self.check(
      try GodotReader(try Self.export(.godot, variant) { $0.allowsRotation = false }, file: "hero.tres").animations)
  }

  @Test(arguments: variants, [1.0, 2]) func styleSheet(_ variant: String, _ scale: Double) throws {
    let atlas = try Self.export(.css, variant, scale: scale) { $0.allowsRotation = false }
    Self.check(try StyleSheetReader(atlas, file: "hero.css", scale: scale).animations)
  }

  /// Frames that all differ and last equally long make a strip, which `steps()` moves.
  @Test func styleSheetOfAStrip() throws {
    let timeline = try SampleTimelines.timeline(width: 20, height: 10, frameRate: 20, frames: 6) { builder in
      let square = try builder.intern([SampleTimelines.square(4, .black)])
      let states = (0..<6).map { FrameState(opacity: 1, transform: .translation(Double($0) * 2.3, 3), shapes: square) }
      builder.sprites = [Sprite(layers: ["Square"], content: .vector, frames: states)]
    }
    var options = AtlasExporter.Options()
    options.descriptor = .css
    var log = DiagnosticLog()
    let files = try AtlasExporter(options: options).export(timeline, in: ExportContext(name: "a b"), log: &log).files
    let atlas = WrittenAtlas(files: files)
    #expect(try atlas.text("a b.css").contains("steps(6)"))
    let frames = try StyleSheetReader(atlas, file: "a b.css", scale: 1).animations["a-b"] ?? []
    #expect(frames.map(\.picture) == renderedFrames(timeline))
  }

  @Test(arguments: ["plain", "whole"]) func numberedFiles(_ variant: String) throws {
    let atlas = try Self.export(.frames, variant)
    Self.check(try FrameListReader(atlas, folder: "hero").animations)
    // Where frames are cut, mirrored ones are the same.
    #expect(atlas.pageCount == (variant == "whole" ? 17 : 11))
  }

  @Test func mirroredFramesShareARegionWhereTheDescriptorSaysSo() throws {
    let (mirrored, plain) = (try Self.export(.frames, "plain"), try Self.export(.godot, "plain"))
    let reader = try FrameListReader(mirrored, folder: "hero")
    #expect(reader.flips.contains("x"))
    let textures = try plain.text("hero.tres").components(separatedBy: "[sub_resource").count - 1
    #expect(mirrored.pageCount < textures)
  }

  @Test func variantsHaveTheirSizeInTheirNames() throws {
    var options = Self.options(.texturepacker, "plain")
    options.scales = [1, 2, 0.5]
    var log = DiagnosticLog()
    var context = ExportContext(name: "hero")
    context.fileName = "hero.png"
    let files = try AtlasExporter(options: options).export(try Self.bars(), in: context, log: &log).files
    #expect(
      files.map(\.name) == [
        "hero@1x.png", "hero@1x.json", "hero@2x.png", "hero@2x.json", "hero@0.5x.png", "hero@0.5x.json",
      ])
    let atlas = WrittenAtlas(files: files)
    for (name, scale) in [("hero@2x", 2.0), ("hero@0.5x", 0.5)] {
      let reader = try TexturePackerReader(atlas, first: name + ".json")
      #expect(reader.scale == String(scale == 2 ? "2" : "0.5"))
      let larger = try Self.bars().mapped(by: .scale(scale, scale), canvas: Size(50 * scale, 40 * scale))
      #expect(reader.animations["hero"]?.map(\.picture) == renderedFrames(larger))
    }
  }

  @Test func pagesMayBeWebPAndPremultiplied() throws {
    var options = Self.options(.libgdx, "plain")
    options.isPremultiplied = true
    var context = ExportContext(name: "hero")
    context.fileName = "hero.WebP"
    var log = DiagnosticLog()
    let files = try AtlasExporter(options: options).export(try Self.bars(), in: context, log: &log).files
    #expect(files.map(\.name) == ["hero.WebP", "hero.atlas"] && files[0].mediaType == "image/webp")
    #expect(String(decoding: files[1].bytes, as: UTF8.self).contains("pma: true"))
    // A reader that takes colours as they are has the premultiplied ones; ours multiplies them once more.
    let page = try ImageDecoder.decode(files[0].bytes, limits: Limits())
    options.isPremultiplied = false
    let straight = try AtlasExporter(options: options).export(try Self.bars(), in: context, log: &log).files
    let expected = try ImageDecoder.decode(straight[0].bytes, limits: Limits())
    #expect(page.pixels == expected.pixels.map { Premultiplication.premultiply($0) })
  }

  @Test func twoAnimationsOfOneNameAreRefused() throws {
    let animation = AtlasAnimation(name: "a", timeline: try Self.bars())
    let rule = thrownRule { () throws(Diagnostic) in
      var log = DiagnosticLog()
      return try AtlasExporter().export([animation, animation], in: ExportContext(), log: &log)
    }
    #expect(rule == .usageInvalid)
  }

  @Test func edgesAreRepeatedAroundRegions() throws {
    let atlas = try Self.export(.texturepacker, "extruded")
    let reader = try TexturePackerReader(atlas, first: "hero.json")
    for place in reader.regions {
      let page = try atlas.page(place.page)
      for (x, y) in [(-3, -3), (-1, 0), (place.width + 2, 0), (place.width + 2, place.height + 2)] {
        let (nearX, nearY) = (min(max(0, x), place.width - 1), min(max(0, y), place.height - 1))
        #expect(page[place.x + x, place.y + y] == page[place.x + nearX, place.y + nearY])
      }
    }
  }

  @Test(arguments: AtlasDescriptor.allCases) func bytesDoNotDependOnTheNumberOfThreads(_ descriptor: AtlasDescriptor)
    throws
  {
    func files(threads: Int) throws -> [NamedFile] {
      var context = ExportContext(name: "hero")
      context.threads = threads
      var log = DiagnosticLog()
      return try AtlasExporter(options: Self.options(descriptor, "plain")).export(
        try Self.bars(), in: context, log: &log
      ).files
    }
    #expect(try files(threads: 1) == files(threads: 4))
  }
}
