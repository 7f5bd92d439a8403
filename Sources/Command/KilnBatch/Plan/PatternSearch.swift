/// Finds the files that patterns of a project file mean, whatever is made of them.
package enum PatternSearch {
  /// Paths relative to the working folder, each once and in order: animations, and pictures that are made of them. PNG
  /// files are found only by a pattern that says so.
  package static func files(matching patterns: [InputPattern]) -> [String] {
    var found: Set<String> = []
    for pattern in patterns {
      let isOfPNG = pattern.text.lowercased().hasSuffix(".png")
      var finder = InputFinder(
        included: isOfPNG ? [GlobPattern("*.png"), GlobPattern("*.PNG")].compactMap(\.self) : [], excluded: [])
      finder.findsPictures = true
      found.formUnion(finder.inputs(matching: pattern).map(\.path))
    }
    return found.sorted()
  }
}
