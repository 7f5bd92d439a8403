public import Diagnostics
internal import Compression
internal import LottieFormat
internal import LottieImport
internal import SVGAFormat
internal import SVGAImport
public import TimelineModel

/// A kind of file that Kiln reads.
public enum AnimationFormat: String, Sendable, CaseIterable {
  case lottie
  case svga

  /// The format of some bytes, by their content; nil if Kiln does not know it.
  public init?(_ bytes: [UInt8]) {
    if SVGAContainer.recognizes(bytes) {
      self = .svga
    } else if Self.isJSON(bytes) {
      self = .lottie
    } else {
      return nil
    }
  }

  private static func isJSON(_ bytes: [UInt8]) -> Bool {
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    let first = bytes.dropFirst(start).first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
  }
}

/// Opens animations of every format that Kiln reads.
public enum AnimationFile {
  /// Reads an animation.
  ///
  /// - Parameters:
  ///   - format: Nil to see it from the content.
  ///   - assets: Where images beside a Lottie file are looked for.
  public static func open(
    _ bytes: [UInt8], format: AnimationFormat? = nil, assets: AssetFolders = AssetFolders([]),
    limits: Limits = Limits(), log: inout DiagnosticLog
  ) throws(Diagnostic) -> any AnimationSource {
    guard !bytes.isEmpty else {
      throw Diagnostic(.inputUnknownFormat, "the file is empty", advice: "export it again")
    }
    switch format ?? AnimationFormat(bytes) {
    case .lottie:
      return try LottieSource(bytes: bytes, limits: limits) { image throws(Diagnostic) in
        try assets.bytes(folder: image.folder, file: image.file, limits: limits)
      }
    case .svga: return try SVGASource(bytes: bytes, limits: limits, log: &log)
    case nil: throw Diagnostic(.inputUnknownFormat, "the file is \(kind(of: bytes))", advice: advice(for: bytes))
    }
  }

  /// What some bytes look like that are no animation.
  private static func kind(of bytes: [UInt8]) -> String {
    if bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]) { return "a ZIP archive, which is not read yet" }
    if bytes.starts(with: [0x1F, 0x8B]) { return "a gzip stream (.tgs), which is not read yet" }
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) { return "a PNG image" }
    if bytes.starts(with: Array("RIFF".utf8)) { return "a WebP image" }
    return "neither Lottie nor SVGA"
  }

  private static func advice(for bytes: [UInt8]) -> String {
    if bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]) || bytes.starts(with: [0x1F, 0x8B]) {
      return "unpack it and give the JSON inside"
    }
    return "Kiln reads Lottie JSON and SVGA 2.x"
  }
}
