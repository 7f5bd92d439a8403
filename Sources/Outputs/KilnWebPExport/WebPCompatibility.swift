package import KilnExporting
internal import KilnTimeline

/// Viewers that must show a file correctly.
public enum WebPCompatibility: String, Sendable, Hashable, CaseIterable {
  /// Browsers and libraries of today.
  case `default`
  /// Safari and Preview up to version 16 as well: there, frames that are blended leave traces of older ones.
  case safari
  /// Older libraries of apps as well: they blend as Safari does, and slow down what plays faster than 50 frames a second.
  case wide

  /// Whether frames may be composited onto what is there.
  public var allowsBlending: Bool { self == .default }

  /// The shortest time for which a frame is shown as long as it asks for. Browsers show one of up to 10 ms for 100 ms.
  private var leastMilliseconds: Int { self == .wide ? 20 : 11 }

  /// Frame rates that viewers play without slowing down, in frames per second.
  package var frameRates: ExportCapabilities.FrameRates { .atMost(1000 / Double(leastMilliseconds)) }
}
