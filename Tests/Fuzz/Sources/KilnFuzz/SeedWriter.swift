internal import Foundation
internal import Kiln
internal import KilnDiagnostics
internal import KilnExporting
internal import KilnTimeline

/// Converts animations to every format that targets read, as seeds.
struct SeedWriter {
  private static let formats: [(extension: String, format: OutputFormat)] = [
    ("svga", .svga), ("webp", .webp), ("png", .apng), ("gif", .gif), ("timeline", .timeline), ("lottie", .dotLottie),
    ("tgs", .sticker),
  ]

  let folder: String

  /// Writes the conversions of files; those that are not possible are left out.
  func write(_ files: some Sequence<String>) {
    for (number, file) in files.enumerated() {
      guard let bytes = FileManager.default.contents(atPath: file) else { continue }
      for (name, format) in Self.formats { write(Array(bytes), to: format, at: "\(folder)/\(name)/\(number)") }
    }
  }

  private func write(_ bytes: [UInt8], to format: OutputFormat, at path: String) {
    var log = DiagnosticLog()
    var options = Conversion.Options()
    options.allowsEmpty = true
    guard let source = AnimationTarget.open(bytes, as: nil, log: &log) else { return }
    options.range = source.info.firstFrame..<source.info.firstFrame + min(4, Double(source.info.frameCount))
    let conversion = Conversion(to: format.exporter, options: options, limits: .fuzzing)
    guard let file = try? conversion.run(source, name: "a", log: &log).files.first else { return }
    let url = URL(filePath: path)
    try? FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try? Data(file.bytes).write(to: url)
  }
}
