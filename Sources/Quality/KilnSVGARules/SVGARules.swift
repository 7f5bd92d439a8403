internal import KilnDiagnostics
internal import KilnImages
internal import KilnPixels
package import KilnRuleEngine
internal import KilnSVGAFormat

// Rules of SVGA files beyond what reading one finds.

extension Rule {
  static let svgaContainerVersion = Rule(
    "svga.container.version", .note, .exact,
    "The file is SVGA 1.x, a ZIP archive.",
    why: "The light web player and Flutter cannot read it, and the official web player only with JSZip.",
    remedy: "Convert the file with Kiln, which writes SVGA 2.x.")
  static let svgaSounds = Rule(
    "svga.audio.players", .note, .exact,
    "The file has sounds.",
    why: "The light web player and Flutter play none.",
    remedy: "Let the app play the sound where such players matter.")
  static let svgaImageUnused = Rule(
    "svga.image.unused", .warning, .exact,
    "No sprite shows a bitmap of the file.",
    why: "Players decode it all the same.",
    remedy: "Convert the file with Kiln, which leaves it out, unless an app asks for its key.")
  static let svgaImageCase = Rule(
    "svga.image.case", .warning, .exact,
    "Two keys differ only in upper and lower case.",
    why: "When SVGA 1.x is unpacked on iOS and macOS, one file overwrites the other.",
    remedy: "Rename one of the images in After Effects, and export again.")
  static let svgaImageDamaged = Rule(
    "svga.image.damaged", .error, .dropped,
    "A bitmap has no readable header, or no area.",
    why: "The official web player shows nothing at all of such a file; others leave the bitmap out.",
    remedy: "Export the SVGA file again.")
  static let svgaKeyCharacters = Rule(
    "svga.key.characters", .note, .exact,
    "A key has other characters than ASCII letters, digits, _ and -.",
    why: "Apps that replace the image must write it exactly so; SVGA 1.x allows no such file names.",
    remedy: "In After Effects, rename the layer or footage in plain letters.")
  static let svgaKeyGeneric = Rule(
    "svga.key.generic", .note, .exact,
    "The keys of images say nothing, such as img_12.",
    why: "Developers who replace an image, such as an avatar, cannot tell which is which.",
    remedy:
      "In After Effects, name the layers that apps replace, for example avatar; or rename keys with `kiln convert "
      + "--key`.")
  static let svgaMatteOrder = Rule(
    "svga.matte.order", .error, .approximated,
    "The mattes are not the first sprites of the file.",
    why:
      "Android and the web look at the first sprite to see whether there are mattes; iOS fails if a sprite is cut by "
      + "a later one.",
    remedy: "Convert the file with Kiln, which writes mattes first.")
  static let svgaMatteScattered = Rule(
    "svga.matte.scattered", .warning, .approximated,
    "Sprites with the same matte are not neighbours.",
    why: "iOS draws them together, and so in another order than other players.",
    remedy: "Convert the file with Kiln, or put the layers beside each other in After Effects.")
  static let svgaSpriteHidden = Rule(
    "svga.sprite.hidden", .warning, .exact,
    "A sprite is hidden in all frames.",
    why: "It makes the file larger, and players keep an object for each of its frames.",
    remedy: "In After Effects, delete the layer, or show it in some frame.")
  static let svgaSpriteCount = Rule(
    "svga.sprite.count", .warning, .exact,
    "The file has very many sprites.",
    why: "Players visit every sprite in every frame, and Android keeps an object for each of their frames.",
    remedy: "In After Effects, use fewer layers; pre-render what belongs together.")
  static let svgaStateCount = Rule(
    "svga.sprite.states", .warning, .exact,
    "Sprites times frames are very many.",
    why: "Players keep an object for each; on old phones that is more memory than the images.",
    remedy: "In After Effects, use fewer layers or a shorter time, or convert at a lower frame rate with Kiln.")
  static let svgaAlphaRange = Rule(
    "svga.alpha.range", .warning, .approximated,
    "A sprite has an alpha above 1 or below 0.",
    why: "Players clamp it or wrap around.",
    remedy: "Export the SVGA file again, or convert it with Kiln.")
  static let svgaNotFinite = Rule(
    "svga.transform.notFinite", .error, .dropped,
    "A transform has a number that is not finite.",
    why: "Players leave the sprite out or crash.",
    remedy: "In After Effects, look for a scale of 0 or an expression that divides by 0, and export again.")
  static let svgaSingular = Rule(
    "svga.transform.singular", .note, .exact,
    "A visible sprite is scaled to nothing.",
    why: "Some players draw it in full size where the scale is 0.",
    remedy: "Convert the file with Kiln, which hides such frames.")
  static let svgaShapeCount = Rule(
    "svga.shape.count", .note, .exact,
    "A sprite has very many shapes in one frame.",
    why: "Vector shapes are drawn one by one in every frame; on Android that takes the main thread.",
    remedy: "In After Effects, use an image for complex still drawings.")
  static let svgaKeepSeek = Rule(
    "svga.keep.seek", .note, .exact,
    "Vector sprites keep the shapes of earlier frames.",
    why: "The iOS player draws nothing when an app jumps to such a frame or plays backwards.",
    remedy: "Let the app play from the begin, or export with full shapes where it jumps.")
  static let svgaCanvasOdd = Rule(
    "svga.canvas.fractional", .note, .exact,
    "The size of the canvas is no whole number of pixels.",
    why: "Players round differently.",
    remedy: "In After Effects, set whole numbers in Composition › Composition Settings.")
  static let svgaSoundRange = Rule(
    "svga.audio.range", .warning, .exact,
    "A sound starts or ends outside of the animation.",
    why: "Players start it late, never, or do not stop it.",
    remedy: "Export the SVGA file again with the sound inside the work area.")
}

