import Foundation
import Kiln
import KilnDiagnostics
import KilnTestSupport
import KilnTimeline
import Testing

/// Files of `Tests/Fuzz/Regressions`, which once ended the process or took too long: each is converted or refused because of
/// what is in it.
///
/// `scripts/fuzz --regressions` runs all of them with sanitizers; here are those that are animations or pictures.
@Suite struct FuzzRegressionTests {
  private static let folder = Fixture.repository("Tests/Fuzz/Regressions")

  /// Files by their path below the folder.
  private static let files: [String] = {
    let targets = ["lottie", "dotlottie", "tgs", "svga1", "svga2", "images", "timeline", "validation", "conversions"]
    return targets.flatMap { target in
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder + "/" + target)) ?? []
      return names.sorted().map { target + "/" + $0 }
    }
  }()

  @Test(arguments: files) func isConvertedOrRefused(file: String) {
    var bytes = Fixture.bytes(Self.folder + "/" + file)
    // Inputs of this target begin with a format.
    if file.hasPrefix("conversions/") { bytes.removeFirst() }
    for format in OutputFormat.all where !["mp4", "webm", "mov"].contains(format.id) {
      let failure = thrown { () throws(Diagnostic) in try Self.convert(bytes, to: format) }
      #expect(failure?.rule.fault != .bug, "\(format.id): \(String(describing: failure))")
    }
  }

  private static func convert(_ bytes: [UInt8], to format: OutputFormat) throws(Diagnostic) {
    var log = DiagnosticLog()
    let source = try AnimationFile.open(bytes, limits: limits, log: &log)
    var options = Conversion.Options()
    options.allowsEmpty = true
    options.range = source.info.firstFrame..<source.info.firstFrame + 4
    let conversion = Conversion(to: format.exporter, options: options, limits: limits)
    let result = try conversion.run(source, name: "a", log: &log)
    let failure = thrown { () throws(Diagnostic) in try conversion.verification(of: result, from: source) }
    #expect(failure == nil || failure?.rule == .limitExceeded, "\(format.id): \(String(describing: failure))")
  }

  /// Those of strangers' files, with small pictures.
  private static let limits: Limits = {
    var limits = Limits.untrusted
    limits[.pixels] = 1 << 18
    limits[.decodedImageBytes] = 4 << 20
    return limits
  }()
}
