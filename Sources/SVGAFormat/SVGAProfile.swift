/// Players that a file is made for. What it may contain is what all of them draw the same.
public enum SVGAProfile: String, Sendable, Hashable, CaseIterable {
  /// All official players.
  case portable
  /// Apps: iOS and Android.
  case native
  /// Browsers: Web, Web-Lite and svga-web.
  case web

  /// The players.
  public var players: [SVGAPlayer] {
    switch self {
    case .portable: [.iOS, .android, .web, .webLite, .flutter]
    case .native: [.iOS, .android]
    case .web: [.web, .webLite, .svgaWeb]
    }
  }

  /// Whether a clip may cut shapes.
  public var clipsVectors: Bool { players.allSatisfy(\.clipsVectors) }
  /// Whether clips have smooth edges.
  public var antialiasesClips: Bool { players.allSatisfy(\.antialiasesClips) }
  /// Whether there may be mattes.
  public var drawsMattes: Bool { players.allSatisfy(\.drawsMattes) }
  /// Whether strokes may be stretched.
  public var stretchesStrokes: Bool { players.allSatisfy(\.stretchesStrokes) }
}
