internal import KilnDiagnostics
internal import KilnSVGAFormat

extension SVGAExporter.Options {
  /// Throws unless the keys that are to be renamed exist, and the new ones are legal and name nothing else.
  ///
  /// - Parameters:
  ///   - known: Keys of all pictures.
  ///   - sounds: Keys of all sounds, which keep theirs.
  func checkKeys(known: [String], sounds: [String] = []) throws(Diagnostic) {
    var taken = Set(known).subtracting(keys.keys).union(sounds)
    for (old, new) in keys.sorted(by: { $0.key < $1.key }) {
      guard known.contains(old) else {
        throw Diagnostic(
          .usageInvalid, "there is no replaceable key “\(old)”",
          advice: known.isEmpty ? "there are none" : "choose one of \(known.map { "“\($0)”" }.joined(separator: ", "))")
      }
      guard SVGAPlayers.isSafe(key: new) else {
        throw Diagnostic(
          .usageInvalid, "“\(new)” is no key that all players find", advice: "use letters, digits, _ and - only")
      }
      guard taken.insert(new).inserted else {
        throw Diagnostic(.usageInvalid, "the key “\(new)” would name two files", advice: "choose another")
      }
    }
  }
}
