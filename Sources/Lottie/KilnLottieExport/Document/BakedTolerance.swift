internal import KilnJSON
internal import KilnLottieImport

/// How far keyframes may be from the values of an expression, in the units of the file.
struct BakedTolerance {
  /// Largest deviation.
  var value: Double
  /// Decimals of the keyframes.
  var decimals: Int

  /// - Parameters:
  ///   - name: Name of the property in its object.
  ///   - frameRate: Frames a second, by which times in seconds are measured.
  ///   - scale: Factor for all tolerances.
  ///   - pixelsPerUnit: Pixels that a unit of the property moves what is seen at most; nil if that is not known.
  init(
    _ role: PropertyRole, named name: String, frameRate: Double, scale: Double, pixelsPerUnit: Double? = nil
  ) {
    switch role {
    case .text: (value, decimals) = (0, 0)
    case .path, .vector, .orientation: (value, decimals) = (0.05, 3)
    case .color, .shapeColor, .numbers: (value, decimals) = (1 / 510, 4)
    case .number:
      switch name {
      case "tm": (value, decimals) = (0.05 / max(1, frameRate), 5)
      case "r", "rx", "ry", "rz", "x", "y", "z": (value, decimals) = (0.05, 3)
      case "o": (value, decimals) = (0.2, 3)
      default: (value, decimals) = (0.02, 3)
      }
    }
    if let pixelsPerUnit {
      value = min(value * 2, max(value / 50, 0.05 / max(1e-9, pixelsPerUnit)))
      decimals = LottieDecimals.of(value * scale)
    }
    value *= scale
  }
}
