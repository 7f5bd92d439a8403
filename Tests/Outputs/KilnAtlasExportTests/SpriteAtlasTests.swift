import Foundation
import KilnAtlasExport
import KilnDiagnostics
import KilnExporting
import KilnGeometry
import KilnPixels
import KilnPNG
import KilnTestSupport
import KilnTimeline
import KilnTimelineJSON
import Testing

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
    let timeline = try SampleTimelines.timeline(width: 800, height: 800, frames: 3) { builder in
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
      let picture = try #require(read.images.first)
      #expect((side...side + 4).contains(picture.width), "\(picture.width)")
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

  /// A large shape of few points costs less as one, though it never changes; a small one is a cell.
  @Test(arguments: [(20.0, 1), (90, 0)])
  func largeSimpleShapesStayVectors(_ radius: Double, _ images: Int) throws {
    let timeline = try SampleTimelines.timeline(width: 200, height: 200, frames: 2) { builder in
      let disc = Shape(
        outline: .ellipse(center: Point(100, 100), radii: Size(radius, radius)), fill: Fill(.solid(Self.grey)))
      let state = FrameState(opacity: 1, transform: .identity, shapes: try builder.intern([disc]))
      builder.sprites = [Sprite(layers: ["Disc"], content: .vector, frames: [state, state])]
    }
    let read = try Self.timeline(try Self.export(timeline))
    #expect(read.images.count == images && read.shapeLists.count == 1 - images)
    #expect(Self.difference(read, timeline) <= 2)
  }

  /// Of a bitmap only what is ever inside the canvas, and inside of the clip of its group, is on a page.
  @Test func whatIsNeverSeenIsLeftOut() throws {
    let side = 60
    let pixels = (0..<side * side).map { UInt32(0xFF00_0000) | UInt32($0 % side * 4) << 8 | UInt32($0 / side * 4) }
    let asset = try #require(
      ImageAsset(
        name: "picture", bytes: try PNGEncoder.encode(Pixmap(width: side, height: side, pixels: pixels))))
    let timeline = try SampleTimelines.timeline(frames: 2) { builder in
      let image = try builder.add(asset)
      let clip = try builder.intern(clip: .rect(Rect(x: 0, y: 0, width: 40, height: 12)))
      let states = [-30.0, -25].map { FrameState(opacity: 1, transform: .translation($0, 0)) }
      let inner = Sprite(layers: ["Picture"], content: .image(image), frames: states)
      var group = FrameState(opacity: 1, transform: .identity)
      group.clip = clip
      builder.sprites = [Sprite(layers: ["Group"], content: .group([inner]), frames: [group, group])]
    }
    let read = try Self.timeline(try Self.export(timeline))
    let picture = try #require(read.images.first)
    // Columns from 25 on and 12 rows, and a few beside them.
    #expect((35...40).contains(picture.width) && (12...16).contains(picture.height))
    #expect(Self.difference(read, timeline) <= 1)
  }

  /// A bitmap without pixels is a sprite that shows nothing, not one without a place on the pages.
  @Test func transparentBitmapsShowNothing() throws {
    let clear = try #require(
      ImageAsset(name: "clear", bytes: try PNGEncoder.encode(Pixmap(width: 9, height: 7))))
    let timeline = try SampleTimelines.timeline(frames: 2) { builder in
      let square = try builder.intern([SampleTimelines.square(5, .black)])
      let images = [Sprite.Content.image(try builder.add(clear)), .vector]
      builder.sprites = images.map { content in
        let state = FrameState(
          opacity: 1, transform: .translation(3, 4), shapes: content == .vector ? square : nil)
        return Sprite(layers: ["Part"], content: content, frames: [state, state])
      }
    }
    let read = try Self.timeline(try Self.export(timeline))
    #expect(read.images.count == 1)
    #expect(Self.difference(read, timeline) <= 1)
  }

  /// What is always drawn at one angle is drawn so, and is exact; no larger than its bounds on the canvas.
  @Test func whatIsTurnedOnceIsDrawnTurned() throws {
    let timeline = try SampleTimelines.timeline(width: 200, height: 200, frames: 2) { builder in
      let shapes = (0..<4).map { step in
        SampleTimelines.square(8, Self.grey, at: Point(Double(step % 2) * 9, Double(step / 2) * 9))
      }
      let list = try builder.intern(shapes)
      let states = [3.0, 6].map {
        FrameState(
          opacity: 1, transform: .translation(60.25 + $0, 50.5) * .rotation(radians: 0.5), shapes: list)
      }
      builder.sprites = [Sprite(layers: ["Tiles"], content: .vector, frames: states)]
    }
    let read = try Self.timeline(try Self.export(timeline))
    #expect((23...25).contains(try #require(read.images.first).width))
    #expect(Self.difference(read, timeline) <= 2)
  }

  /// Around a transparent edge nothing is repeated, and nothing at the edges of pages.
  @Test func pagesHaveNoPixelsThatNothingNeeds() throws {
    let timeline = try SampleTimelines.timeline(width: 100, height: 100) { builder in
      let list = try builder.intern((0..<3).map { SampleTimelines.square(6, Self.grey, at: Point(Double($0) * 7, 0)) })
      builder.sprites = [
        Sprite(
          layers: ["Tiles"], content: .vector,
          frames: [FrameState(opacity: 1, transform: .translation(10, 10), shapes: list)])
      ]
    }
    for (extrusion, width, height) in [(0, 20, 6), (2, 24, 10)] {
      let page = try Self.export(timeline) { $0.extrusion = extrusion }.page("hero.png")
      #expect(page.width == width && page.height == height)
    }
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
