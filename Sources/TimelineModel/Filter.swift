public import Geometry

/// Something done to a sprite's picture before it is cut, faded and composited.
///
/// Lengths are in sprite space. The numbers mean what Filter Effects Module Level 1 says of the primitives named.
public enum Filter: Sendable, Hashable {
  /// A Gaussian blur in linear light with a standard deviation along each axis (`feGaussianBlur`).
  case blur(deviation: Size)
  /// A shadow of the unfiltered picture, below what the filters before have made of it.
  case shadow(Shadow)
  /// One colour for everything; its alpha is a factor on the picture's.
  case fill(StraightColor)
  /// Colours by lightness between two, mixed with the picture.
  case tint(Tint)
  /// Colours by lightness between three.
  case tritone(shadows: StraightColor, midtones: StraightColor, highlights: StraightColor)
  /// Tone curves.
  case levels(Levels)
  /// Takes the least of all pixels in a square of twice the radius (`feMorphology`).
  case erode(radius: Double)

  /// A drop shadow.
  public struct Shadow: Sendable, Hashable {
    /// Colour; its alpha is the shadow's opacity.
    public var color: StraightColor
    /// Where the shadow falls.
    public var offset: Point
    /// Standard deviation of its blur.
    public var deviation: Double
    /// Whether the picture itself is drawn over its shadow.
    public var showsSource: Bool

    /// A shadow.
    public init(color: StraightColor, offset: Point, deviation: Double, showsSource: Bool) {
      self.color = color
      self.offset = offset
      self.deviation = deviation
      self.showsSource = showsSource
    }
  }

  /// Two colours in place of the picture's.
  public struct Tint: Sendable, Hashable {
    /// Stands for black.
    public var black: StraightColor
    /// Stands for white.
    public var white: StraightColor
    /// How much of it covers the picture, 0…1.
    public var amount: Double
    /// Whether the picture itself is drawn below.
    public var showsSource: Bool

    /// A tint.
    public init(black: StraightColor, white: StraightColor, amount: Double, showsSource: Bool) {
      self.black = black
      self.white = white
      self.amount = amount
      self.showsSource = showsSource
    }
  }

  /// Tone curves of straight sRGB components: first one a channel, then one for all three colours.
  public struct Levels: Sendable, Hashable {
    /// One curve. Numbers but `gamma` are components, 0…1.
    public struct Curve: Sendable, Hashable {
      /// What becomes the darkest.
      public var inputBlack: Double
      /// What becomes the brightest.
      public var inputWhite: Double
      /// Above 1 brightens what lies between.
      public var gamma: Double
      /// The darkest.
      public var outputBlack: Double
      /// The brightest.
      public var outputWhite: Double

      /// A curve.
      public init(
        inputBlack: Double, inputWhite: Double, gamma: Double, outputBlack: Double, outputWhite: Double
      ) {
        self.inputBlack = inputBlack
        self.inputWhite = inputWhite
        self.gamma = gamma
        self.outputBlack = outputBlack
        self.outputWhite = outputWhite
      }

      /// What becomes of a component.
      public func callAsFunction(_ component: Double) -> Double {
        let span = inputWhite - inputBlack
        if component <= min(inputBlack, inputWhite) { return span < 0 ? outputWhite : outputBlack }
        if component >= max(inputBlack, inputWhite) { return span < 0 ? outputBlack : outputWhite }
        let share = Scalar.power((component - inputBlack) / span, 1 / gamma)
        return outputBlack + (outputWhite - outputBlack) * share
      }
    }

    /// For red.
    public var red: Curve
    /// For green.
    public var green: Curve
    /// For blue.
    public var blue: Curve
    /// For alpha.
    public var alpha: Curve
    /// For red, green and blue, after their own.
    public var composite: Curve

    /// Five curves.
    public init(red: Curve, green: Curve, blue: Curve, alpha: Curve, composite: Curve) {
      self.red = red
      self.green = green
      self.blue = blue
      self.alpha = alpha
      self.composite = composite
    }
  }

  /// Whether a pixel's result depends on other pixels.
  public var isSpatial: Bool {
    switch self {
    case .blur, .shadow, .erode: true
    case .fill, .tint, .tritone, .levels: false
    }
  }

  /// Where the result may be seen if the picture is inside `bounds`.
  func bounds(of bounds: Rect, unfiltered: Rect) -> Rect {
    switch self {
    case .blur(let deviation): bounds.outset(x: deviation.width * 3, y: deviation.height * 3)
    case .shadow(let shadow):
      bounds.union(unfiltered.outset(x: shadow.deviation * 3, y: shadow.deviation * 3).offset(by: shadow.offset))
    case .fill, .tint, .tritone, .levels, .erode: bounds
    }
  }

  /// Whether every length fits into a 32-bit float.
  var fitsFloat: Bool {
    switch self {
    case .blur(let deviation): deviation.fitsFloat
    case .shadow(let shadow): shadow.offset.fitsFloat && shadow.deviation.fitsFloat
    case .erode(let radius): radius.fitsFloat
    case .fill, .tint, .tritone, .levels: true
    }
  }
}

/// Filters in the order in which they work, each on what the one before has made.
public struct FilterChain: Sendable, Hashable {
  /// In order.
  public let filters: [Filter]
  /// Cuts the picture before the first filter, and what the last one makes; in sprite space.
  public let region: Rect

  /// A chain.
  public init(_ filters: [Filter], region: Rect) {
    self.filters = filters
    self.region = region
  }

  /// Where the result may be seen if the picture is inside `bounds`; in sprite space.
  public func bounds(of bounds: Rect) -> Rect {
    let unfiltered = bounds.intersection(region)
    return filters.reduce(unfiltered) { $1.bounds(of: $0, unfiltered: unfiltered) }.intersection(region)
  }

  /// Whether a pixel's result depends on other pixels.
  public var isSpatial: Bool { filters.contains(where: \.isSpatial) }

  /// Whether every length fits into a 32-bit float.
  var fitsFloat: Bool { region.fitsFloat && filters.allSatisfy(\.fitsFloat) }
}
