import Kiln
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

/// What becomes of SVGA files that are too large for players.
@Suite struct SVGALimitTests {
  /// Eight frames of a blurred square that grows, so that each is a bitmap of its own.
  private static let glow = #"""
    {"v":"5.7.0","fr":20,"ip":0,"op":8,"w":64,"h":64,"layers":[
      {"ty":4,"nm":"Glow","ind":1,"ip":0,"op":8,"st":0,"ks":{"p":{"k":[32,32,0]}},
       "ef":[{"ty":29,"nm":"Gaussian Blur","en":1,"ef":[
         {"ty":0,"v":{"k":10}},{"ty":7,"v":{"k":1}},{"ty":7,"v":{"k":0}}]}],
       "shapes":[{"ty":"gr","it":[
         {"ty":"rc","p":{"k":[0,0]},"r":{"k":0},
          "s":{"a":1,"k":[{"t":0,"s":[16,16],"o":{"x":0,"y":0},"i":{"x":1,"y":1}},{"t":8,"s":[48,40]}]}},
         {"ty":"fl","c":{"k":[1,0,0]},"o":{"k":100}},{"ty":"tr"}]}]}]}
    """#

  private struct Settings {
    var exporter = SVGAExporter.Options()
    var conversion = Conversion.Options()
  }

  private func convert(
    _ file: [UInt8] = Array(glow.utf8), _ change: (inout Settings) -> Void
  ) throws(Diagnostic) -> (file: [UInt8], log: DiagnosticLog) {
    var settings = Settings()
    change(&settings)
    var log = DiagnosticLog()
    let source = try AnimationFile.open(file, log: &log)
    let result = try Conversion(to: SVGAExporter(options: settings.exporter), options: settings.conversion)
      .run(source, name: "a", log: &log)
    return (result.files[0].bytes, log)
  }

  private func rules(_ log: DiagnosticLog) -> [Rule] { log.diagnostics.map(\.rule).filter { $0 != .loweringBitmap } }

  @Test func whatTakesTooMuchMemoryIsRefusedWithTheLayerThatNeedsIt() throws {
    let finding = thrown { () throws(Diagnostic) in try convert { $0.exporter.limits.memory = 10_000 } }
    #expect(finding?.rule == .svgaTooLarge && finding?.rule.fault == .policy)
    #expect(finding?.message.contains("above the limit of 10 kB; most are needed for “Glow” (") == true)
    #expect(finding?.message.contains(" in 8 bitmaps, because of Gaussian Blur)") == true)
    #expect(finding?.advice?.contains("\(Choice.bitmapScale) ") == true)
    #expect(finding?.advice?.contains("\(Choice.memory), none for no limit") == true)
  }

  @Test func aFileThatIsTooLargeIsRefusedWithTheLayersThatItIsSpentOn() throws {
    let finding = thrown { () throws(Diagnostic) in try convert { $0.exporter.limits.bytes = 1000 } }
    #expect(finding?.rule == .svgaTooLarge)
    #expect(finding?.message.contains("above the limit of 1 kB; most are spent on “Glow” (") == true)
    #expect(finding?.message.contains(" decoded)") == true)
    #expect(finding?.advice?.contains("\(Choice.bytes), none for no limit") == true)
  }

  @Test func withoutLimitsNothingIsRefusedOrWarnedOf() throws {
    let free = try convert {
      $0.exporter.limits.bytes = nil
      $0.exporter.limits.memory = nil
      $0.exporter.limits.bytesWarning = 1000
      $0.exporter.limits.memoryWarning = 1000
    }
    #expect(rules(free.log).isEmpty)
    #expect(try free.file == convert { _ in }.file)
  }

  @Test func memoryAboveThatOfTheOfficialConverterIsWarnedOf() throws {
    let warned = try convert { $0.exporter.limits.memoryWarning = 1000 }
    #expect(rules(warned.log) == [.svgaLarge])
    let finding = warned.log.diagnostics.last
    #expect(finding?.message.contains("more than the 1 kB above which") == true)
    #expect(finding?.message.contains("most are needed for “Glow” (") == true)
    #expect(finding?.advice == "choose \(Choice.memory) 1kB, which fits it with the least loss, or simplify these")
    // Whoever sets a budget has decided.
    let budgeted = try convert {
      $0.exporter.limits.memoryWarning = 1000
      $0.conversion.budget.memory = 1_000_000
    }
    #expect(rules(budgeted.log).isEmpty && budgeted.file == warned.file)
  }

  @Test func aFileThatAppsRarelyAcceptIsWarnedOf() throws {
    let warned = try convert { $0.exporter.limits.bytesWarning = 1000 }
    #expect(rules(warned.log) == [.svgaLarge])
    let finding = warned.log.diagnostics.last
    #expect(
      finding?.message.contains("more than the 1 kB that apps commonly accept; most are spent on “Glow” (") == true)
    #expect(finding?.advice == "choose \(Choice.bytes) 1kB, which fits it with the least loss, or simplify these")
    let budgeted = try convert {
      $0.exporter.limits.bytesWarning = 1000
      $0.conversion.budget.bytes = 1_000_000
    }
    #expect(rules(budgeted.log).isEmpty && budgeted.file == warned.file)
  }

  @Test func aFileThatIsManyTimesAsLargeAsItsLottieIsWarnedOf() throws {
    let warned = try convert {
      $0.exporter.limits.growthWarning = 2
      $0.exporter.limits.growthBytes = 1000
    }
    #expect(rules(warned.log) == [.svgaFileInflated])
    let message = warned.log.diagnostics.last?.message
    #expect(message?.contains(" of its packed source; most are bitmaps, of “Glow” (") == true, "\(message ?? "")")
    for (bytes, times) in [(1_000_000, 2), (1000, 1000)] {
      let fine = try convert {
        $0.exporter.limits.growthWarning = times
        $0.exporter.limits.growthBytes = bytes
      }
      #expect(rules(fine.log).isEmpty && fine.file == warned.file)
    }
  }

  @Test func aBudgetForBytesAloneIsNoReasonToTakeMoreMemory() throws {
    let reduced = try convert {
      $0.exporter.limits.memory = 20_000
      $0.conversion.budget.bytes = 1_000_000
    }
    #expect(rules(reduced.log) == [.budgetReduced])
  }

  @Test func aBudgetTakesThePlaceOfTheLimit() throws {
    let reduced = try convert {
      $0.exporter.limits.memory = 1000
      $0.conversion.budget.memory = 20_000
    }
    #expect(rules(reduced.log) == [.budgetReduced])
    var log = DiagnosticLog()
    let source = try AnimationFile.open(reduced.file, log: &log)
    #expect(try Inspection.inspect(source, log: &log).inspection.decodedBytes <= 20_000)
    let impossible = thrown { () throws(Diagnostic) in try convert { $0.conversion.budget.memory = 10 } }
    #expect(impossible?.rule == .budgetExceeded)
    #expect(impossible?.message.contains("above the limit of 10 bytes") == true)
  }

  /// Whoever obeys a refusal is not refused again.
  @Test(arguments: [60, 150, 300], [false, true])
  func theLimitThatARefusalNamesIsEnough(limit: Int, isSVGA: Bool) throws {
    let source = isSVGA ? try convert { _ in }.file : Array(Self.glow.utf8)
    let refused = try #require(
      thrown { () throws(Diagnostic) in try convert(source) { $0.conversion.budget.bytes = limit } })
    #expect(refused.rule == .budgetExceeded && refused.message.contains("the smallest file that was found has "))
    let words = try #require(refused.advice).split(separator: " ")
    let option = try #require(words.lastIndex(of: "\(Choice.bytes)"))
    let named = try #require(ByteCount(String(words[option + 1]))).bytes
    #expect(try convert(source) { $0.conversion.budget.bytes = named }.file.count <= named)
  }

  @Test func aSourceThatIsLargeAlreadyMayBecomeSmaller() throws {
    let source = try convert { _ in }.file
    for change: @Sendable (inout Settings) -> Void in [{ _ in }, { $0.conversion.scale = 0.5 }] {
      let smaller = try convert(source) {
        change(&$0)
        $0.exporter.limits.bytes = 10
        $0.exporter.limits.memory = 1000
        $0.exporter.limits.memoryWarning = 1000
      }
      #expect(smaller.file.count <= source.count)
      #expect(rules(smaller.log) == [.svgaLarge])
    }
  }

  @Test func theCommandRefusesWhatNoPhonePlaysUnlessMoreIsAllowed() throws {
    try Samples.withFolder(["a.json": Samples.photo(folder: "", file: "photo.png")]) { folder in
      try Samples.write(PNGEncoder.encode(Pixmap(width: 4100, height: 4100)), folder + "/photo.png")
      let refused = try Command.run("convert", "a.json", "a.svga", folder: folder)
      #expect(refused.exitCode == 1)
      #expect(refused.errors.contains("above the limit of 64 MB; most are needed for “Photo” (67.2 MB)"))
      #expect(!Samples.names(in: folder).contains("a.svga"))
      let allowed = try Command.run("convert", "a.json", "a.svga", "--max-memory", "100M", folder: folder)
      #expect(allowed.exitCode == 0, "\(allowed.errors)")
    }
  }

  // MARK: - Archives

  /// A picture that Deflate cannot find again, because it is larger than its window.
  private static func noise() throws -> [UInt8] {
    var random = SplitMix64(seed: 10)
    let pixels = (0..<16_384).map { _ in UInt32.random(in: 0...0xFF_FFFF, using: &random) | 0x80 << 24 }
    return try PNGEncoder.encode(
      Pixmap(width: 128, height: 128, pixels: pixels.map(Premultiplication.premultiply)), effort: .strongest)
  }

  /// An archive of SVGA 1.x in which five keys name one picture.
  private static func archive(ending: String) throws -> [UInt8] {
    let frame = #"{"alpha":1,"layout":{"x":0,"y":0,"width":128,"height":128}}"#
    let keys = ["a", "b", "c", "d", "e"]
    let images = keys.map { "\"\($0)\":\"shared\"" }.joined(separator: ",")
    let sprites = keys.map { #"{"imageKey":"\#($0)\#(ending)","frames":[\#(frame)]}"# }
    let shown = #"{"imageKey":"s.vector","matteKey":"a.matte","frames":[{}]}"#
    let spec = #"""
      {"ver":"1.1.0","movie":{"viewBox":{"width":128,"height":128},"fps":20,"frames":1},
       "images":{\#(images)},"sprites":[\#((sprites + [shown]).joined(separator: ","))]}
      """#
    var writer = ZipWriter()
    try writer.add("movie.spec", Array(spec.utf8))
    try writer.add("shared.png", noise(), method: .stored)
    return try writer.finish()
  }

  @Test func anArchiveWhoseMattesShareAPictureDoesNotGrow() throws {
    let archive = try Self.archive(ending: ".matte")
    let converted = try convert(archive) { _ in }
    #expect(converted.file.first == 0x78)
    #expect(converted.file.count < archive.count)
    #expect(!rules(converted.log).contains(.svgaFileGrown))
    #expect(try SVGAContainer.read(converted.file).pictureKeys == ["a", "b", "c", "d", "e"])
  }

  @Test func anArchiveWhosePicturesAreDrawnGrowsWithAWarningUnlessItStaysOne() throws {
    let archive = try Self.archive(ending: "")
    let converted = try convert(archive) { _ in }
    #expect(converted.file.count > 4 * archive.count)
    #expect(
      rules(converted.log).filter { [.svgaFileGrown, .svgaBitmapCopies].contains($0) } == [
        .svgaBitmapCopies, .svgaFileGrown,
      ])
    let packed = try convert(archive) { $0.exporter.version = .archive }
    #expect(packed.file.count <= archive.count)
    #expect(!rules(packed.log).contains(.svgaFileGrown))
  }
}

extension Rule {
  /// IDs of rules of other modules, by which findings are told apart.
  fileprivate static let svgaBitmapCopies = Rule("svga.bitmap.copies", .note, .exact, "", why: "", remedy: "")
  fileprivate static let loweringBitmap = Rule("lowering.bitmap", .note, .approximated, "", why: "", remedy: "")
}
