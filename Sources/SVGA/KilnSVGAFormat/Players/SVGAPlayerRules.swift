internal import KilnPixels

/// Checks that all players of a profile draw a movie alike.
public enum SVGAPlayerRules {
  /// Messages about everything that some player draws otherwise; the search ends after about twenty.
  ///
  /// - Parameter rounding: Maximum distance by which rounding of numbers moved a point, in pixels of the canvas.
  public static func violations(
    in movie: SVGAMovieEntity, profile: SVGAProfile = .portable, rounding: Double = 0
  ) -> [String] {
    var checker = MovieRuleChecker(movie, profile.capabilities, rounding: rounding)
    checker.check()
    return checker.violations
  }
}

/// Walks a movie and collects violations.
private struct MovieRuleChecker {
  /// Violations after which the search ends.
  private static let maximumViolationCount = 20

  private let movie: SVGAMovieEntity
  private let capabilities: SVGACapabilities
  private let rounding: Double
  /// Pixel sizes of the bitmaps by key.
  private var sizes: [String: (width: Float, height: Float)] = [:]
  private(set) var violations: [String] = []

  init(_ movie: SVGAMovieEntity, _ capabilities: SVGACapabilities, rounding: Double) {
    self.movie = movie
    self.capabilities = capabilities
    self.rounding = rounding
  }

  mutating func check() {
    checkParams()
    for key in movie.images.keys.sorted() { checkImage(key) }
    checkMattes()
    for index in movie.sprites.indices where violations.count < Self.maximumViolationCount { checkSprite(index) }
  }

  /// Android looks for mattes only if the first sprite is one, and iOS only among those before; both cut neighbours
  /// with the same matte as one.
  private mutating func checkMattes() {
    var mattes: Set<String> = []
    var used: Set<String> = []
    var hasDrawn = false
    var last = ""
    for sprite in movie.sprites where violations.count < Self.maximumViolationCount {
      if sprite.imageKey.hasSuffix(SVGAPlayers.matteSuffix) {
        expect(capabilities.drawsMattes, "the matte \"\(sprite.imageKey)\" is drawn by some players")
        expect(!hasDrawn, "the matte \"\(sprite.imageKey)\" comes after a sprite that is drawn")
        expect(mattes.insert(sprite.imageKey).inserted, "there are two mattes \"\(sprite.imageKey)\"")
        expect(sprite.matteKey.isEmpty, "the matte \"\(sprite.imageKey)\" is cut by another one")
        continue
      }
      hasDrawn = true
      if sprite.matteKey != last, !sprite.matteKey.isEmpty {
        expect(capabilities.drawsMattes, "\"\(sprite.imageKey)\" is cut by a matte, which not all players do")
        expect(mattes.contains(sprite.matteKey), "there is no matte \"\(sprite.matteKey)\"")
        let isNew = used.insert(sprite.matteKey).inserted
        expect(isNew, "sprites with the matte \"\(sprite.matteKey)\" are not neighbours")
      }
      last = sprite.matteKey
    }
  }

  private mutating func expect(_ condition: Bool, _ violation: String) {
    if !condition { violations.append(violation) }
  }

  private mutating func checkParams() {
    let params = movie.params
    expect(movie.version == SVGAPlayers.version, "the version is \"\(movie.version)\"")
    expect(
      params.viewBoxWidth.isFinite && params.viewBoxHeight.isFinite && params.viewBoxWidth > 0
        && params.viewBoxHeight > 0, "the canvas has no area")
    let isLegal = capabilities.frameRates.contains(Int(params.fps))
    expect(isLegal, "\(params.fps) is no frame rate that all players keep")
    expect(params.frames > 0, "there are no frames")
  }

  private mutating func checkImage(_ key: String) {
    expect(SVGAPlayers.isSafe(key: key), "the key \"\(key)\" is not of letters, digits, _ and -")
    guard let bytes = movie.imageBytes(forKey: key) else { return }
    if bytes.starts(with: Array("ID3".utf8)) {
      expect(key.hasPrefix("audio_"), "the key \"\(key)\" of a sound does not start with audio_")
    } else if let header = ImageHeader(bytes), header.format == .png {
      sizes[key] = (Float(header.width), Float(header.height))
    } else {
      violations.append("the image \"\(key)\" is not a PNG file")
    }
  }

  private mutating func checkSprite(_ index: Int) {
    let sprite = movie.sprites[index]
    let name = "sprite \(index) \"\(sprite.imageKey)\""
    let isMatte = sprite.imageKey.hasSuffix(SVGAPlayers.matteSuffix)
    let suffix = isMatte ? SVGAPlayers.matteSuffix : SVGAPlayers.vectorSuffix
    let stem = sprite.imageKey.hasSuffix(suffix) ? sprite.imageKey.dropLast(suffix.count) : sprite.imageKey[...]
    let isVector = isMatte ? sizes[String(stem)] == nil : sprite.imageKey.hasSuffix(suffix)
    expect(SVGAPlayers.isSafe(key: stem), "\(name): the key is not of letters, digits, _ and -")
    // iOS looks the bitmap up by the key without its suffix and would draw it under the shapes.
    expect(isVector == (sizes[String(stem)] == nil), "\(name): the key \(isVector ? "also names" : "names no") bitmap")
    expect(sprite.frames.count == Int(movie.params.frames), "\(name): \(sprite.frames.count) frames")
    var drawn = DrawnShapes(capabilities, rounding: rounding)
    for (number, frame) in sprite.frames.enumerated() where violations.count < Self.maximumViolationCount {
      for violation in check(frame, size: isVector ? nil : sizes[String(stem)], drawn: &drawn) {
        violations.append("\(name), frame \(number): \(violation)")
      }
    }
  }

  private func check(
    _ frame: SVGAFrameEntity, size: (width: Float, height: Float)?, drawn: inout DrawnShapes
  ) -> [String] {
    guard frame != SVGAFrameEntity() else {
      drawn.hide()
      return []
    }
    var violations: [String] = []
    func expect(_ condition: Bool, _ violation: String) { if !condition { violations.append(violation) } }
    expect(
      frame.alpha >= Float(SVGAPlayers.faintestAlpha) && frame.alpha <= 1,
      "alpha \(frame.alpha) is not drawn by all players; a hidden frame must be empty")
    let transform = frame.transform
    expect(frame.hasTransform && transform.isFinite, "there is no finite transform")
    expect(transform.a != 0 && transform.d != 0, "a or d of the transform is 0, which some players take as 1")
    let layout = frame.layout
    expect(frame.hasLayout && layout.x == 0 && layout.y == 0, "the layout is missing or not at 0, 0")
    if let size {
      expect(layout.width == size.width && layout.height == size.height, "the layout is not the bitmap's size")
    }
    expect(frame.clipPath.isEmpty || PathDataGrammar.accepts(frame.clipPath), "the clip is not plain path data")
    violations += drawn.show(frame, hasBitmap: size != nil)
    return violations
  }
}