extension RuleCheck {
  package static let svga: [RuleCheck] = [movie, bitmaps, keys, movieMattes, sprites, sounds]

  private static let movie = RuleCheck(
    [
      ValidationRule(.svgaContainerVersion, .svga, feature: "svgaArchive"),
      ValidationRule(.svgaSounds, .svga, feature: "svgaAudio"), ValidationRule(.svgaCanvasOdd, .svga),
    ],
    { (visit: MovieVisit) in
      if !visit.isStream { visit.report(.svgaContainerVersion, feature: "svgaArchive", "the file is SVGA 1.x") }
      if !visit.movie.audios.isEmpty {
        visit.report(.svgaSounds, feature: "svgaAudio", "there are \(visit.movie.audios.count) sounds")
      }
      let (width, height) = (visit.movie.params.viewBoxWidth, visit.movie.params.viewBoxHeight)
      if width != width.rounded() || height != height.rounded() {
        visit.report(.svgaCanvasOdd, "the canvas is \(width) × \(height) px")
      }
    })

  private static let bitmaps = RuleCheck(
    .svga, [.svgaImageUnused, .svgaImageCase, .svgaImageDamaged],
    { (visit: MovieVisit) in
      let movie = visit.movie
      let keys = SVGABitmapKeys(movie)
      let used = Set(movie.sprites.compactMap { keys.key(for: $0.imageKey) })
      var folded: [String: String] = [:]
      for key in movie.pictureKeys {
        let bytes = movie.imageBytes(forKey: key) ?? []
        // A sound that no audio entity names.
        if SVGAPlayers.isTagged(sound: bytes) { continue }
        if !used.contains(key) {
          visit.report(.svgaImageUnused, "no sprite shows “\(key)”, \(ByteCount(bytes.count))", key: key)
        }
        if let other = folded.updateValue(key, forKey: key.lowercased()) {
          visit.report(.svgaImageCase, "“\(key)” and “\(other)” differ in case only", key: key)
        }
        // Others are no pictures that players read, which is another finding.
        let isForeign = ImageFormat.sniff(bytes) == nil && StillFormat.sniff(bytes) != nil
        if let header = ImageHeader(bytes), header.width > 0, header.height > 0 { continue }
        if !isForeign { visit.report(.svgaImageDamaged, "the bitmap “\(key)” has no readable header", key: key) }
      }
    })

  private static let genericShare = ValidationRule.Option(
    "images", 3, "Number of images from which the keys are looked at.")

  private static let keys = RuleCheck(
    [
      ValidationRule(.svgaKeyCharacters, .svga),
      ValidationRule(.svgaKeyGeneric, .svga, options: [genericShare]),
    ],
    { (visit: MovieVisit) in
      let keys = visit.movie.pictureKeys
      for key in keys where !key.contains(".") && !SVGAPlayers.isSafe(key: key) {
        visit.report(.svgaKeyCharacters, "the key is “\(key)”", key: key)
      }
      guard Double(keys.count) >= visit.value(genericShare, of: .svgaKeyGeneric) else { return }
      let generic = keys.filter { key in
        let stem = key.lowercased().trimmingPrefix { "imge_-".contains($0) }
        return stem.isEmpty || stem.allSatisfy(\.isNumber)
      }
      if generic.count == keys.count {
        visit.report(.svgaKeyGeneric, "the keys are “\(keys[0])”, “\(keys[1])” and so on")
      }
    })

  private static let movieMattes = RuleCheck(
    .svga, [.svgaMatteOrder, .svgaMatteScattered],
    { (visit: MovieVisit) in
      var hasDrawn = false
      var finished: Set<String> = []
      var last = ""
      for (index, sprite) in visit.movie.sprites.enumerated() {
        if sprite.imageKey.hasSuffix(SVGAPlayers.matteSuffix) {
          if hasDrawn { visit.report(.svgaMatteOrder, "the matte comes after a sprite that is drawn", sprite: index) }
          continue
        }
        hasDrawn = true
        if sprite.matteKey != last, !last.isEmpty { finished.insert(last) }
        if !sprite.matteKey.isEmpty, finished.contains(sprite.matteKey) {
          visit.report(
            .svgaMatteScattered, "other sprites are between those with the matte “\(sprite.matteKey)”", sprite: index)
        }
        last = sprite.matteKey
      }
    })

