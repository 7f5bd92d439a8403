internal import KilnDiagnostics
internal import KilnGIF
internal import KilnExporting
internal import KilnTimeline

/// Colours with which the frames of a file are stored.
struct PaletteForm: Sendable, Hashable {
  /// Number of colours, transparent included; nil for all.
  var colors: Int?
  var dither: GIFDither
}

/// The frames of one variant of an animation, ready to be encoded with few or many colours.
protocol PaletteWork: Sendable {
  /// Draws and encodes frames in one form. Each thread needs a copy.
  associatedtype Encoder: Sendable

  var source: FrameSource { get }
  var deltas: [FrameDelta] { get }
  /// Requested colours and dithering.
  var asked: PaletteForm { get }

  func encoder(for form: PaletteForm) -> Encoder

  /// Bytes of a file without its frames, about.
  func headerBytes(_ form: PaletteForm) -> Int

  /// Bytes of a delta in the file, and 1 − SSIM of what is shown in its rectangle.
  func measure(_ delta: FrameDelta, _ encoder: inout Encoder) throws(Diagnostic) -> PaletteMeasure

  /// The file in a form.
  ///
  /// - Throws: `work.cancelled`, or a rule of the exporter when there can be no file.
  func file(_ form: PaletteForm, log: inout DiagnosticLog) throws(Diagnostic) -> NamedFile
}

/// Cost of one frame in a form: bytes and loss.
struct PaletteMeasure: Sendable {
  var bytes: Double
  /// 1 − SSIM of what is shown.
  var loss: Double
}
