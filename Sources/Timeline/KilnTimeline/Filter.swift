public import KilnGeometry

/// An image filter, applied to the rendered content of a sprite before clip, opacity and compositing.
///
/// Lengths are in sprite space. The primitives named are those of Filter Effects Module Level 1.
public enum Filter: Sendable, Hashable {
  /// Gaussian blur in linear light with a standard deviation along each axis (`feGaussianBlur`).
  case blur(deviation: Size)
  /// Drop shadow of the unfiltered content, below the result of the filters before.
  case shadow(Shadow)
  /// Replaces the colour of all pixels; its alpha is a factor on theirs.
  case fill(StraightColor)
  /// Maps lightness to colours between two, mixed with the content.
  case tint(Tint)
  /// Maps lightness 0, ½ and 1 to three colours, interpolated linearly; alpha is kept.
  case tritone(shadows: StraightColor, midtones: StraightColor, highlights: StraightColor)
  /// Tone curves for each channel.
  case levels(Levels)
  /// Erosion: the minimum of each channel in a square with sides of twice the radius (`feMorphology`).
  case erode(radius: Double)
  /// Line around the unfiltered content, which is grown by a disc, below the result of the filters before.
  case outline(StraightColor, radius: Double)

  /// Parameters of a drop shadow.
  public struct Shadow: Sendable, Hashable {
    /// Colour of the shadow; its alpha is the shadow's opacity.
    public var color: StraightColor
    /// Translation of the shadow, in sprite space.
    public var offset: Point
    /// Standard deviation of the blur, in sprite space.
    public var deviation: Double
    /// Whether the content is drawn over its shadow; if false only the shadow remains.
    public var showsSource: Bool

    /// A shadow with all parameters.
    public init(color: StraightColor, offset: Point, deviation: Double, showsSource: Bool) {
      self.color = color
      self.offset = offset
      self.deviation = deviation
      self.showsSource = showsSource
    }

    /// Bounds of the blur of what is inside `bounds`, before it is moved.
    func blurred(_ bounds: Rect) -> Rect { bounds.outset(x: deviation * 3, y: deviation * 3) }
  }

  /// Parameters of a tint.
  public struct Tint: Sendable, Hashable {
    /// Colour that black maps to.
    public var black: StraightColor
    /// Colour that white maps to.
    public var white: StraightColor
    /// Opacity of the tinted content over the original, 0…1.
    public var amount: Double
    /// Whether the original content is drawn below.
    public var showsSource: Bool

    /// A tint with all parameters.
    public init(black: StraightColor, white: StraightColor, amount: Double, showsSource: Bool) {
      self.black = black
      self.white = white
      self.amount = amount
      self.showsSource = showsSource
    }
  }

  /// Tone curves of straight sRGB components: one for each channel, then one for red, green and blue together.
  public struct Levels: Sendable, Hashable {
    /// A tone curve. All values but `gamma` are components in 0…1.
    public struct Curve: Sendable, Hashable {
      /// Input value that maps to `outputBlack`; smaller ones do, too.
      public var inputBlack: Double
      /// Input value that maps to `outputWhite`; larger ones do, too.
      public var inputWhite: Double
      /// Exponent 1 / `gamma` of the curve between; above 1 brightens midtones.
      public var gamma: Double
      /// Output value that input black maps to.
      public var outputBlack: Double
      /// Output value that input white maps to.
      public var outputWhite: Double

      /// A curve with all parameters.
      public init(
        inputBlack: Double, inputWhite: Double, gamma: Double, outputBlack: Double, outputWhite: Double
      ) {
        self.inputBlack = inputBlack
        self.inputWhite = inputWhite
        self.gamma = gamma
        self.outputBlack = outputBlack
        self.outputWhite = outputWhite
      }

