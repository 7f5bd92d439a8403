/// A player of SVGA, with its capabilities as its source code shows them.
public enum SVGAPlayer: Sendable, Hashable, CaseIterable {
  /// SVGAPlayer-iOS 2.5.
  case iOS
  /// SVGAPlayer-Android 2.6.
  case android
  /// SVGAPlayer-Web 2.3.
  case web
  /// SVGAPlayer-Web-Lite 2.1.
  case webLite
  /// SVGAPlayer-Flutter 2.2.
  case flutter
  /// svga-web 2.4, not an official player.
  case svgaWeb
  /// @tb-open/svga, the player of HarmonyOS, as its source of 2024 shows it; that of later versions is not public.
  case harmony

  /// Whether a clip cuts the shapes of a sprite that has no bitmap.
  var clipsVectors: Bool {
    switch self {
    case .iOS, .android, .flutter: true
    case .web, .webLite, .svgaWeb, .harmony: false
    }
  }

  /// Whether the edges of clips are antialiased.
  var antialiasesClips: Bool { self != .android && self != .harmony }

  /// Whether sprites can be cut by the alpha of a matte sprite. The Web player tries, and erases what it drew before.
  var drawsMattes: Bool {
    switch self {
    case .iOS, .android: true
    case .web, .webLite, .flutter, .svgaWeb, .harmony: false
    }
  }

  /// Whether a transform that is not uniform stretches strokes like everything else.
  var stretchesStrokes: Bool { self != .android }
}
