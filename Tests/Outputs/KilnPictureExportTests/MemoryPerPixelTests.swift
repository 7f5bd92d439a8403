import KilnDiagnostics
import KilnExporting
import KilnGeometry
import KilnPictureExport
import KilnPixels
import KilnRendering
import KilnTestSupport
import KilnTimeline
import Testing

/// Exports keep to the limit on memory, which is checked before anything is drawn.
@Suite struct MemoryPerPixelTests {
  private var exporters: [any AnimationExporter] { [APNGExporter(), GIFExporter(), FrameSequenceExporter()] }

  @Test func canvasesThatTakeTooMuchMemoryAreRefused() throws {
    for exporter in exporters {
      var context = ExportContext()
      context.limits.workingBytes = 10_000
      let error = try #require(throws: Diagnostic.self) { try exported(exporter, PictureSamples.gradient(), context) }
      #expect(error.rule == .limitExceeded)
      #expect(error.message.hasPrefix("the canvas of 48 × 40 pixels needs "))
      #expect(error.message.hasSuffix(" of memory, above the limit of 10 kB"))
      #expect(error.advice != nil)
    }
  }

  @Test func fewerThreadsMakeTheSameFiles() throws {
    for exporter in exporters {
      let whole = try exported(exporter, PictureSamples.gradient()).files
      var context = ExportContext()
      // Enough for one thread, or little more.
      context.limits.workingBytes = 48 * 40 * 100
      context.threads = 8
      #expect(try exported(exporter, PictureSamples.gradient(), context).files == whole)
    }
  }

  @Test func layersOfNestedGroupsCount() throws {
    func nested(_ depth: Int) throws -> Timeline {
      try SampleTimelines.timeline { builder in
        let list = try builder.intern([SampleTimelines.square(8, .black)])
        let state = FrameState(opacity: 0.5, transform: .identity)
        var sprite = Sprite(
          layers: ["Square"], content: .vector, frames: [FrameState(opacity: 1, transform: .identity, shapes: list)])
        for level in 0..<depth { sprite = Sprite(layers: ["\(level)"], content: .group([sprite]), frames: [state]) }
        builder.sprites = [sprite]
      }
    }
    #expect(try nested(0).layerBytesPerPixel == 0)
    #expect(try nested(1).layerBytesPerPixel == 4)
    #expect(try nested(60).layerBytesPerPixel == 240)
    var context = ExportContext()
    context.limits.workingBytes = 40 * 30 * 100
    _ = try exported(APNGExporter(), nested(1), context)
    #expect(throws: Diagnostic.self) { try exported(APNGExporter(), nested(60), context) }
  }
}
