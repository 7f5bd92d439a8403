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

  /// Whether the file is not too large.
  func holds(bytes used: Int) -> Bool { used <= bytes ?? .max }
  /// Whether the bitmaps are not too large.
  func holds(memory used: Int) -> Bool { used <= memory ?? .max }
}

/// Above which size an SVGA file is refused or warned of, unless a budget says otherwise.
public struct SVGALimits: Sendable, Hashable {
  /// Bytes of the file above which it is refused; nil for any number, and no warning.
  public var bytes: Int? = 20_000_000
  /// Bytes of all decoded bitmaps above which the file is refused; nil for any number, and no warning.
  public var memory: Int? = 64_000_000
  /// Bytes of the file above which there is a warning: what teams that ship SVGA files commonly allow.
  public var bytesWarning = 2_000_000
  /// Bytes of all decoded bitmaps above which there is a warning, as in the official converter.
  public var memoryWarning = 8 << 20

  /// The limits of what phones play.
  public init() {}
}

/// What an SVGA file takes.
struct SVGAUse {
  /// Of the file.
  var bytes: Int
  /// Of all decoded bitmaps.
  var memory: Int
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
  func helps(_ budget: SVGABudget, _ use: SVGAUse, _ options: Conversion.Options) -> Bool {
    switch self {
    case .bitmapScale(let factor): use.memory > 0 && factor < options.bitmapScale
    case .colors(let quantizer):
      use.memory > 0 && !budget.holds(bytes: use.bytes) && quantizer.colors < options.quantizer?.colors ?? .max
    case .frameRate: true
    }
  }
}

extension Conversion.Options {
  /// What was given up for a budget.
  ///
  /// - Parameter frameRate: Frames per second without a budget.
  func reductions(from original: Conversion.Options, frameRate: Double) -> [Conversion.AppliedReduction] {
    var reductions: [Conversion.AppliedReduction] = []
    func add(_ setting: String, _ asked: String, _ given: String) {
      guard asked != given else { return }
      reductions.append(Conversion.AppliedReduction(setting: setting, asked: asked, given: given))
    }
    add("bitmapScale", original.bitmapScale.words, bitmapScale.words)
    add("colors", original.quantizer.map { String($0.colors) } ?? "all", quantizer.map { String($0.colors) } ?? "all")
    add("frameRate", frameRate.words, (self.frameRate ?? frameRate).words)
    return reductions
  }
}

extension Conversion.AppliedReduction {
  /// The reduction of an SVGA file in words.
  var svgaWords: String {
    switch setting {
    case "bitmapScale": "bitmaps at \(given) of their resolution"
    case "colors": "at most \(given) colours a bitmap"
    default: "\(given) frames per second"
    }
  }
}
