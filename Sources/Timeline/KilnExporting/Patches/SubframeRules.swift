/// Capabilities of a format for sub-frame rectangles.
public struct SubframeRules: Sendable, Hashable {
  /// Whether patches may leave unchanged pixels transparent.
  var allowsBlending: Bool
  /// Whether patches always leave transparent pixels as they are, so that none can be erased but by disposal.
  var alwaysBlends = false
  /// Disposals that the format and its viewers support, besides `.none`.
  var disposals: [SubframeDisposal]
  /// Whether the first frame stores the whole canvas.
  var firstIsWhole = false
  /// The left and top of a rectangle are multiples of this power of two.
  var alignment = 1

  /// Rules; the first frame need not store the whole canvas, and patches may replace pixels.
  ///
  /// - Precondition: `alignment` is a power of two.
  init(allowsBlending: Bool, disposals: [SubframeDisposal], alignment: Int = 1) {
    precondition(alignment > 0 && alignment & (alignment - 1) == 0, "alignments are powers of two")
    self.allowsBlending = allowsBlending
    self.disposals = disposals
    self.alignment = alignment
  }

  /// Animated WebP: corners are stored as halves.
  public static func webp(allowsBlending: Bool) -> SubframeRules {
    SubframeRules(allowsBlending: allowsBlending, disposals: [.background], alignment: 2)
  }
  /// Animated PNG. It can return to what was before a frame as well, which makes files hardly smaller (0.2 % at most, of
  /// ten), and Pillow draws what comes after wrong.
  public static let apng = {
    var rules = SubframeRules(allowsBlending: true, disposals: [.background])
    rules.firstIsWhole = true
    return rules
  }()
  /// GIF, in which a transparent pixel never replaces another.
  public static let gif = {
    var rules = SubframeRules(allowsBlending: true, disposals: [.background, .previous])
    rules.alwaysBlends = true
    // Pillow, ImageMagick and others paint what the first frame leaves out with an opaque background colour.
    rules.firstIsWhole = true
    return rules
  }()
}