  private static let mostSprites = ValidationRule.Option("sprites", 200, "Largest number of sprites.")
  private static let mostStates = ValidationRule.Option("states", 40_000, "Largest number of sprites times frames.")
  private static let mostShapes = ValidationRule.Option(
    "shapes", 100, "Largest number of shapes of a sprite in a frame.")

  private static let sprites = RuleCheck(
    [
      ValidationRule(.svgaSpriteHidden, .svga), ValidationRule(.svgaSpriteCount, .svga, options: [mostSprites]),
      ValidationRule(.svgaStateCount, .svga, options: [mostStates]), ValidationRule(.svgaAlphaRange, .svga),
      ValidationRule(.svgaNotFinite, .svga), ValidationRule(.svgaSingular, .svga),
      ValidationRule(.svgaShapeCount, .svga, options: [mostShapes]), ValidationRule(.svgaKeepSeek, .svga),
    ],
    { (visit: MovieVisit) in
      let sprites = visit.movie.sprites
      if Double(sprites.count) > visit.value(mostSprites, of: .svgaSpriteCount) {
        visit.report(.svgaSpriteCount, "there are \(sprites.count) sprites")
      }
      let states = sprites.reduce(0) { $0 + $1.frames.count }
      if Double(states) > visit.value(mostStates, of: .svgaStateCount) {
        visit.report(.svgaStateCount, "there are \(states) states of sprites")
      }
      var keeps = 0
      for (index, sprite) in sprites.enumerated() where inspect(sprite, index, visit) { keeps += 1 }
      reportHidden(visit)
      if keeps > 0 { visit.report(.svgaKeepSeek, "\(keeps) of \(sprites.count) sprites keep shapes") }
    })

  /// Looks at the frames of a sprite, and says whether one keeps the shapes of another.
  private static func inspect(_ sprite: SVGASpriteEntity, _ index: Int, _ visit: MovieVisit) -> Bool {
    var keeps = false
    var (mostShapes, wrongAlpha, isSingular, isNotFinite) = (0, Float?.none, false, false)
    for frame in sprite.frames {
      if frame.shapes.first?.type == .keep { keeps = true }
      mostShapes = max(mostShapes, frame.shapes.count)
      if frame.alpha < 0 || frame.alpha > 1.001 || !frame.alpha.isFinite { wrongAlpha = frame.alpha }
      guard frame.alpha > 0, frame.hasTransform else { continue }
      let transform = frame.transform
      let determinant = Double(transform.a) * Double(transform.d) - Double(transform.b) * Double(transform.c)
      let sum = transform.a + transform.b + transform.c + transform.d + transform.tx + transform.ty
      if !sum.isFinite { isNotFinite = true } else if determinant.magnitude < 1e-9 { isSingular = true }
    }
    if let wrongAlpha { visit.report(.svgaAlphaRange, "the alpha is \(wrongAlpha)", sprite: index) }
    if isNotFinite { visit.report(.svgaNotFinite, "a transform is not finite", sprite: index) }
    if isSingular { visit.report(.svgaSingular, "the sprite is scaled to nothing while it is visible", sprite: index) }
    if Double(mostShapes) > visit.value(Self.mostShapes, of: .svgaShapeCount) {
      visit.report(.svgaShapeCount, "the sprite has \(mostShapes) shapes in a frame", sprite: index)
    }
    return keeps
  }

  private static func reportHidden(_ visit: MovieVisit) {
    let sprites = visit.movie.sprites
    guard sprites.contains(where: \.isHidden) else { return }
    let mattes = Set(sprites.map(\.matteKey))
    for (index, (sprite, isNeedless)) in zip(sprites, visit.movie.needlessSprites).enumerated() where sprite.isHidden {
      visit.report(
        .svgaSpriteHidden, "the sprite is hidden in all \(sprite.frames.count) frames", sprite: index,
        advice: isNeedless
          ? "convert the file with Kiln, which leaves it out"
          : mattes.contains(sprite.imageKey)
            ? "others are cut by it" : "no other sprite has its key, so that Kiln keeps it for apps that replace it")
    }
  }

  private static let sounds = RuleCheck(
    .svga, [.svgaSoundRange],
    { (visit: MovieVisit) in
      let frames = visit.movie.params.frames
      for audio in visit.movie.audios
      where audio.startFrame < 0 || audio.startFrame >= frames || audio.endFrame > frames {
        visit.report(
          .svgaSoundRange,
          "the sound “\(audio.audioKey)” plays from frame \(audio.startFrame) to \(audio.endFrame) of \(frames)",
          key: audio.audioKey)
      }
    })
}
