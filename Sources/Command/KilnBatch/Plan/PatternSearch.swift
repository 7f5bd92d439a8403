/// Finds the files that patterns of a project file mean, whatever is made of them.
package enum PatternSearch {
  /// Animations, and pictures that are made of them. PNG files are found only by a pattern that says so.
  package static func files(matching patterns: [InputPattern]) -> [FoundFile] {
    var found: [FoundFile] = []
    for pattern in patterns {
      let isOfPNG = pattern.text.lowercased().hasSuffix(".png")
      var finder = InputFinder(
        included: isOfPNG ? [GlobPattern("*.png"), GlobPattern("*.PNG")].compactMap(\.self) : [], excluded: [])
      finder.findsPictures = true
      found += finder.inputs(matching: pattern).map { FoundFile(path: $0.path, isNamed: $0.isNamed) }
    }
    return found
  }
}
