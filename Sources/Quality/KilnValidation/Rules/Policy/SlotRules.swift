internal import KilnDiagnostics
internal import KilnJSON
internal import KilnLottieFormat
internal import KilnSVGAFormat
internal import KilnTimeline

// Images that apps replace: a project says which there must be, and how large.

extension Rule {
  static let slotMissing = Rule(
    "policy.slot.missing", .error, .exact,
    "An image that the app replaces is not in the animation.",
    why: "The app has nowhere to put its picture or text, and shows the animation without it.",
    remedy: "In After Effects, add footage with that name and use it in a layer; in SVGA the name is the sprite's key.")
  static let slotSize = Rule(
    "policy.slot.size", .error, .exact,
    "An image that the app replaces has not the size that was agreed.",
    why: "The app's picture is stretched, cut or not sharp.",
    remedy: "In After Effects, replace the footage by a picture of that size and scale the layer instead.")
}

extension Inspector {
  static let slots: [Inspector] = [documentSlots, movieSlots]

  private static let documentSlots = Inspector(
    .policy, [.slotMissing, .slotSize],
    { (visit: DocumentVisit) in
      check(visit.context.options.demands.slots, visit.context.findings) { name in visit.slot(name) }
    })

  private static let movieSlots = Inspector(
    .policy, [.slotMissing, .slotSize],
    { (visit: MovieVisit) in
      check(visit.findings.options.demands.slots, visit.findings) { name in visit.slot(name) }
    })

  private static func check(
    _ slots: [String: PixelExtent], _ findings: FindingCollector, _ find: (String) -> SlotState
  ) {
    for (name, size) in slots.sorted(by: { $0.key < $1.key }) {
      switch find(name) {
      case .missing: findings.report(.slotMissing, "there is no image “\(name)” that apps could replace")
      case .unused: findings.report(.slotMissing, "no layer shows the image “\(name)”")
      case .withoutSize: continue
      case .image(let width, let height):
        guard !size.matches(width: width, height: height) else { continue }
        findings.report(
          .slotSize,
          "“\(name)” is \(width.shortDescription) × \(height.shortDescription) px, not \(size.title)")
      }
    }
  }
}

/// Result of looking up a slot by its name.
private enum SlotState {
  case missing, unused, withoutSize
  case image(width: Double, height: Double)
}

extension DocumentVisit {
  /// The image asset with an ID or name, or the slot of the format.
  fileprivate func slot(_ name: String) -> SlotState {
    for (id, asset) in document.assets.sorted(by: { $0.key < $1.key }) {
      guard case .image(let image) = asset, id == name || image.name == name || Self.stem(of: image.name) == name else {
        continue
      }
      guard facts.usedAssets.contains(id) else { return .unused }
      return .image(width: image.width, height: image.height)
    }
    guard let value = json["slots"]?.children.first(where: { $0.key == name }) else { return .missing }
    guard let width = value["p"]?.number("w"), let height = value["p"]?.number("h") else { return .withoutSize }
    return .image(width: width, height: height)
  }

  private static func stem(of file: String) -> String {
    let name = file.split(separator: "/").last.map(String.init) ?? file
    return name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
  }
}

extension MovieVisit {
  /// The bitmap with a key, or else the sprites that show one.
  fileprivate func slot(_ name: String) -> SlotState {
    let keys = SVGABitmapKeys(movie)
    let users = movie.sprites.filter { $0.imageKey == name || keys.key(for: $0.imageKey) == name }
    guard let user = users.first else { return movie.pictureKeys.contains(name) ? .unused : .missing }
    if let bytes = movie.imageBytes(forKey: name), let image = ImageAsset(name: name, bytes: bytes) {
      return .image(width: Double(image.width), height: Double(image.height))
    }
    guard let layout = user.frames.first(where: { $0.alpha > 0 })?.layout else { return .withoutSize }
    return .image(width: Double(layout.width), height: Double(layout.height))
  }
}
