public import KilnDiagnostics

extension Timeline {
  /// Names of every sprite and of every group or layer that contains it, from the outermost; each once.
  public var keyPaths: [[String]] {
    var seen: Set<[String]> = []
    var paths: [[String]] = []
    forEachSprite { sprite in
      for count in 1...max(1, sprite.layers.count) {
        let path = Array(sprite.layers.prefix(count))
        if seen.insert(path).inserted { paths.append(path) }
      }
    }
    return paths
  }

  /// The timeline without some sprites. What is inside a hidden layer is hidden, too; mattes remain, because they are not
  /// drawn themselves.
  public func hiding(
    limits: Limits, log: inout DiagnosticLog, _ isHidden: (Sprite) -> Bool
  ) throws(Diagnostic) -> Timeline {
    func kept(_ sprites: [Sprite]) -> [Sprite] {
      sprites.compactMap { sprite in
        var sprite = sprite
        if case .group(let children) = sprite.content {
          // The sprites in the group decide: the group itself may belong to a matte or to one of them.
          let rest = kept(children)
          if rest.isEmpty { return nil }
          sprite.content = .group(rest)
          return sprite
        }
        return isHidden(sprite) ? nil : sprite
      }
    }
    var builder = try TimelineBuilder(editing: self, limits: limits)
    builder.sprites = kept(sprites)
    return builder.build(log: &log)
  }
}
