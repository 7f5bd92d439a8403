public import ArgumentParser
internal import Kiln
public import SVGAFormat

/// What only SVGA files are asked for.
struct SVGAOptions: ParsableArguments {
  @Option(help: "Players that must draw the file right: all official ones, those of apps, or those of browsers.")
  var profile: SVGAProfile = .portable

  @Option(
    name: .customLong("bitmap-scale"),
    help: ArgumentHelp("Factor on the resolution of bitmaps that stand in for vectors.", valueName: "factor"))
  var bitmapScale: Double = 1

  func validate() throws {
    guard bitmapScale >= 0.05, bitmapScale <= 4 else {
      throw ValidationError("--bitmap-scale takes a number from 0.05 to 4.")
    }
  }

  func apply(to options: inout Conversion.Options) {
    options.profile = profile
    options.bitmapScale = bitmapScale
  }
}

extension SVGAProfile: ExpressibleByArgument {}
