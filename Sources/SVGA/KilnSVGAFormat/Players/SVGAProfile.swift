/// Players that a file is made for. It may contain what all of them draw alike.
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

  /// Features that all of the players draw alike.
  public var capabilities: SVGACapabilities { SVGACapabilities(players) }
}
