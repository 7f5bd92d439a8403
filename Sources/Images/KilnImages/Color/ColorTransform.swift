internal import KilnCompression
internal import KilnDiagnostics

#if ColorProfiles
  internal import CKilnLCMS

  /// A Little CMS transform from a colour description to sRGB.
  ///
  /// As in browsers, the perceptual rendering intent is used, without black point compensation. Each transform has its own
  /// context, so that it may go from one thread to another; `ColorTransformCache` gives it to one at a time.
  // Unchecked, because Little CMS' pointers are not Sendable: the cache gives a transform to one thread at a time.
  final class ColorTransform: @unchecked Sendable {
    private let context: cmsContext
    private var transform: cmsHTRANSFORM?
    private let channels: PixelChannels

    /// - Throws: `ColorFault` if the description is damaged or for other channels than those of the pixels.
    init(_ description: ColorDescription, _ channels: PixelChannels) throws(ColorFault) {
      guard let context = kiln_lcms_create_context() else { throw .damaged }
      self.context = context
      self.channels = channels
      guard let source = Self.profile(try description.inflated(), context) else { throw .damaged }
      defer { cmsCloseProfile(source) }
      guard let format = Self.format(channels, cmsGetColorSpace(source)) else {
        throw ColorFault(text: "it is for other channels than the image has")
      }
      guard let target = cmsCreate_sRGBProfileTHR(context) else { throw .damaged }
      defer { cmsCloseProfile(target) }
      // Little CMS compensates the black point for version 4 profiles.
      cmsSetProfileVersion(target, 2.1)
      transform = cmsCreateTransformTHR(
        context, source, format, target, kiln_lcms_rgb, cmsUInt32Number(INTENT_PERCEPTUAL), 0)
      guard transform != nil else { throw .damaged }
    }

    deinit {
      if let transform { cmsDeleteTransform(transform) }
      cmsDeleteContext(context)
    }

    /// Converts pixels in place. The fourth byte is kept if it is alpha, and undefined for CMYK.
    func apply(to pixels: inout [UInt8]) {
      guard let transform else { return }
      // In parts, because Little CMS counts pixels in 32 bits.
      let part = 1 << 20
      pixels.withUnsafeMutableBytes { bytes in
        for start in stride(from: 0, to: bytes.count / 4, by: part) {
          guard let base = bytes.baseAddress?.advanced(by: start * 4) else { return }
          cmsDoTransform(transform, base, base, cmsUInt32Number(min(part, bytes.count / 4 - start)))
        }
      }
    }

    /// Whether the description equals sRGB up to rounding.
    var isIdentity: Bool {
      let samples = channels.samples
      var converted = samples
      apply(to: &converted)
      switch channels {
      case .cmyk: return false
      case .rgb, .grey: return zip(samples, converted).allSatisfy { abs(Int($0) - Int($1)) <= 1 }
      }
    }

    // MARK: - Profiles

    private static func profile(_ description: ColorDescription, _ context: cmsContext) -> cmsHPROFILE? {
      switch description {
      case .standard: cmsCreate_sRGBProfileTHR(context)
      case .profile(let bytes), .deflatedProfile(let bytes): opened(bytes, context)
      case .primaries(let primaries, let function): made(primaries, function, context)
      }
    }

    private static func opened(_ bytes: [UInt8], _ context: cmsContext) -> cmsHPROFILE? {
      guard let profile = cmsOpenProfileFromMemTHR(context, bytes, cmsUInt32Number(clamping: bytes.count)) else {
        return nil
      }
      let classes = [cmsSigInputClass, cmsSigDisplayClass, cmsSigOutputClass, cmsSigColorSpaceClass]
      guard classes.contains(cmsGetDeviceClass(profile)) else {
        cmsCloseProfile(profile)
        return nil
      }
      return profile
    }

    private static func made(
      _ primaries: ColorPrimaries, _ function: TransferFunction, _ context: cmsContext
    ) -> cmsHPROFILE? {
      guard primaries.isValid, let curve = curve(function, context) else { return nil }
      defer { cmsFreeToneCurve(curve) }
      func color(_ point: SIMD2<Double>) -> cmsCIExyY { cmsCIExyY(x: point.x, y: point.y, Y: 1) }
      var white = color(primaries.white)
      var colors = cmsCIExyYTRIPLE(
        Red: color(primaries.red), Green: color(primaries.green), Blue: color(primaries.blue))
      return cmsCreateRGBProfileTHR(context, &white, &colors, [curve, curve, curve])
    }

    private static func curve(_ function: TransferFunction, _ context: cmsContext) -> OpaquePointer? {
      switch function {
      // IEC 61966-2-1; ICC.1, type 3 of parametric curves, which Little CMS numbers from 1.
      case .standard:
        cmsBuildParametricToneCurve(context, 4, [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045])
      case .power(let exponent):
        (0.1...10).contains(exponent) ? cmsBuildGamma(context, exponent) : nil
      }
    }

    /// Little CMS' pixel format; nil if the profile does not match the channels. RGB profiles apply to grey pixels, too.
    private static func format(_ channels: PixelChannels, _ space: cmsColorSpaceSignature) -> cmsUInt32Number? {
      switch (channels, space) {
      case (.rgb, cmsSigRgbData), (.grey, cmsSigRgbData): kiln_lcms_rgb
      case (.grey, cmsSigGrayData): kiln_lcms_grey
      case (.cmyk(let isInverted), cmsSigCmykData): isInverted ? kiln_lcms_inverted_cmyk : kiln_lcms_cmyk
      default: nil
      }
    }
  }

  extension ColorDescription {
    /// The description with a profile that is not deflated.
    ///
    /// - Throws: `ColorFault` if the stream is damaged, or the profile too large.
    fileprivate func inflated() throws(ColorFault) -> ColorDescription {
      guard case .deflatedProfile(let bytes) = self else { return self }
      do throws(Diagnostic) {
        return .profile(try Zlib.inflate(bytes, limit: Self.largestProfile))
      } catch {
        throw error.rule == .limitExceeded ? .tooLarge : .damaged
      }
    }
  }

  extension PixelChannels {
    /// Sample pixels to compare transforms: a lattice of colours, denser for dark ones.
    fileprivate var samples: [UInt8] {
      let levels: [UInt8] = [0, 8, 24, 64, 112, 160, 208, 240, 255]
      switch self {
      case .grey: return (0...255).flatMap { [$0, $0, $0, 255] as [UInt8] }
      case .rgb, .cmyk:
        return levels.flatMap { red in levels.flatMap { green in levels.flatMap { [red, green, $0, 255] } } }
      }
    }
  }
#else
  /// Stands for a transform in a program that was built without Little CMS: there is none.
  final class ColorTransform: Sendable {
    /// Whether the description equals sRGB.
    let isIdentity = true

    /// - Throws: `ColorFault`.
    init(_ description: ColorDescription, _ channels: PixelChannels) throws(ColorFault) { throw .leftOut }

    /// Changes nothing.
    func apply(to pixels: inout [UInt8]) {}
  }
#endif
