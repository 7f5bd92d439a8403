public import KilnPixels
internal import KilnPlatform
internal import KilnRasterizer
internal import Synchronization
internal import KilnTimeline

/// Draws frames as whole pictures, each by several threads that draw bands of its rows.
///
/// For single pictures: many frames are drawn faster side by side, because each thread prepares what lies in its bands
/// itself. Pixels do not depend on the number of threads.
public struct BandedFramePainter: Sendable {
  private let renderer: TimelineRenderer
  private let fit: CanvasFit
  private let threads: Int

  /// A painter of pictures of a given size.
  public init(renderer: TimelineRenderer, fit: CanvasFit, threads: Int) {
    self.renderer = renderer
    self.fit = fit
    self.threads = max(1, threads)
  }

  /// The picture of a frame.
  public func picture(of frame: Int) -> Pixmap {
    Pixmap(width: fit.width, height: fit.height) { draw(frame, on: $0) }
  }

  /// Replaces a picture of the painter's size by that of a frame.
  public func draw(_ frame: Int, into picture: inout Pixmap) {
    precondition(picture.width == fit.width && picture.height == fit.height, "sizes must match")
    picture.withCanvas { draw(frame, on: $0) }
  }

  private func draw(_ frame: Int, on canvas: Canvas) {
    let bands = bands(of: canvas, frame)
    // Bands take different times, so that each thread takes another one when it has finished one.
    let next = Mutex(0)
    SharedWork.run(threads: min(threads, bands.count)) {
      var renderer = renderer
      renderer.prepareForBands()
      while case let index = next.withLock({ $0.takeNext() }), index < bands.count {
        let band = canvas.band(bands[index])
        renderer.render(frame: frame, replacing: nil, transform: fit.transform, into: band)
      }
    }
  }

  /// Bands for each thread.
  private static let bandsPerThread = 3
  /// Fewest rows of a band, and fewest pixels for which another thread is worth its start.
  private static let minimumRows = 32
  private static let minimumPixels = 1 << 16

  /// The rows of the picture, divided.
  private func bands(of canvas: Canvas, _ frame: Int) -> [Range<Int>] {
    let height = canvas.height
    var count = min(threads * Self.bandsPerThread, height / Self.minimumRows)
    // Each band would need the whole result of a filter that mixes rows.
    if threads == 1 || canvas.width * height < Self.minimumPixels || renderer.mixesRows(frame) { count = 1 }
    count = max(1, count)
    return (0..<count).map { height * $0 / count..<height * ($0 + 1) / count }
  }
}

extension Int {
  /// Returns the number, and increments it.
  fileprivate mutating func takeNext() -> Int {
    defer { self += 1 }
    return self
  }
}

extension TimelineRenderer {
  /// Whether a filter makes a row of a frame depend on others.
  fileprivate func mixesRows(_ frame: Int) -> Bool { mixesRows(timeline.sprites, frame) }

  private func mixesRows(_ sprites: [Sprite], _ frame: Int) -> Bool {
    sprites.contains { sprite in
      guard sprite.frames[frame].isVisible else { return false }
      if let filters = sprite.frames[frame].filters, timeline[filters].isSpatial { return true }
      if let matte = sprite.matte, mixesRows(matte.sprites, frame) { return true }
      guard case .group(let children) = sprite.content else { return false }
      return mixesRows(children, frame)
    }
  }
}
