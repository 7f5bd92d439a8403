internal import ArgumentParser

/// `10..<50`, or `10...49` with the last frame.
struct FrameRangeArgument: ExpressibleByArgument {
  let range: Range<Double>

  init?(argument: String) {
    for (separator, extra) in [("..<", 0.0), ("...", 1.0)] {
      guard let position = argument.range(ofText: separator) else { continue }
      guard let first = Double(argument[..<position.lowerBound]), let last = Double(argument[position.upperBound...]),
        first.isFinite, last.isFinite, last + extra > first
      else { return nil }
      range = first..<last + extra
      return
    }
    return nil
  }
}

extension String {
  /// Range of the first occurrence of a text; nil if there is none.
  fileprivate func range(ofText text: String) -> Range<String.Index>? {
    indices.lazy.compactMap { start in
      self[start...].hasPrefix(text) ? start..<self.index(start, offsetBy: text.count) : nil
    }.first
  }
}
