import Foundation
import KilnCompression
import KilnDiagnostics
import KilnImages
import KilnPNG

public import KilnPixels
public import Testing

/// Comparison with expected results that lie beside the tests.
///
/// With `UPDATE_GOLDENS=1` in the environment the expected results are written anew, and the test fails all the same: a
/// green run is always a comparison.
public enum Golden {
  private static let isUpdating = ProcessInfo.processInfo.environment["UPDATE_GOLDENS"] == "1"

  /// Expects a text to equal the file at `path`; names the first line that differs.
  public static func expect(
    _ actual: String, equalsFile path: String, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    if isUpdating { return update(Array(actual.utf8), path, sourceLocation) }
    guard let data = FileManager.default.contents(atPath: path) else {
      Issue.record("there is no \(path); UPDATE_GOLDENS=1 makes it", sourceLocation: sourceLocation)
      return
    }
    let expected = String(decoding: data, as: UTF8.self)
    guard expected != actual else { return }
    let pairs = zip(
      expected.split(separator: "\n", omittingEmptySubsequences: false),
      actual.split(separator: "\n", omittingEmptySubsequences: false))
    let line = Array(pairs).firstIndex { $0 != $1 }
    let detail = line.map { "line \($0 + 1): expected “\(Array(pairs)[$0].0)”, got “\(Array(pairs)[$0].1)”" }
    Issue.record(
      "the result differs from \(path): \(detail ?? "one is longer")", sourceLocation: sourceLocation)
  }

  /// Expects pixels to equal the PNG at `path`, each channel give or take `tolerance`.
  ///
  /// On failure expected and actual picture are written to the temporary folder.
  public static func expect(
    _ actual: Pixmap, equalsPNG path: String, tolerance: Int = 0, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    if isUpdating { return update(try PNGEncoder.encode(actual, effort: .normal), path, sourceLocation) }
    guard let data = FileManager.default.contents(atPath: path) else {
      Issue.record("there is no \(path); UPDATE_GOLDENS=1 makes it", sourceLocation: sourceLocation)
      return
    }
    let expected = try ImageDecoder.decode([UInt8](data), limits: Limits())
    let difference = PixelDifference(expected, actual)
    guard difference.largest > tolerance else { return }
    let failed = FileManager.default.temporaryDirectory.appending(
      path: "failed-" + (path as NSString).lastPathComponent)
    try Data(PNGEncoder.encode(actual)).write(to: failed)
    Issue.record(
      "the picture differs from \(path): \(difference); what was drawn is in \(failed.path())",
      sourceLocation: sourceLocation)
  }

  private static func update(_ bytes: [UInt8], _ path: String, _ sourceLocation: SourceLocation) {
    do {
      let url = URL(filePath: path)
      try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(bytes).write(to: url)
    } catch {
      Issue.record("\(path) cannot be written: \(error)", sourceLocation: sourceLocation)
    }
    Issue.record("written anew: \(path)", sourceLocation: sourceLocation)
  }
}
