internal import KilnDiagnostics
package import KilnValidation

/// Result of validating one file, as a worker sends it and the batch stores it.
package struct FileValidation: Sendable, Hashable, Codable {
  /// Number of findings of a rule beyond those that are listed.
  package struct Omission: Sendable, Hashable, Codable {
    /// ID of the rule.
    package var rule: String
    /// Number of findings.
    package var count: Int
  }

  /// Format of the file, as in `ValidationReport`.
  package var format: String
  /// Canvas in pixels.
  package var width: Double
  /// Canvas in pixels.
  package var height: Double
  /// Frames per second.
  package var frameRate: Double
  /// Number of frames.
  package var frameCount: Int
  /// Number of layers or sprites in the file.
  package var layers: Int
  /// Bytes that all images take decoded.
  package var decodedBytes: Int
  /// The findings, in the order of the file.
  package var findings: [FileFinding]
  /// Findings that are not listed, by rule.
  package var omitted: [Omission]
  /// Why the file cannot be read, or only in part; nil if it can.
  package var failure: FileFinding?

  /// Duration in milliseconds; 0 for a still picture.
  package var durationMilliseconds: Double { frameRate > 0 ? Double(frameCount) * 1000 / frameRate : 0 }

  /// Most bytes of all findings of a file as JSON; workers answer with lines of bounded length.
  package static let maximumBytes = 2 << 20

  /// The result from a validator's report.
  package init(_ report: ValidationReport) {
    format = report.format
    (width, height) = (report.facts.width, report.facts.height)
    (frameRate, frameCount) = (report.facts.frameRate, report.facts.frameCount)
    (layers, decodedBytes) = (report.facts.layers, report.facts.decodedBytes)
    failure = report.failure.map { FileFinding($0, at: report.failurePlace) }
    findings = []
    var counts = Dictionary(report.omitted.map { ($0.rule.id, $0.count) }) { $0 + $1 }
    var bytes = 0
    for finding in report.findings {
      let finding = FileFinding(finding)
      bytes += finding.estimatedBytes
      if bytes <= Self.maximumBytes {
        findings.append(finding)
      } else {
        counts[finding.rule, default: 0] += finding.occurrences
      }
    }
    omitted = counts.sorted { $0.key < $1.key }.map { Omission(rule: $0.key, count: $0.value) }
  }
}

extension FileFinding {
  /// Lower bound of its bytes as JSON, which writes a control character as six.
  fileprivate var estimatedBytes: Int {
    let texts =
      [finding.message, finding.path, finding.location, finding.advice ?? "", remedy, appearance ?? ""]
      + finding.layers + finding.property + targets + partialTargets
    return texts.reduce(600) { sum, text in
      sum + 4
        + text.utf8.reduce(0) { $0 + ($1 < 0x20 ? 6 : $1 == UInt8(ascii: "\"") || $1 == UInt8(ascii: "\\") ? 2 : 1) }
    }
  }
}
