internal import KilnDiagnostics

/// A finding in the form of GitLab's code quality reports.
struct GitLabIssue: Encodable {
  struct Location: Encodable {
    struct Lines: Encodable { var begin: Int }

    var path: String
    var lines: Lines
  }

  var description: String
  var check_name: String
  var fingerprint: String
  var severity: String
  var location: Location
}

extension ValidationRunReport {
  /// An issue for each finding that is not in the baseline.
  var gitLab: [GitLabIssue] {
    files.flatMap { file in
      fingerprinted(file).map { finding, fingerprint in
        GitLabIssue(
          description: finding.sentences, check_name: finding.rule, fingerprint: fingerprint,
          severity: Self.severity(finding, file),
          location: .init(path: path(of: file), lines: .init(begin: finding.line ?? 1)))
      }
    }
  }

  private static func severity(_ finding: FileFinding, _ file: ValidatedFile) -> String {
    if finding == file.failure { return "critical" }
    switch finding.severity {
    case .error: return "major"
    case .warning: return "minor"
    case .note: return "info"
    }
  }
}
