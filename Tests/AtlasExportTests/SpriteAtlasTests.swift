import AtlasExport
import Diagnostics
import Foundation
import Geometry
import ImageCodecs
import Pixels
import TestSupport
import Testing
import TimelineJSON
import TimelineModel

@Suite struct SpriteAtlasTests {
  private static let grey = StraightColor(red: 0.6, green: 0.6, blue: 0.6, alpha: 1)

  private static func export(
    _ timeline: Timeline, change: (inout AtlasExporter.Options) -> Void = { _ in }
  ) throws -> WrittenAtlas {
    var options = AtlasExporter.Options()
    options.descriptor = .sprites
    change(&options)
    var log = DiagnosticLog()
    let files = try AtlasExporter(options: options).export(timeline, in: ExportContext(name: "hero"), log: &log).files
    #expect(log.diagnostics.isEmpty)
    return WrittenAtlas(files: files)
  }

  /// The timeline of an atlas, its pictures cut from the pages and put into the file.
  private static func timeline(_ atlas: WrittenAtlas) throws -> Timeline {
    var object = try atlas.json("hero.timeline.json")
    let pages = try (object["pages"] as? [[String: Any]] ?? []).map { page in
      let picture = try atlas.page(try #require(page["file"] as? String))
      #expect(page["width"] as? Int == picture.width && page["height"] as? Int == picture.height)
      return picture
    }
    object["images"] = try (object["images"] as? [[String: Any]] ?? []).map { image in
      func number(_ name: String) throws -> Int { try #require(image[name] as? Int) }
      let picture = AtlasReading.region(
        pages[try number("page")], x: try number("x"), y: try number("y"), width: try number("width"),
        height: try number("height"))
      let data = Data(try PNGEncoder.encode(picture)).base64EncodedString()
      return image.merging(["data": "data:image/png;base64," + data]) { $1 }
    }
    object["pages"] = nil
    var log = DiagnosticLog()
    return try TimelineJSON.timeline(
      [UInt8](try JSONSerialization.data(withJSONObject: object, options: .sortedKeys)), log: &log)
  }

  /// The largest difference of a channel in any frame.
  private static func difference(_ a: Timeline, _ b: Timeline) -> Int {
    zip(renderedFrames(a), renderedFrames(b)).map { one, other in
      zip(one.pixels, other.pixels).reduce(0) { most, pair in
        stride(from: UInt32(0), through: 24, by: 8).reduce(most) {
          max($0, abs(Int(pair.0 >> $1 & 255) - Int(pair.1 >> $1 & 255)))
        }
      }
    }.max() ?? .max
  }

  /// Contents that are drawn upright and at their largest lie on whole pixels.
  @Test func whatOnlyMovesByWholePixelsIsExact() throws {
    let timeline = try SampleTimelines.timeline(frames: 4) { builder in
      let disc = try builder.intern([
        Shape(outline: .ellipse(center: Point(4.3, 6.1), radii: Size(3.7, 5)), fill: Fill(.solid(.black))),
        SampleTimelines.square(3, StraightColor(red: 1, green: 0.5, blue: 0, alpha: 0.6)),
      ])
      let states = (0..<4).map {
        FrameState(opacity: 1, transform: .translation(2.5 + Double($0) * 5, 3.25), shapes: disc)
      }
      builder.sprites = [Sprite(layers: ["Disc"], content: .vector, frames: states)]
    }
    let atlas = try Self.export(timeline)
    let read = try Self.timeline(atlas)
    #expect(Self.difference(read, timeline) <= 2)
    #expect(read.images.count == 1 && read.shapeLists.isEmpty)
  }

  @Test func cellsAreAsLargeAsTheyAreDrawnAtMost() throws {
    let timeline = try SampleTimelines.timeline(width: 200, height: 200, frames: 3) { builder in
      let disc = try builder.intern([
        Shape(outline: .ellipse(center: .zero, radii: Size(10, 10)), fill: Fill(.solid(.black)))
      ])
      let states = [1.0, 4, 2].map {
        FrameState(opacity: 1, transform: .translation(100, 100) * .scale($0, $0), shapes: disc)
      }
      builder.sprites = [Sprite(layers: ["Disc"], content: .vector, frames: states)]
    }
    // Larger by the oversampling, because it is drawn smaller, too.
    for (scale, side) in [(1.0, 144), (0.5, 72)] {
      let read = try Self.timeline(try Self.export(timeline) { $0.spriteScale = scale })
      #expect((side...side + 4).contains(read.images[0].width), "\(read.images[0].width)")
    }
  }

  /// Edges of bitmaps that move between pixels are smooth where a transparent border lies around them; of those that are
  /// enlarged, it would blur them.
  @Test(arguments: [(0.5, 1.0, 12), (1, 1, 10), (0.5, 4, 10)])
  func bitmapsThatMoveBetweenPixelsHaveABorder(_ step: Double, _ scale: Double, _ width: Int) throws {
    let picture = Pixmap(width: 10, height: 8, pixels: [UInt32](repeating: 0xFF20_4080, count: 80))
    let asset = try #require(ImageAsset(name: "picture", bytes: try PNGEncoder.encode(picture)))
    let timeline = try SampleTimelines.timeline(width: 80, height: 80, frames: 3) { builder in
      let image = try builder.add(asset)
      let states = (0..<3).map {
        FrameState(opacity: 1, transform: .translation(3 + Double($0) * step, 4) * .scale(scale, scale))
      }
      builder.sprites = [Sprite(layers: ["Picture"], content: .image(image), frames: states)]
    }
    let read = try Self.timeline(try Self.export(timeline))
    #expect(read.images.map(\.width) == [width])
    #expect(Self.difference(read, timeline) <= 2)
  }

  /// A mirrored sprite shows the same cell, through a mirrored transform; rectangles of one colour are one pixel.
  @Test func mirroredSpritesShareACell() throws {
    func step(_ direction: Double) -> [Shape] {
      [(8.0, 0.0), (4, 8)].map { side, start in
        SampleTimelines.square(side, .black, at: Point(direction > 0 ? start : -start - side, 0))
      }
    }
    let timeline = try SampleTimelines.timeline { builder in
      let lists = try [step(1), step(-1), [SampleTimelines.square(14, Self.grey)]].map { try builder.intern($0) }
      builder.sprites = zip(lists, [Point(25, 4), Point(15, 4), Point(2, 16)]).map { list, place in
        Sprite(
          layers: ["Part"], content: .vector,
          frames: [FrameState(opacity: 1, transform: .translation(place.x, place.y), shapes: list)])
      }
    }
    let read = try Self.timeline(try Self.export(timeline))
    #expect(read.images.map { $0.width }.sorted() == [1, 12] && read.sprites.count == 3)
    #expect(Self.difference(read, timeline) <= 2)
  }

  /// Clips, mattes, groups and filters work on cells as on vectors.
  @Test func clipsMattesAndGroupsStay() throws {
    let timeline = try SampleTimelines.timeline(frames: 2) { builder in
      let disc = try builder.intern([
        Shape(outline: .ellipse(center: Point(10, 10), radii: Size(8, 8)), fill: Fill(.solid(.black))),
        SampleTimelines.square(5, Self.grey, at: Point(8, 8)),
      ])
      let clip = try builder.intern(clip: .rect(Rect(x: 4, y: 4, width: 9, height: 12)))
      let plain = FrameState(opacity: 0.5, transform: .translation(3, 2), shapes: disc)
      var clipped = FrameState(opacity: 1, transform: .translation(14, 8), shapes: disc)
      clipped.clip = clip
      let matte = Sprite(layers: ["Matte"], content: .vector, frames: [plain, plain])
      let group = FrameState(opacity: 0.8, transform: .translation(1, 1))
      builder.sprites = [
        Sprite(layers: ["Clipped"], content: .vector, frames: [clipped, clipped]),
        Sprite(
          layers: ["Matted"], content: .vector, matte: Matte([matte], mode: .alpha), frames: [clipped, .hidden]),
        Sprite(
          layers: ["Group"],
          content: .group([Sprite(layers: ["Inner"], content: .vector, frames: [plain, clipped])]),
          frames: [group, group]),
      ]
    }
    let read = try Self.timeline(try Self.export(timeline))
    #expect(Self.difference(read, timeline) <= 3)
    #expect(read.shapeLists.isEmpty)
  }

  /// What changes its shape in every frame costs less as outlines.
  @Test func whatChangesItsShapeStaysAVectorWhereThatIsSmaller() throws {
    let timeline = try SampleTimelines.timeline(width: 120, height: 120, frames: 12) { builder in
      let states = try (0..<12).map { frame in
        let disc = Shape(
          outline: .ellipse(center: Point(60, 60), radii: Size(20 + Double(frame) * 3, 50)),
          fill: Fill(.solid(StraightColor(red: 0.1, green: 0.4, blue: 0.9, alpha: 1))))
        return FrameState(opacity: 1, transform: .identity, shapes: try builder.intern([disc]))
      }
      builder.sprites = [Sprite(layers: ["Disc"], content: .vector, frames: states)]
    }
    let read = try Self.timeline(try Self.export(timeline))
    #expect(read.images.isEmpty && read.shapeLists.count == 12)
  }

  @Test func aTimelineWithPagesSaysWhatToReadInstead() throws {
    let atlas = try Self.export(try SampleTimelines.movingSquare())
    var log = DiagnosticLog()
    let error = #expect(throws: Diagnostic.self) {
      try TimelineJSON.timeline(try atlas.bytes("hero.timeline.json"), log: &log)
    }
    #expect(error?.rule == .timelineFileInvalid && error?.message.contains("page") == true)
  }
}
