/// Rectangles to be placed on pages without overlaps.
package struct PackingProblem: Sendable {
  /// Width and height of a rectangle in pixels.
  package struct Extent: Sendable, Hashable {
    package var width: Int
    package var height: Int

    package init(width: Int, height: Int) {
      self.width = width
      self.height = height
    }

    package var area: Int { width * height }
    /// The rectangle turned by a quarter.
    package var turned: Extent { Extent(width: height, height: width) }
  }

  /// Position of a rectangle on a page.
  package struct Placement: Sendable, Hashable {
    package var x: Int
    package var y: Int
    /// Whether it is turned by a quarter, so that its width runs along the page's height.
    package var isTurned = false
  }

  /// Sizes of the rectangles, each with the gap to its right and below.
  let extents: [Extent]
  /// Transparent pixels between rectangles. Not needed at the right and lower edge of a page.
  let gap: Int
  /// Maximum width and height of a page.
  let maximumSide: Int
  /// Whether rectangles may be turned by a quarter.
  let allowsTurning: Bool
  /// Sizes that pages may have.
  let sizes: AtlasPageSizes

  /// Rectangles of some sizes with a gap between them.
  package init(_ sizes: [Extent], gap: Int, maximumSide: Int, allowsTurning: Bool, pages: AtlasPageSizes) {
    extents = sizes.map { Extent(width: $0.width + gap, height: $0.height + gap) }
    self.gap = gap
    self.maximumSide = maximumSide
    self.allowsTurning = allowsTurning
    self.sizes = pages
  }

  /// The same problem for some of the rectangles.
  func part(_ indices: [Int]) -> PackingProblem { PackingProblem(self, indices.map { extents[$0] }) }

  private init(_ other: PackingProblem, _ extents: [Extent]) {
    self.extents = extents
    gap = other.gap
    maximumSide = other.maximumSide
    allowsTurning = other.allowsTurning
    sizes = other.sizes
  }

  /// Area of all rectangles with their gaps.
  package var area: Int { extents.reduce(0) { $0 + $1.area } }

  /// The smallest page of a legal size that contains rectangles up to some column and row, gaps included; nil if it would be
  /// too large.
  func page(right: Int, bottom: Int) -> Extent? {
    let page = sizes.smallest(around: Extent(width: max(1, right - gap), height: max(1, bottom - gap)))
    return max(page.width, page.height) <= maximumSide ? page : nil
  }
}

/// Sizes that the pages of an atlas may have.
public struct AtlasPageSizes: Sendable, Hashable {
  /// Constraint on width and height.
  public enum Step: String, Sendable, Hashable, CaseIterable {
    /// Any number of pixels.
    case any
    /// Multiples of four, which block compression of textures needs.
    case multipleOfFour = "multiple-of-four"
    /// Powers of two, which old graphics hardware needs.
    case powerOfTwo = "power-of-two"
  }

  /// Constraint on width and height.
  public var step = Step.any
  /// Whether width and height are equal.
  public var isSquare = false

  /// The default of each property.
  public init() {}

  /// The smallest legal size that contains another.
  func smallest(around extent: PackingProblem.Extent) -> PackingProblem.Extent {
    var (width, height) = (smallest(atLeast: extent.width), smallest(atLeast: extent.height))
    if isSquare { (width, height) = (max(width, height), max(width, height)) }
    return PackingProblem.Extent(width: width, height: height)
  }

  private func smallest(atLeast side: Int) -> Int {
    switch step {
    case .any: side
    case .multipleOfFour: (side + 3) / 4 * 4
    case .powerOfTwo: 1 << (Int.bitWidth - max(0, side - 1).leadingZeroBitCount)
    }
  }

  /// The largest legal side up to a number; 0 if there is none.
  func largest(upTo side: Int) -> Int {
    switch step {
    case .any: max(0, side)
    case .multipleOfFour: max(0, side / 4 * 4)
    case .powerOfTwo: side < 1 ? 0 : 1 << (Int.bitWidth - 1 - side.leadingZeroBitCount)
    }
  }
}
