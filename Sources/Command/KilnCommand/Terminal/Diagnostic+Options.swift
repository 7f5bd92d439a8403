package import KilnDiagnostics

extension Diagnostic {
  /// The same finding, with advice that names the options of the command.
  package var namingOptions: Diagnostic { naming(\.option, limit: \.option) }

  /// The finding for people: without the JSON pointer, where the names of layers say its place. `-v` prints both.
  package var withoutPointer: Diagnostic {
    guard !path.location.isEmpty else { return self }
    var finding = self
    finding.path.pointer = ""
    return finding
  }

  /// The finding as reports have it.
  package var report: DiagnosticReport { DiagnosticReport(namingOptions) }
}

extension Choice {
  /// The option by which users of the command make the choice.
  package var option: String {
    switch self {
    case .animation: "--animation"
    case .assets: "--assets"
    case .withoutExpressions: "--no-expressions"
    case .scale: "--scale"
    case .width: "--width"
    case .height: "--height"
    case .frameRate: "--fps"
    case .range: "--frames"
    case .marker: "--marker"
    case .speed: "--speed"
    case .loopCount: "--loop"
    case .stillFrame: "--poster-frame"
    case .allowsEmpty: "--allow-empty"
    case .minimumFrameRate: "--min-fps"
    case .bytes: "--max-bytes"
    case .memory: "--max-memory"
    case .bitmapScale: "--bitmap-scale"
    case .quantizer: "--lossy"
    case .descriptor: "--descriptor"
    case .pageSize: "--page-size"
    case .archive: "--svga-version 1"
    case .overwrite: "--overwrite"
    }
  }
}
