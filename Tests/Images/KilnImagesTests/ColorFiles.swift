import CKilnLCMS
import Foundation
import KilnCompression
import KilnImages
import KilnPixels
import KilnPNG
import KilnTestSupport
import Testing

/// Image files with descriptions of their colours, put together for tests.
enum ColorFiles {
  /// The PNG file of an opaque picture with chunks before its pixels.
  static func png(_ colors: [[UInt8]], _ chunks: (name: String, content: [UInt8])...) throws -> [UInt8] {
    try chunks.reversed().reduce(PNGEncoder.encode(pixmap(colors))) {
      PNGChunks.inserting($1.name, $1.content, into: $0)
    }
  }

  /// A lossless WebP file with a colour profile.
  static func webp(_ colors: [[UInt8]], profile: [UInt8]) throws -> [UInt8] {
    let pixmap = pixmap(colors)
    let plain = try WebPFrameEncoder.encode(pixmap, options: .lossless())
    // Flags of the extended header: there is a profile. Sizes less one, in three bytes.
    let extended: [UInt8] = [0x20, 0, 0, 0, UInt8(pixmap.width - 1), 0, 0, UInt8(pixmap.height - 1), 0, 0]
    let body = Array("WEBP".utf8) + riff("VP8X", extended) + riff("ICCP", profile) + plain[12...]
    return riff("RIFF", body)
  }

  /// A JPEG file with a colour profile in segments of at most so many bytes.
  static func jpeg(_ file: [UInt8], profile: [UInt8], segment: Int = 65_000) -> [UInt8] {
    let parts = stride(from: 0, to: profile.count, by: segment).map { profile[$0..<min($0 + segment, profile.count)] }
    let segments = parts.enumerated().flatMap { index, part -> [UInt8] in
      let content = Array("ICC_PROFILE\0".utf8) + [UInt8(index + 1), UInt8(parts.count)] + part
      return [0xFF, 0xE2, UInt8((content.count + 2) >> 8), UInt8((content.count + 2) & 255)] + content
    }
    return file[..<2] + segments + file[2...]
  }

  /// The content of an `iCCP` chunk.
  static func iccp(_ profile: [UInt8], name: String = "profile") throws -> [UInt8] {
    try Array(name.utf8) + [0, 0] + Zlib.deflate(profile, level: 6)
  }

  /// The ICC profile of an RGB colour space with white of D65.
  static func profile(_ space: ColorMatrix, _ function: Curve) throws -> [UInt8] {
    try withContext { context in
      let curve = function.make(context)
      defer { cmsFreeToneCurve(curve) }
      func color(_ point: SIMD2<Double>) -> cmsCIExyY { cmsCIExyY(x: point.x, y: point.y, Y: 1) }
      var white = color(ColorMatrix.white)
      var colors = cmsCIExyYTRIPLE(Red: color(space.red), Green: color(space.green), Blue: color(space.blue))
      return try bytes(of: cmsCreateRGBProfileTHR(context, &white, &colors, [curve, curve, curve]))
    }
  }

  /// The ICC profile of greys.
  static func greyProfile(exponent: Double) throws -> [UInt8] {
    try withContext { context in
      let curve = cmsBuildGamma(context, exponent)
      defer { cmsFreeToneCurve(curve) }
      return try bytes(of: cmsCreateGrayProfileTHR(context, cmsD50_xyY(), curve))
    }
  }

  /// The ICC profile of inks that are all grey: each takes a quarter of the lightness.
  static func inkProfile() throws -> [UInt8] {
    try withContext { context in
      let pipeline = cmsPipelineAlloc(context, 4, 3)
      defer { cmsPipelineFree(pipeline) }
      // To lightness, and no colour.
      let matrix: [Double] = [-0.25, -0.25, -0.25, -0.25, 0, 0, 0, 0, 0, 0, 0, 0]
      let offset: [Double] = [1, 128.0 / 255, 128.0 / 255]
      cmsPipelineInsertStage(pipeline, cmsAT_END, cmsStageAllocMatrix(context, 3, 4, matrix, offset))
      let profile = cmsCreateProfilePlaceholder(context)
      cmsSetProfileVersion(profile, 4.3)
      cmsSetDeviceClass(profile, cmsSigOutputClass)
      cmsSetColorSpace(profile, cmsSigCmykData)
      cmsSetPCS(profile, cmsSigLabData)
      let table = cmsStageAllocCLut16bit(context, 2, 4, 3, nil)
      cmsStageSampleCLut16bit(
        table,
        { input, output, cargo in
          cmsPipelineEval16(input, output, cargo.map { OpaquePointer($0) })
          return 1
        },
        UnsafeMutableRawPointer(pipeline), 0)
      let lookup = cmsPipelineAlloc(context, 4, 3)
      defer { cmsPipelineFree(lookup) }
      // A table stands between curves, here straight ones.
      cmsPipelineInsertStage(lookup, cmsAT_END, cmsStageAllocToneCurves(context, 4, nil))
      cmsPipelineInsertStage(lookup, cmsAT_END, table)
      cmsPipelineInsertStage(lookup, cmsAT_END, cmsStageAllocToneCurves(context, 3, nil))
      cmsWriteTag(profile, cmsSigAToB0Tag, lookup.map { UnsafeRawPointer($0) })
      return try bytes(of: profile)
    }
  }

  // MARK: - Parts

  private static func pixmap(_ colors: [[UInt8]]) -> Pixmap {
    Pixmap(width: colors.count, height: 1, straightRGBA: colors.flatMap { $0.count == 3 ? $0 + [255] : $0 })
  }

  private static func riff(_ name: String, _ content: [UInt8]) -> [UInt8] {
    Array(name.utf8) + PNGChunks.words(UInt32(content.count)).reversed() + content
      + [UInt8](repeating: 0, count: content.count & 1)
  }

  private static func withContext<Result>(_ body: (cmsContext) throws -> Result) throws -> Result {
    let context = try #require(cmsCreateContext(nil, nil))
    defer { cmsDeleteContext(context) }
    return try body(context)
  }

  private static func bytes(of profile: cmsHPROFILE?) throws -> [UInt8] {
    let profile = try #require(profile)
    defer { cmsCloseProfile(profile) }
    var count: cmsUInt32Number = 0
    try #require(cmsSaveProfileToMem(profile, nil, &count) != 0)
    var bytes = [UInt8](repeating: 0, count: Int(count))
    try #require(cmsSaveProfileToMem(profile, &bytes, &count) != 0)
    return bytes
  }

  /// A transfer function.
  enum Curve {
    case standard
    case power(Double)

    fileprivate func make(_ context: cmsContext) -> OpaquePointer? {
      switch self {
      case .standard: cmsBuildParametricToneCurve(context, 4, [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045])
      case .power(let exponent): cmsBuildGamma(context, exponent)
      }
    }

    /// Light of a channel, 0…1.
    func light(_ value: Double) -> Double {
      switch self {
      case .power(let exponent): pow(value, exponent)
      case .standard: value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
      }
    }
  }
}
