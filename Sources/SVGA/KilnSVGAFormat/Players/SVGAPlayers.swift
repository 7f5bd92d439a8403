/// Constants that the players of SVGA share.
///
/// Read from the sources of the official players: iOS 2.5, Android 2.6, Flutter 2.2, Web 2.3 and Web-Lite 2.1.
public enum SVGAPlayers {
  /// Frame rate that players assume if the file has none.
  public static let assumedFrameRate = 20
  /// Smallest alpha that the Web players draw.
  public static let faintestAlpha = 0.05
  /// Stands for 0 as coefficient a or d of a transform, because the Web players take 0 as 1. It moves a point by a
  /// pixel in a million.
  public static let smallestCoefficient = 0x1p-20
  /// Version that is written; no player reads it.
  public static let version = "2.0.0"
  /// Suffix of the key of a sprite without bitmap.
  public static let vectorSuffix = ".vector"
  /// Suffix of the key of a sprite that is a matte.
  public static let matteSuffix = ".matte"

  /// Whether a file starts with an ID3 tag, by which players tell sounds from bitmaps.
  public static func isTagged(sound: [UInt8]) -> Bool { sound.starts(with: "ID3".utf8) }

  /// Whether every player finds a bitmap under this key: iOS cuts keys at a dot.
  public static func isSafe(key: some StringProtocol) -> Bool { !key.isEmpty && key.utf8.allSatisfy(isSafe(byte:)) }

  /// Whether a byte may stand in a key: ASCII letters and digits, `_` and `-`.
  public static func isSafe(byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
      true
    default: false
    }
  }
}
