import KilnDiagnostics
import KilnExporting
import KilnImages
import KilnPictureExport
import KilnTestSupport
import KilnTimeline
import Testing

@Suite struct FrameSequenceExporterTests {
  @Test func everyFrameIsAFile() throws {
    let timeline = try SampleTimelines.varied()
    let files = try exported(exporter, timeline, ExportContext(name: "icon")).files
    #expect(files.count == 40)
    #expect(files.first?.name == "icon/0000.png" && files.last?.name == "icon/0039.png")
    #expect(files.allSatisfy { $0.mediaType == "image/png" })
    for (file, expected) in zip(files, renderedFrames(timeline)) {
      #expect(try ImageDecoder.decode(file.bytes, limits: Limits()) == expected, "\(file.name)")
    }
  }

  @Test func numbersHaveAsManyDigitsAsTheyNeed() throws {
    let names = try exported(exporter, PictureSamples.blank(frames: 10_001)).files.map(\.name)
    #expect(names[0] == "animation/00000.png" && names[10_000] == "animation/10000.png")
  }

  @Test func bytesDoNotDependOnTheNumberOfThreads() throws {
    let alone = try exported(exporter, SampleTimelines.varied()).files
    for threads in [2, 5] {
      var context = ExportContext()
      context.threads = threads
      #expect(try exported(exporter, SampleTimelines.varied(), context).files == alone)
    }
  }

  private var exporter: FrameSequenceExporter { FrameSequenceExporter(options: FrameSequenceExporter.Options()) }
}
