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

  private static let nothing = PropertyText.paths(
    [
      FittedKeyframe(
        time: 0, value: ContourRow.numbers(Contour([.init(corner: nowhere)], isClosed: false)), ease: .hold)
    ],
    isClosed: false)

  /// The properties of contours that are all open or all closed: one for each position in the lists.
  private static func properties(
    _ samples: [[Contour]], _ times: [Double], isClosed: Bool, tolerance: Double
  ) -> [String] {
    (0..<(samples.map(\.count).max() ?? 0)).map { position in
      let contours = samples.map { position < $0.count ? $0[position] : nil }
      let size = contours.compactMap { $0?.vertices.count }.max() ?? 1
      let missing = Contour(Array(repeating: .init(corner: nowhere), count: size), isClosed: isClosed)
      var table = SampledValues(dimensions: size * 6)
      table.reserveRows(times.count)
      for (time, contour) in zip(times, contours) {
        table.append(ContourRow.numbers(contour?.padded(to: size) ?? missing), at: time)
      }
      let counts = contours.map { $0?.vertices.count ?? 0 }
      let changes = counts.indices.dropLast().filter { counts[$0] != counts[$0 + 1] }
      let holds = Set(changes + table.jumps(least: Array(repeating: leastJump, count: size * 6))).sorted()
      return PropertyText.paths(
        KeyframeFitter(tolerance: [tolerance]).fit(table, holdAfter: holds), isClosed: isClosed)
    }
  }

  /// Distance in pixels above which a point may jump instead of moving.
  private static let leastJump = 12.0
}

extension Contour {
  /// The same outline with more vertices: the last segment is split into equal parts.
  fileprivate func padded(to count: Int) -> Contour {
    guard vertices.count < count else { return self }
    guard segmentCount > 0 else {
      return Contour(
        vertices + Array(repeating: vertices.last ?? .init(corner: Point(0, 0)), count: count - vertices.count),
        isClosed: isClosed)
    }
    var padded = self
    let parts = count - vertices.count + 1
    var curve = segment(segmentCount - 1)
    let start = isClosed ? vertices.count - 1 : vertices.count - 2
    let end = isClosed ? 0 : vertices.count - 1
    var added: [Vertex] = []
    for part in 0..<(parts - 1) {
      let (before, after) = curve.split(at: 1 / Double(parts - part))
      if part == 0 {
        padded.vertices[start].outgoing = before.control1
      } else {
        added[part - 1].outgoing = before.control1
      }
      added.append(Vertex(before.end, incoming: before.control2, outgoing: after.control1))
      curve = after
    }
    padded.vertices[end].incoming = curve.control2
    padded.vertices.insert(contentsOf: added, at: start + 1)
    return padded
  }
}
