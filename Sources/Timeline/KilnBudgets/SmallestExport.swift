internal import KilnExporting
internal import KilnGeometry

/// The smallest export of a variant, and what it says of other frame rates and sizes.
struct SmallestExport {
  /// Exponent of the size in the number of bytes: outlines take bytes in proportion to their length, which is 1, textures
  /// to their area, which is 2.
  static let sizeExponent = 1.6
  /// Part of the expected bytes, and of the expected memory, that other variants are taken to have at least. Bytes err
  /// more: the exponent is that of no single file, while pictures take memory in proportion to their area.
  private static let leastBytesPart = 0.8
  private static let leastMemoryPart = 0.9

  var frameRate: Double
  var scale: Double
  var least: ExportEstimate

  /// Whether another variant cannot fit: its bytes are hardly fewer than in proportion to its frames and its size.
  func excludes(frameRate: Double, scale: Double, from budget: ExportBudget) -> Bool {
    let rate = frameRate / self.frameRate
    let scale = scale / self.scale
    guard rate <= 1, scale <= 1 else { return false }
    let bytes =
      Self.part(of: least.leastBytes, steady: least.steadyBytes, rate) * Scalar.power(scale, Self.sizeExponent)
      * Self.leastBytesPart
    let memory =
      Self.part(of: least.leastMemory, steady: least.steadyMemory, rate) * scale * scale * Self.leastMemoryPart
    return bytes > Double(budget.bytes ?? .max) || memory > Double(budget.memory ?? .max)
  }

  /// The part of the frame rate at which no more than a number of bytes are left; at most 0 if there is none.
  func rate(bytes: Double) -> Double { Self.rate(bytes, of: least.leastBytes, steady: least.steadyBytes) }

  /// The same for bytes of decoded pictures.
  func rate(memory: Double) -> Double { Self.rate(memory, of: least.leastMemory, steady: least.steadyMemory) }

  private static func part(of all: Int, steady: Int, _ rate: Double) -> Double {
    Double(steady) + Double(all - steady) * rate
  }

  private static func rate(_ limit: Double, of all: Int, steady: Int) -> Double {
    all > steady ? (limit - Double(steady)) / Double(all - steady) : 0
  }
}
