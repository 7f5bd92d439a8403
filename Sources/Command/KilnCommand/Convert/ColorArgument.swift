internal import ArgumentParser
internal import KilnPixels
package import KilnTimeline

/// A colour as CSS writes it, such as `#rgb`, `#rrggbbaa`, `rgb(…)`, `hsl(…)` or a name. The number sign is optional.
package struct ColorArgument: ExpressibleByArgument {
  package let color: StraightColor

  init?(argument: String) {
    guard let color = CSSColor.parse(argument) ?? CSSColor.hexadecimal(argument[...]) else { return nil }
    self.color = StraightColor(red: color[0], green: color[1], blue: color[2], alpha: color[3])
  }
}
