/// A choice of the caller that advice speaks of, under the name that it has in the library.
///
/// Advice interpolates it: `"choose a smaller \(Choice.scale)"`. A program that offers the choice under another name, such as
/// an option, replaces it by `Diagnostic.naming`.
public enum Choice: String, Sendable, CaseIterable, CustomStringConvertible {
  // Opening an animation.
  /// The animation that is taken of a file with several.
  case animation
  /// Loader of images, data and fonts that are not in the file.
  case assets
  /// Reading without running scripts.
  case withoutExpressions = "expressions: .ignore"
  // Every conversion.
  /// Factor on the size.
  case scale
  /// Columns of the result.
  case width
  /// Rows of the result.
  case height
  /// Frames per second of the result.
  case frameRate
  /// Part of the animation, by frames.
  case range
  /// Part of the animation, by the name of a marker.
  case marker
  /// Factor on the playback speed.
  case speed
  /// Number of times that a player shows the animation.
  case loopCount
  /// Frame that a still shows.
  case stillFrame
  /// Whether a result in which nothing is seen is right.
  case allowsEmpty
  /// Lowest frame rate to which a budget may reduce.
  case minimumFrameRate = "bounds.minimumFrameRate"
  /// Bytes of all files, at most.
  case bytes = "budget.bytes"
  /// Bytes of decoded pictures, at most.
  case memory = "budget.memory"
  // Some formats.
  /// Factor on the resolution of bitmaps in SVGA files.
  case bitmapScale
  /// Reduction of the number of colours.
  case quantizer
  /// Form of an atlas' descriptor.
  case descriptor
  /// Longest side of an atlas' page.
  case pageSize = "maximumSide"
  /// SVGA 1.x instead of 2.x.
  case archive = "version: .archive"
  // Files on disk.
  /// Whether files that exist are replaced.
  case overwrite

  /// The name, quoted as code.
  public var description: String { "`\(rawValue)`" }
}

extension Diagnostic {
  /// The same finding with other names of choices and limits in its advice.
  ///
  /// - Parameters:
  ///   - name: Returns the name of a choice.
  ///   - limit: Returns the name of a limit; by default the one that it has in the library.
  public func naming(_ name: (Choice) -> String, limit: (Limit) -> String = { $0.description }) -> Diagnostic {
    guard var rest = advice?[...], rest.utf8.contains(UInt8(ascii: "`")) else { return self }
    var text = ""
    while let start = rest.firstIndex(of: "`") {
      text += rest[..<start]
      rest = rest[rest.index(after: start)...]
      guard let end = rest.firstIndex(of: "`"), let named = Self.named(rest[..<end], name, limit) else {
        text += "`"
        continue
      }
      text += named
      rest = rest[rest.index(after: end)...]
    }
    var named = self
    named.advice = text + rest
    return named
  }

  /// Other name of what is quoted in advice; nil if that is neither a choice nor a limit.
  private static func named(
    _ code: Substring, _ name: (Choice) -> String, _ limit: (Limit) -> String
  ) -> String? {
    Choice(rawValue: String(code)).map(name) ?? Limit(code: code).map(limit)
  }
}
