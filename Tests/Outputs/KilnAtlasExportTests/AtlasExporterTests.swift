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

@Suite struct AtlasExporterTests {
  /// What a reader of TexturePacker's JSON hash reads.
  private struct Descriptor: Decodable {
    struct Rectangle: Decodable { var x: Int, y: Int, w: Int, h: Int }
    struct Extent: Decodable { var w: Int, h: Int }
    struct Frame: Decodable {
      var frame: Rectangle
      var rotated: Bool
      var trimmed: Bool
      var spriteSourceSize: Rectangle
      var sourceSize: Extent
      var duration: Int
    }
    struct Meta: Decodable {
      var image: String
      var format: String
      var size: Extent
      var scale: String
    }

    var frames: [String: Frame]
    var animations: [String: [String]]
    var meta: Meta
  }

  @Test func everyFrameIsReassembledFromThePageExactly() throws {
    let timeline = try SampleTimelines.movingSquare()
    let (descriptor, page) = try export(timeline)
    #expect(descriptor.meta.size.w == page.width && descriptor.meta.size.h == page.height)
    let names = try #require(descriptor.animations["icon"])
    for (name, expected) in zip(names, renderedFrames(timeline)) {
      let frame = try #require(descriptor.frames[name])
      #expect(!frame.rotated && frame.sourceSize.w == expected.width && frame.sourceSize.h == expected.height)
      let region = PixelRect(x: frame.frame.x, y: frame.frame.y, width: frame.frame.w, height: frame.frame.h)
      var canvas = Pixmap(width: frame.sourceSize.w, height: frame.sourceSize.h)
      canvas.copy(page.cropped(to: region), x: frame.spriteSourceSize.x, y: frame.spriteSourceSize.y)
      #expect(canvas == expected)
    }
    #expect(names.count == timeline.frameCount)
  }

  @Test func equalFramesShareARegionAndRegionsDoNotOverlap() throws {
    let (descriptor, page) = try export(SampleTimelines.movingSquare())
    let places = Set(descriptor.frames.values.map { [$0.frame.x, $0.frame.y, $0.frame.w, $0.frame.h] })
    #expect(descriptor.frames.count == 7 && places.count == 5)
    var owners = [Int](repeating: 0, count: page.width * page.height)
    for place in places {
      for y in place[1]..<place[1] + place[3] {
        for x in place[0]..<place[0] + place[2] { owners[y * page.width + x] += 1 }
      }
    }
    #expect(owners.allSatisfy { $0 <= 1 })
  }

  @Test func emptyFrameIsOneTransparentPixel() throws {
    let (descriptor, page) = try export(SampleTimelines.timeline { _ in })
    let frame = try #require(descriptor.frames["icon_0000.png"])
    #expect(frame.frame.w == 1 && frame.frame.h == 1 && frame.trimmed)
    #expect(page.pixels == [0])
  }

  @Test func bytesDoNotDependOnTheNumberOfThreads() throws {
    let timeline = try SampleTimelines.movingSquare()
    let (one, many) = (try atlas(timeline, threads: 1), try atlas(timeline, threads: 5))
    #expect(one.page == many.page && one.descriptor == many.descriptor)
  }

  @Test func memoryBudgetIsThatOfThePage() throws {
    let timeline = try SampleTimelines.movingSquare()
    let (_, page) = try export(timeline)
    let memory = page.width * page.height * 4
    var context = ExportContext()
    var log = DiagnosticLog()
    context.budget = ExportBudget(memory: memory)
    #expect(try AtlasExporter().export(timeline, in: context, log: &log).decodedBytes == memory)
    context.budget = ExportBudget(memory: memory - 1)
    let rule = thrownRule { () throws(Diagnostic) in try AtlasExporter().export(timeline, in: context, log: &log) }
    #expect(rule == .budgetExceeded)
  }