      /// The output value of a component. If `inputBlack` is above `inputWhite`, the curve is inverted.
      public func callAsFunction(_ component: Double) -> Double {
        let span = inputWhite - inputBlack
        if component <= min(inputBlack, inputWhite) { return span < 0 ? outputWhite : outputBlack }
        if component >= max(inputBlack, inputWhite) { return span < 0 ? outputBlack : outputWhite }
        let share = Scalar.power((component - inputBlack) / span, 1 / gamma)
        return outputBlack + (outputWhite - outputBlack) * share
      }
    }

    /// Curve of red.
    public var red: Curve
    /// Curve of green.
    public var green: Curve
    /// Curve of blue.
    public var blue: Curve
    /// Curve of alpha.
    public var alpha: Curve
    /// Curve of red, green and blue, applied after their own.
    public var composite: Curve

    /// Tone curves of all channels.
    public init(red: Curve, green: Curve, blue: Curve, alpha: Curve, composite: Curve) {
      self.red = red
      self.green = green
      self.blue = blue
      self.alpha = alpha
      self.composite = composite
    }
  }

  /// Whether the result of a pixel depends on other pixels.
  public var isSpatial: Bool {
    switch self {
    case .blur, .shadow, .erode, .outline: true
    case .fill, .tint, .tritone, .levels: false
    }
  }

  /// Bounds of the result for content inside `bounds`.
  func bounds(of bounds: Rect, unfiltered: Rect) -> Rect {
    switch self {
    case .blur(let deviation): bounds.outset(x: deviation.width * 3, y: deviation.height * 3)
    case .shadow(let shadow): bounds.union(shadow.blurred(unfiltered).offset(by: shadow.offset))
    case .outline(_, let radius): bounds.union(unfiltered.outset(x: radius, y: radius))
    case .fill, .tint, .tritone, .levels, .erode: bounds
    }
  }

  /// Whether every length fits into a 32-bit float.
  var fitsFloat: Bool {
    switch self {
    case .blur(let deviation): deviation.fitsFloat
    case .shadow(let shadow): shadow.offset.fitsFloat && shadow.deviation.fitsFloat
    case .erode(let radius), .outline(_, let radius): radius.fitsFloat
    case .fill, .tint, .tritone, .levels: true
    }
  }
}

/// Filters in order of application, each applied to the result of the one before.
public struct FilterChain: Sendable, Hashable {
  /// Filters in order of application.
  public let filters: [Filter]
  /// Filter region in sprite space: clips the content before the first filter (`clipsContent`) and the result of the last.
  public let region: Rect

  /// A chain with a filter region in sprite space.
  public init(_ filters: [Filter], region: Rect) {
    self.filters = filters
    self.region = region
  }

  /// Whether the region clips the content before the first filter. In browsers an erosion reads what lies outside.
  public var clipsContent: Bool {
    if case .erode = filters.first { false } else { true }
  }

  /// Bounds of the result for content inside `bounds`; both in sprite space.
  public func bounds(of bounds: Rect) -> Rect {
    let unfiltered = clipsContent ? bounds.intersection(region) : bounds
    return filters.reduce(unfiltered) { $1.bounds(of: $0, unfiltered: unfiltered) }.intersection(region)
  }

  /// Bounds of all that the filters read and write for content inside `bounds`: shadows are blurred before they are moved.
  public func workspace(of bounds: Rect) -> Rect {
    guard clipsContent else { return bounds }
    let unfiltered = bounds.intersection(region)
    let blurred = filters.reduce(unfiltered) { bounds, filter in
      if case .shadow(let shadow) = filter { bounds.union(shadow.blurred(unfiltered)) } else { bounds }
    }
    return self.bounds(of: bounds).union(blurred.intersection(region))
  }

  /// Whether the result of a pixel depends on other pixels.
  public var isSpatial: Bool { filters.contains(where: \.isSpatial) }

  /// Whether every length fits into a 32-bit float.
  var fitsFloat: Bool { region.fitsFloat && filters.allSatisfy(\.fitsFloat) }
}
