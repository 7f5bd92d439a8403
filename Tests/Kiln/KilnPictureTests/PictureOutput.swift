import Foundation
import Kiln
import KilnCompression
import KilnDiagnostics
import KilnExporting
import KilnImages
import KilnLottieExport
import KilnPixels
import KilnPlayers
import KilnRendering
import KilnSVGAExport
import KilnSVGAFormat
import KilnTestSupport
import KilnTimeline

/// A way from an animation to pixels.
enum PictureOutput: String, CaseIterable {
  /// The imported animation, drawn.
  case drawn
  /// Converted to the format and read back.
  case svga, webp, apng, atlas
  /// SVGA for the players of iOS and Android alone, which draw mattes.
  case native
  /// Lottie for the players of phones, which run no expressions and lack some features.
  case lottie

  /// What the table calls it.
  var title: String {
    switch self {
    case .drawn: "Drawn"
    case .svga: "SVGA"
    case .webp: "WebP"
    case .apng: "APNG"
    case .atlas: "Atlas"
    case .native: "SVGA for apps"
    case .lottie: "Lottie for phones"
    }
  }

  /// Pictures at the moments of a case.
  func pictures(of one: PictureCase) throws -> [Pixmap] {
    var log = DiagnosticLog()
    let assets = LocalAssets(besideFile: one.path, fidelity: one.fidelity)
    let source = try AnimationFile.open(Fixture.bytes(one.path), fidelity: one.fidelity, assets: assets, log: &log)
    let parts = one.moments.map(\.part)
    guard self != .drawn else { return try Self.drawn(source, at: parts) }
    var options = Conversion.Options()
    options.allowsEmpty = true
    options.threads = 2
    let files = try Conversion(to: try exporter, options: options).run(source, name: "case", log: &log).files
    guard format != .lottie else {
      // Fonts are no part of the file.
      let made = try AnimationFile.open(files[0].bytes, fidelity: one.fidelity, assets: assets, log: &log)
      return try Self.drawn(made, at: parts)
    }
    return try Self.pictures(in: files, format, at: parts)
  }

  private var exporter: any AnimationExporter {
    get throws {
      switch self {
      case .native:
        var options = SVGAExporter.Options()
        options.profile = .native
        return SVGAExporter(options: options)
      case .lottie:
        var options = LottieExporter.Options()
        options.targets = [try Target("lottie-ios"), try Target("lottie-android")]
        return LottieExporter(options: options)
      default: return format.exporter
      }
    }
  }

  private var format: OutputFormat {
    switch self {
    case .drawn, .svga, .native: .svga
    case .webp: .webp
    case .apng: .apng
    case .atlas: .atlas
    case .lottie: .lottie
    }
  }

  /// Pictures after parts of the duration.
  private static func drawn(_ source: any AnimationSource, at parts: [Double]) throws -> [Pixmap] {
    let info = source.info
    return try drawn(source, atFrames: parts.map { info.firstFrame + $0 * Double(info.frameCount) })
  }

  private static func drawn(_ source: any AnimationSource, atFrames times: [Double]) throws -> [Pixmap] {
    var log = DiagnosticLog()
    return renderedFrames(
      try source.timeline(FrameSampling(times: times, frameRate: source.info.frameRate), log: &log))
  }

  private static func pictures(
    in files: [NamedFile], _ format: OutputFormat, at parts: [Double]
  ) throws -> [Pixmap] {
    switch format {
    case .svga:
      var log = DiagnosticLog()
      let movie = try AnimationFile.open(files[0].bytes, log: &log)
      return try drawn(movie, atFrames: parts.map { (($0 * Double(movie.info.frameCount)) + 1e-6).rounded(.down) })
    case .webp:
      let reader = try AnimatedWebPReader(files[0].bytes, limits: Limits())
      let frames = try reader.decodeFrames()
      return shown(frames.map { ($0.pixmap, $0.endMilliseconds) }, at: parts)
    case .apng:
      var end = 0
      let frames = try APNGFile(files[0].bytes).frames().map { frame -> (Pixmap, Int) in
        end += frame.milliseconds
        return (frame.pixmap, end)
      }
      return shown(frames, at: parts)
    default:
      let atlas = try AtlasFile(files[1].bytes)
      let page = try ImageDecoder.decode(files[0].bytes, limits: Limits())
      var end = 0
      let frames = atlas.shownFrames(of: "case", page: page).map { _, frame, pixmap -> (Pixmap, Int) in
        end += frame.duration
        return (pixmap, end)
      }
      return shown(frames, at: parts)
    }
  }

  /// The frames that are seen after parts of the duration, of frames with the milliseconds at which each ends.
  private static func shown(_ frames: [(pixmap: Pixmap, end: Int)], at parts: [Double]) -> [Pixmap] {
    let duration = Double(frames.last?.end ?? 0)
    return parts.compactMap { part in frames.first { Double($0.end) > part * duration }?.pixmap }
  }
}
