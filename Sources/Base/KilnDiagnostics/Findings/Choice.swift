/// A choice of the caller that advice speaks of, under the name that it has in the library.
///
/// Advice interpolates it: `"choose a smaller \(Choice.scale)"`. A program that offers the choice under another name, such as
/// an option, replaces it by `Diagnostic.naming`.
public enum Choice: String, Sendable, CaseIterable, CustomStringConvertible {
  // Opening an animation.
  case animation, assets
  case withoutExpressions = "expressions: .ignore"
  // Every conversion.
  case scale, width, height, frameRate, range, marker, speed, loopCount, stillFrame, allowsEmpty
  case minimumFrameRate = "bounds.minimumFrameRate"
  case bytes = "budget.bytes"
  case memory = "budget.memory"
  // Some formats.
  case bitmapScale, quantizer, descriptor
  case pageSize = "maximumSide"
  case archive = "version: .archive"
  // Files on disk.
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
