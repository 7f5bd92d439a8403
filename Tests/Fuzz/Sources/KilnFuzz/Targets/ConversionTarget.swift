internal import Kiln
internal import KilnComparison
internal import KilnDiagnostics
internal import KilnExporting
internal import KilnGeometry
internal import KilnJSON
internal import KilnLottieImport
internal import KilnSVGAExport
internal import KilnTimeline

/// A Lottie document is converted; what is written can be read, and looks like the document unless its numbers are beyond
/// those that leave digits for pixels.
///
/// The first byte of the input is the format and some of its options.
enum ConversionTarget {
  private static let formats: [OutputFormat] = [
    .svga, .webp, .apng, .gif, .frames, .atlas, .timeline, .lottie, .dotLottie, .sticker,
  ]
  private static let maximumFrames = 4.0

  static func run(_ bytes: [UInt8]) {
    guard let choice = bytes.first else { return }
    let format = formats[Int(choice & 15) % formats.count]
    var log = DiagnosticLog()
    guard let source = AnimationTarget.open(Array(bytes.dropFirst()), as: .lottie, log: &log) else { return }
    let conversion = Conversion(
      to: exporter(of: format, choice), options: options(choice, source.info), limits: .fuzzing)
    let result = FuzzTarget.attempt { () throws(Diagnostic) in try conversion.run(source, name: "a", log: &log) }
    guard let result else { return }
    let isExact = !log.isLossy && hasModerateNumbers(bytes.dropFirst())
    check(result, of: conversion, from: source, format, isExact: isExact)
  }

  private static func options(_ choice: UInt8, _ info: AnimationInfo) -> Conversion.Options {
    var options = Conversion.Options()
    options.allowsEmpty = true
    options.range = info.firstFrame..<info.firstFrame + min(maximumFrames, max(1, Double(info.frameCount)))
    options.isReversed = choice & 16 != 0
    if choice & 32 != 0 { options.width = 40 }
    if choice & 64 != 0 { options.frameRate = 20 }
    return options
  }

  private static func exporter(of format: OutputFormat, _ choice: UInt8) -> any AnimationExporter {
    guard format == .svga, choice & 128 != 0 else { return format.exporter }
    var options = SVGAExporter.Options()
    options.textForm = .bitmap
    options.keepsUnchangedShapes = false
    return SVGAExporter(options: options)
  }

  /// Whether no number of a JSON document is beyond a million.
  private static func hasModerateNumbers(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard let tree = try? JSONTree(Array(bytes), readsTextNumbers: true, limits: .fuzzing) else { return false }
    var rest = [tree.root]
    while let value = rest.popLast() {
      if let number = value.number, number.magnitude > 1e6 { return false }
      rest.append(contentsOf: value.children)
    }
    return true
  }

  private static func check(
    _ result: Conversion.Result, of conversion: Conversion, from source: any AnimationSource, _ format: OutputFormat,
    isExact: Bool
  ) {
    do throws(Diagnostic) {
      let comparison = try conversion.verification(of: result, from: source)
      guard isExact, comparison.similarity <= leastSimilarity(format) else { return }
      FuzzTarget.fail("\(format.id): SSIM \(comparison.similarity) without a finding")
    } catch {
      guard error.rule != .limitExceeded else { return }
      FuzzTarget.fail("\(format.id): what was written cannot be read: \(error)")
    }
  }

  /// SSIM that a conversion keeps which reports no loss; colours of a GIF are few.
  private static func leastSimilarity(_ format: OutputFormat) -> Double {
    switch format {
    case .webp, .apng, .frames, .atlas, .timeline: 0.99
    case .gif: 0.5
    default: 0.8
    }
  }
}
