internal import Diagnostics
internal import ImageCodecs
internal import SVGAExport
internal import SVGAFormat
internal import TimelineModel

/// What an SVGA file may take at most.
public struct SVGABudget: Sendable, Hashable {
  /// Bytes of the file; nil for any number.
  public var bytes: Int?
  /// Bytes of all decoded bitmaps in a player's memory; nil for any number.
  public var memory: Int?

  /// A budget.
  public init(bytes: Int? = nil, memory: Int? = nil) {
    self.bytes = bytes
    self.memory = memory
  }

  /// What a file takes of it.
  struct Use {
    var bytes: Int
    var memory: Int

    init(_ result: Conversion.Result) {
      bytes = result.files.reduce(0) { $0 + $1.bytes.count }
      memory = result.decodedBytes
    }
  }

  /// Whether the file is not too large.
  func holds(bytes used: Int) -> Bool { used <= bytes ?? .max }
  /// Whether the bitmaps are not too large.
  func holds(memory used: Int) -> Bool { used <= memory ?? .max }
}

/// What may be given up for a budget, in this order.
enum BudgetStep {
  /// Colours of bitmaps.
  case colors(ColorQuantizer)
  /// Resolution of bitmaps, and colours that are hardly missed: shrinking makes new ones.
  case bitmapScale(Double)
  /// Frames per second.
  case frameRate(Int)

  /// The steps from a frame rate on: 256 colours, bitmaps down to a quarter, 64 colours, 10 frames a second.
  static func all(frameRate: Double) -> [BudgetStep] {
    let scales = [0.75, 0.5, 0.35, 0.25].map { BudgetStep.bitmapScale($0) }
    let rates = SVGAExporter.legalFrameRates.filter { $0 >= 10 && Double($0) < frameRate }
    return [.colors(.mild)] + scales + [.colors(.strong)] + rates.reversed().map { BudgetStep.frameRate($0) }
  }

  /// Gives it up.
  func apply(to options: inout Conversion.Options) {
    switch self {
    case .bitmapScale(let factor):
      options.bitmapScale = factor
      options.quantizer = options.quantizer ?? .mild
    case .colors(let quantizer): options.quantizer = quantizer
    case .frameRate(let rate): options.frameRate = Double(rate)
    }
  }

  /// Whether that can bring a file nearer to a budget.
  func helps(_ budget: SVGABudget, _ use: SVGABudget.Use, _ options: Conversion.Options) -> Bool {
    switch self {
    case .bitmapScale(let factor): use.memory > 0 && factor < options.bitmapScale
    case .colors: use.memory > 0 && !budget.holds(bytes: use.bytes)
    case .frameRate: true
    }
  }
}

extension Conversion.Options {
  /// What was given up for a budget, in words.
  func sacrifices(comparedWith original: Conversion.Options) -> String {
    var words: [String] = []
    if bitmapScale != original.bitmapScale { words.append("bitmaps at \(bitmapScale) of their resolution") }
    if let quantizer, quantizer != original.quantizer { words.append("at most \(quantizer.colors) colours a bitmap") }
    if let frameRate, frameRate != original.frameRate { words.append("\(Int(frameRate)) frames per second") }
    return words.joined(separator: ", ")
  }
}
