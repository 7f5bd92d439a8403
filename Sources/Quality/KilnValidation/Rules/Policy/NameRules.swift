internal import KilnDiagnostics
internal import KilnJSON
internal import KilnLottieFormat
internal import KilnSVGAFormat

// Names whose form a project demands.

extension Rule {
  static let nameFile = Rule(
    "policy.name.file", .error, .exact,
    "The file's name has not the form that the project demands.",
    why: "Scripts and apps find files by their names.",
    remedy: "Rename the file as `names: files:` in .kiln.yml says.")
  static let nameLayer = Rule(
    "policy.name.layer", .error, .exact,
    "A layer's name has not the form that the project demands.",
    why: "Developers find layers by their names to change colours and texts at run time.",
    remedy: "In After Effects, rename the layer: select it and press Return.")
  static let nameKey = Rule(
    "policy.name.key", .error, .exact,
    "The key by which apps replace an image has not the form that the project demands.",
    why: "An app that asks for another key shows the designer's image instead of its own.",
    remedy: "In After Effects, rename the footage in the Project panel; of SVGA, `kiln convert --key OLD=NEW` does it.")
  static let nameMarker = Rule(
    "policy.name.marker", .error, .exact,
    "A marker's name has not the form that the project demands.",
    why: "Apps play parts of an animation by the names of markers.",
    remedy: "In After Effects, double-click the composition marker and change its comment.")
}

extension Inspector {
  /// Rules of what a project demands beside budgets.
  static let policy: [Inspector] =
    [fileName, layerName, lottieKeys, movieKeys, markerName] + slots + agreements + exceptions

  private static let fileName = Inspector(
    .policy, [.nameFile],
    { (visit: FileVisit) in
      guard let pattern = visit.options.demands.names.files, let name = visit.options.fileName, !pattern.matches(name)
      else { return }
      visit.report(.nameFile, "the name “\(name)” does not match \(pattern.text)")
    })

  private static let layerName = Inspector(
    .policy, [.nameLayer],
    { (visit: LayerVisit) in
      guard let pattern = visit.context.options.demands.names.layers, !pattern.matches(visit.layer.name) else { return }
      visit.report(.nameLayer, "the name “\(visit.layer.name)” does not match \(pattern.text)")
    })

  private static let lottieKeys = Inspector(
    .policy, [.nameKey],
    { (visit: AssetVisit) in
      guard let pattern = visit.context.options.demands.names.keys, visit.image != nil, let id = visit.id,
        !pattern.matches(id)
      else { return }
      visit.report(.nameKey, "the image's ID “\(id)” does not match \(pattern.text)")
    })

  private static let movieKeys = Inspector(
    .policy, [.nameKey],
    { (visit: MovieVisit) in
      guard let pattern = visit.findings.options.demands.names.keys else { return }
      for key in visit.movie.pictureKeys where !pattern.matches(key) {
        visit.report(.nameKey, "the key “\(key)” does not match \(pattern.text)", key: key)
      }
    })

  private static let markerName = Inspector(
    .policy, [.nameMarker],
    { (visit: DocumentVisit) in
      guard let pattern = visit.context.options.demands.names.markers else { return }
      for marker in visit.document.markers where !pattern.matches(marker.name) {
        visit.report(
          .nameMarker,
          "the marker “\(marker.name)” at frame \(marker.time.shortDescription) does not match \(pattern.text)",
          at: visit.json["markers"])
      }
    })
}
