public import KilnPixels

/// One frame of a file, described as a change of the canvas that a viewer shows before it.
public struct FrameDelta: Sendable, Hashable {
  /// Frames of the timeline during which it is shown. They are equal.
  public var frames: Range<Int>
  /// The rectangle that is stored.
  public var rect: PixelRect
  /// Disposal of the previous delta's rectangle, before this one is drawn.
  public var disposal: SubframeDisposal
  /// The canvas before the rectangle is drawn and after the disposal.
  public var before: CanvasState
}

/// Canvas that a viewer shows: a frame of the timeline, of which a rectangle may have been cleared.
public struct CanvasState: Sendable, Hashable {
  /// The frame; nil for a transparent canvas.
  public var frame: Int?
  /// Rectangle that was cleared afterwards.
  public var cleared = PixelRect.empty
}

/// Finds the deltas of an animation from its pictures, which are given in order.
///
/// Only rectangles are kept, no pixels: `FrameDeltaPainter` draws them again, so that memory does not grow with the number
/// of frames.
public struct FrameDeltaPlanner: Sendable {
  private var planner: SubframePlanner
  private let rules: SubframeRules
  private let maximumRepeats: Int
  private var deltas: [FrameDelta] = []
  /// The last picture that was given, the frames that show it, and where it differs from the one before.
  private var pending: (picture: Pixmap, frames: Range<Int>, damage: PixelRect)?

  /// A planner of frames of a given size.
  ///
  /// - Parameter maximumRepeats: Equal frames after which there is a new delta, because the format cannot show one for
  ///   longer.
  public init(width: Int, height: Int, rules: SubframeRules, maximumRepeats: Int = .max) {
    planner = SubframePlanner(width: width, height: height, rules: rules)
    self.rules = rules
    self.maximumRepeats = max(1, maximumRepeats)
  }

  /// Adds the next frame. Returns the part of its picture that has not been seen before; nil if there is none.
  public mutating func add(_ picture: Pixmap) -> Pixmap? {
    guard let last = pending else {
      pending = (picture, 0..<1, picture.bounds)
      return picture
    }
    let changed = picture.differenceBounds(from: last.picture)
    if changed.isEmpty && last.frames.count < maximumRepeats {
      pending?.frames = last.frames.lowerBound..<last.frames.upperBound + 1
      return nil
    }
    plan(last, next: picture)
    pending = (picture, last.frames.upperBound..<last.frames.upperBound + 1, changed)
    return picture.cropped(to: changed)
  }

  /// The deltas of all frames that were added, in order; together they show every frame.
  public consuming func finish() -> [FrameDelta] {
    if let pending { plan(pending, next: nil) }
    return deltas
  }

  private mutating func plan(_ planned: (picture: Pixmap, frames: Range<Int>, damage: PixelRect), next: Pixmap?) {
    let (picture, frames, damage) = planned
    // If a format cannot erase pixels, the rectangle to be disposed of must contain all that the next picture erases.
    let extent = rules.alwaysBlends ? next.map(picture.erasedBounds) ?? .empty : .empty
    var subframe = planner.subframes(toShow: picture, damage: damage, extent: extent).first
    // Every frame stores something, even if nothing is to be seen.
    subframe = subframe ?? planner.pixel(of: picture)
    if deltas.isEmpty && rules.firstIsWhole { subframe = planner.keyFrame(picture) }
    guard let subframe else { return }
    planner.show(picture, damage: damage, by: subframe)
    deltas.append(
      FrameDelta(
        frames: frames, rect: subframe.rect, disposal: subframe.disposal, before: state(after: subframe.disposal)))
  }

  /// The canvas after what the last delta drew was disposed of.
  private func state(after disposal: SubframeDisposal) -> CanvasState {
    guard let last = deltas.last else { return CanvasState() }
    switch disposal {
    case .none: return CanvasState(frame: last.frames.lowerBound)
    case .background: return CanvasState(frame: last.frames.lowerBound, cleared: last.rect)
    case .previous: return last.before
    }
  }
}

extension Pixmap {
  /// The smallest rectangle that holds all pixels that are transparent in another pixmap but not here.
  fileprivate func erasedBounds(by next: Pixmap) -> PixelRect {
    var result = PixelRect(minX: width, minY: height, maxX: 0, maxY: 0)
    for y in 0..<height {
      let row = pixels.span.extracting(y * width..<(y + 1) * width)
      let nextRow = next.pixels.span.extracting(y * width..<(y + 1) * width)
      var erased: UInt32 = 0
      for x in 0..<width { erased |= nextRow[x] == 0 ? row[x] : 0 }
      guard erased != 0 else { continue }
      result.minY = min(result.minY, y)
      result.maxY = y + 1
      for x in 0..<width where nextRow[x] == 0 && row[x] != 0 {
        result.minX = min(result.minX, x)
        result.maxX = max(result.maxX, x + 1)
      }
    }
    return result.isEmpty ? .empty : result
  }
}