  @Test func framesThatAreLargerThanAPageAreRefusedWithAdvice() throws {
    // Five different frames of up to 30 × 18 pixels.
    let error = try #require(thrown(try SampleTimelines.movingSquare(), side: 20))
    #expect(error.rule == .atlasTooLarge)
    #expect(error.message.contains("20 × 20"), "\(error)")
    #expect(error.advice?.contains("\(Choice.scale)") == true, "\(error)")
    for side in [30, 40, 64] { #expect(try thrown(SampleTimelines.movingSquare(), side: side) == nil) }
  }

  @Test(arguments: [2048, 2049, 4096, 4097])
  func sidesThatHardwareDoesNotLoadAreWarnedOfAndRefused(_ width: Int) throws {
    let timeline = try SampleTimelines.timeline(width: Double(width), height: 1) { builder in
      let shapes = try builder.intern([SampleTimelines.square(Double(width), .black)])
      let state = FrameState(opacity: 1, transform: .identity, shapes: shapes)
      builder.sprites = [Sprite(layers: ["Line"], content: .vector, frames: [state])]
    }
    var log = DiagnosticLog()
    var failure: Diagnostic?
    do throws(Diagnostic) {
      _ = try AtlasExporter().export(timeline, in: ExportContext(), log: &log)
    } catch { failure = error }
    #expect((failure?.rule == .atlasTooLarge) == (width > 4096))
    #expect(log.diagnostics.map(\.rule) == (2049...4096 ~= width ? [.atlasLarge] : []))
  }

  /// Side by side the frames take the least area, but are wider than older hardware loads.
  @Test func pagesThatAllHardwareLoadsAreChosenIfThereAreSuch() throws {
    let timeline = try SampleTimelines.timeline(width: 412, height: 1000, frames: 5) { builder in
      let shapes = try builder.intern([SampleTimelines.square(1000, .black)])
      let states = (1...5).map { FrameState(opacity: Double($0) / 5, transform: .identity, shapes: shapes) }
      builder.sprites = [Sprite(layers: ["Fade"], content: .vector, frames: states)]
    }
    var options = AtlasExporter.Options()
    options.effort = .quick
    var log = DiagnosticLog()
    let export = try AtlasExporter(options: options).export(timeline, in: ExportContext(), log: &log)
    let page = try ImageDecoder.decode(export.files[0].bytes, limits: Limits())
    #expect(page.width <= 2048 && page.height <= 2048, "\(page.width) × \(page.height)")
    #expect(log.diagnostics.isEmpty)
  }

  @Test(arguments: [(1.0, "1"), (0.5, "0.5"), (2, "2"), (1.0 / 3, "0.333333"), (nil, "1")] as [(Double?, String)])
  func descriptorSaysTheScale(_ scale: Double?, _ expected: String) throws {
    var context = ExportContext()
    context.scale = scale
    context.fileName = "page.PNG"
    var log = DiagnosticLog()
    let files = try AtlasExporter().export(SampleTimelines.movingSquare(), in: context, log: &log).files
    let meta = try JSONDecoder().decode(Descriptor.self, from: Data(files[1].bytes)).meta
    #expect(meta.scale == expected && meta.image == "page.PNG")
    #expect(files.map(\.name) == ["page.PNG", "animation.json"])
  }

  /// What goes wrong on a page with sides of at most so many pixels.
  private func thrown(_ timeline: Timeline, side: Int) -> Diagnostic? {
    var options = AtlasExporter.Options()
    options.maximumSide = side
    do throws(Diagnostic) {
      _ = try AtlasExporter(options: options).files(of: timeline)
      return nil
    } catch {
      return error
    }
  }

  private func atlas(_ timeline: Timeline, threads: Int = 1) throws -> (page: [UInt8], descriptor: [UInt8]) {
    let files = try AtlasExporter().files(of: timeline, named: "icon", threads: threads)
    return (files[0], files[1])
  }

  private func export(_ timeline: Timeline) throws -> (Descriptor, Pixmap) {
    let atlas = try atlas(timeline)
    let descriptor = try JSONDecoder().decode(Descriptor.self, from: Data(atlas.descriptor))
    return (descriptor, try ImageDecoder.decode(atlas.page, limits: Limits()))
  }
}
