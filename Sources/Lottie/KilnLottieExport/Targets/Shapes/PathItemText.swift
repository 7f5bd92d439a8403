internal import KilnDiagnostics
internal import KilnGeometry
internal import KilnJSON
internal import KilnLottieFormat
internal import KilnLottieImport

/// Path items (`sh`) of sampled paths.
enum PathItemText {
  /// One or more path items, with commas between them; nil if there are too many samples.
  ///
  /// - Parameter item: The item whose place they take; they get its name, and whether it is hidden.
  static func items(
    _ path: ShapePathSampler.SampledPath, like item: JSONValue, of layer: LottieLayer,
    _ sampler: inout ShapePathSampler, _ draft: RewriteDraft
  ) throws(Diagnostic) -> String? {
    let first = layer.inPoint ?? draft.document.inPoint
    let size = try sampler.contours(of: path, at: first).reduce(0) { $0 + $1.vertices.count } * 6
    guard let times = draft.sampleTimes(of: layer, path.changes, size: max(6, size)) else { return nil }
    var samples: [[Contour]] = []
    var numbers = 0
    for time in times {
      let contours = try sampler.contours(of: path, at: time)
      numbers += contours.reduce(0) { $0 + $1.vertices.count } * 6
      guard numbers <= draft.settings.sampledNumbers else { return nil }
      samples.append(contours)
    }
    let properties = [true, false].flatMap { isClosed in
      self.properties(
        samples.map { $0.filter { $0.isClosed == isClosed && !$0.vertices.isEmpty } }, times, isClosed: isClosed,
        tolerance: draft.settings.tolerance)
    }
    guard !properties.isEmpty else { return self.item(like: item, path: nothing) }
    return properties.map { self.item(like: item, path: $0) }.joined(separator: ",")
  }

  private static func item(like item: JSONValue, path: String) -> String {
    let name = item["nm"].map { "\"nm\":\(String(decoding: $0.source, as: UTF8.self))," } ?? ""
    return "{\"ty\":\"sh\",\(name)\"hd\":\(item.isTruthy("hd")),\"ks\":\(path)}"
  }

  /// Far outside of every canvas: the place of paths at times at which there are none.
  private static let nowhere = Point(-100_000, -100_000)

  private static let nothing = EditText.path(Contour([.init(corner: nowhere)], isClosed: false))

  /// The properties of contours that are all open or all closed: one for each position in the lists.
  private static func properties(
    _ samples: [[Contour]], _ times: [Double], isClosed: Bool, tolerance: Double
  ) -> [String] {
    // Times of several samples are whole.
    let frames = times.map { Int(clamping: $0.rounded(), to: -1_000_000_000...1_000_000_000) }
    return (0..<(samples.map(\.count).max() ?? 0)).map { position in
      let contours = samples.map {
        position < $0.count ? $0[position] : Contour([.init(corner: nowhere)], isClosed: isClosed)
      }
      let keyframes = ContourTrack(contours, frames: frames).fit(tolerance: tolerance, decimals: 3)
      return EditText.paths(keyframes, isClosed: isClosed)
    }
  }
}
