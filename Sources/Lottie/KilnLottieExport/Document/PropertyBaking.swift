internal import KilnJSON
internal import KilnLottieFormat
internal import KilnLottieImport

/// What became of an expression.
enum BakedProperty {
  /// The property keeps its own value or keyframes, because the expression gives the same.
  case same
  case constant
  case keyframes(Int)
  case texts(Int)
  /// The property is seen at no time; it keeps its own value or keyframes.
  case unseen
}

/// Replaces the expression of a property by what it gives.
struct PropertyBaking {
  let tree: JSONTree
  let reader: LottiePropertyReader
  let frameRate: Double
  /// Factor for all tolerances.
  let toleranceScale: Double

  /// - Parameter pixelsPerUnit: Pixels that a unit of the property moves what is seen at most; nil if that is not known.
  func tolerance(of role: PropertyRole, at node: Int, pixelsPerUnit: Double? = nil) -> BakedTolerance {
    let name = tree.value(at: node).key ?? ""
    return BakedTolerance(
      role, named: name, frameRate: frameRate, scale: toleranceScale, pixelsPerUnit: pixelsPerUnit)
  }

  /// - Parameters:
  ///   - samples: Nil if the property is never seen.
  ///   - pixelsPerUnit: Pixels that a unit of the property moves what is seen at most; nil if that is not known.
  func bake(
    _ node: Int, _ samples: PropertySamples?, pixelsPerUnit: Double?, _ edits: inout JSONEdits
  ) -> BakedProperty {
    let value = tree.value(at: node)
    edits.removeMembers("x", of: value)
    guard let samples, !samples.times.isEmpty else { return .unseen }
    let tolerance = tolerance(of: samples.role, at: node, pixelsPerUnit: pixelsPerUnit)
    guard !samples.isPlain(tolerance: tolerance.value) else { return .same }
    // The slot's value would take the place of the new one.
    edits.removeMembers("sid", of: value)
    if samples.role == .text { return bakeTexts(value, samples, &edits) }
    let (keyframes, form, decimals) = fitted(value, samples, tolerance)
    let isConstant = keyframes.count < 2
    let unrolled =
      isConstant
      ? nil : LoopUnrolling(value)?.keyframes(from: samples.times.first ?? 0, until: samples.times.last ?? 0)
    let text = LottieText { text in
      if isConstant {
        text.value(keyframes.first?.value ?? [], form, decimals: decimals)
      } else {
        text.keyframes(keyframes, form, decimals: decimals)
      }
    }
    var content = String(decoding: text.bytes, as: UTF8.self)
    // The designer's own keyframes are exact also between frames.
    if let unrolled, unrolled.utf8.count < content.utf8.count * 3 / 2 { content = unrolled }
    set("k", content, of: value, &edits)
    set("a", isConstant ? "0" : "1", of: value, &edits)
    return isConstant ? .constant : .keyframes(keyframes.count)
  }

  private func set(_ name: StaticString, _ text: String, of object: JSONValue, _ edits: inout JSONEdits) {
    if let member = object[JSONValue.Name(stringLiteral: name)] {
      edits.replace(member, by: text)
    } else {
      edits.addMember(name, text, to: object)
    }
  }

  // MARK: - Numbers

  private func fitted(
    _ value: JSONValue, _ samples: PropertySamples, _ tolerance: BakedTolerance
  ) -> ([FittedKeyframe], PropertyForm, decimals: Int) {
    if samples.role == .path {
      let paths = PaddedPaths(samples.values, at: samples.times)
      var keyframes = fit(
        paths.samples, samples.isBetween, tolerance.value, tolerance.decimals, holds: paths.changes)
      for index in keyframes.indices { keyframes[index].value = PaddedPaths.absolute(keyframes[index].value) }
      return (keyframes, .path(isClosed: paths.isClosed), tolerance.decimals)
    }
    // Old files have colours up to 255.
    let factor = samples.role == .shapeColor ? 1 / reader.shapeColorFactor : 1
    let decimals = factor == 1 ? tolerance.decimals : 2
    let dimensions = dimensions(of: value, samples)
    var rows = SampledValues(dimensions: dimensions)
    rows.reserveRows(samples.times.count)
    for (index, time) in samples.times.enumerated() {
      rows.append(samples.values[index].prefix(dimensions).map { $0 * factor }, at: time)
    }
    let keyframes = fit(
      rows, samples.isBetween, tolerance.value * factor, decimals, holds: [], isPosition: isPosition(value, samples))
    return (keyframes, samples.role == .number ? .scalar : .vector, decimals)
  }

  /// Keyframes that meet the samples in all frames, and between frames those that they would miss by far.
  ///
  /// - Parameters:
  ///   - isBetween: Whether a sample is between two frames.
  ///   - holds: Indices of samples after which the value is held.
  ///   - isPosition: Whether the property may have a motion path.
  private func fit(
    _ samples: SampledValues, _ isBetween: [Bool], _ tolerance: Double, _ decimals: Int, holds: [Int],
    isPosition: Bool = false
  ) -> [FittedKeyframe] {
    var isIncluded = isBetween.map { !$0 }
    var keyframes: [FittedKeyframe] = []
    // Values that are met in addition may move keyframes away from others that were met before.
    for _ in 0..<Self.fitCount {
      keyframes = fit(samples, tolerance, decimals, holds: holds, isPosition: isPosition) { isIncluded[$0] }
      let missed = samples.times.indices.filter { index in
        !isIncluded[index]
          && zip(keyframes.value(at: samples.times[index]), samples.row(index)).contains {
            abs($0 - $1) > tolerance * Self.slackBetweenFrames
          }
      }
      guard !missed.isEmpty else { break }
      for index in missed { isIncluded[index] = true }
    }
    return keyframes
  }

  /// Largest number of fits of a property's values.
  private static let fitCount = 5
  /// How many times the tolerance values may be off between frames.
  private static let slackBetweenFrames = 10.0

  private func fit(
    _ samples: SampledValues, _ tolerance: Double, _ decimals: Int, holds: [Int], isPosition: Bool,
    _ isIncluded: (Int) -> Bool
  ) -> [FittedKeyframe] {
    var rows = SampledValues(dimensions: samples.dimensions)
    var rowHolds: [Int] = []
    var next = holds[...]
    rows.reserveRows(samples.count)
    for index in samples.times.indices {
      if isIncluded(index) { rows.append(samples.row(index), at: samples.times[index]) }
      if next.first == index {
        next.removeFirst()
        rowHolds.append(rows.count - 1)
      }
    }
    let jumps = rows.jumps(least: Array(repeating: tolerance * 40, count: rows.dimensions))
    let (holds, breaks) = (Set(rowHolds + jumps).sorted(), rows.restingEnds)
    let keyframes = KeyframeFitter(tolerance: [tolerance], decimals: decimals)
      .fit(rows, holdAfter: holds, breakAt: breaks)
    // A keyframe with a motion path takes about twice the bytes.
    guard isPosition, keyframes.count > 6,
      var fitter = MotionPathFitter(rows, tolerance: tolerance, decimals: decimals)
    else { return keyframes }
    let curved = fitter.fit(holdAfter: holds, breakAt: breaks)
    return curved.count * 2 < keyframes.count ? curved : keyframes
  }

  /// Whether a property is the position of a layer, group or shape, which all players move along paths.
  private func isPosition(_ value: JSONValue, _ samples: PropertySamples) -> Bool {
    guard samples.role == .vector, value.key == "p" else { return false }
    let owner = tree.steps(to: value.index).dropLast().last?.value
    return owner?.key == "ks" || ["tr", "el", "rc", "sr"].contains(owner?.string("ty"))
  }

  /// Number of components that the file has for the property.
  private func dimensions(of value: JSONValue, _ samples: PropertySamples) -> Int {
    var own = 0
    if let content = value["k"] {
      own = content.firstNumber != nil ? content.count : (content.first?["s"] ?? content.first?["e"])?.count ?? 0
    }
    switch samples.role {
    case .number: return 1
    case .vector, .orientation: return own == 2 ? 2 : 3
    case .color, .shapeColor: return own == 3 ? 3 : 4
    case .numbers, .path, .text: return samples.values.count > 0 ? samples.values[0].count : 1
    }
  }

  // MARK: - Texts

  /// A text document for each time from which on the expression gives another text.
  private func bakeTexts(_ value: JSONValue, _ samples: PropertySamples, _ edits: inout JSONEdits) -> BakedProperty {
    let documents = textDocuments(value)
    guard !documents.isEmpty else { return .unseen }
    var keys: [String] = []
    var last: (document: Int, text: String)?
    for (time, text) in zip(samples.times, samples.texts) {
      let document = (documents.startIndex..<documents.endIndex).lastIndexOfPrefix { documents[$0].time <= time }
      if let last, last.document == document, last.text == text { continue }
      last = (document, text)
      var change = JSONEdits(tree)
      if let member = documents[document].document["t"] {
        change.replace(member, by: JSONText.quoted(text))
      } else {
        change.addMember("t", JSONText.quoted(text), to: documents[document].document)
      }
      let start = JSONNumberText.rounded(keys.isEmpty ? min(0, time) : time, decimals: 4) ?? "0"
      let content = String(decoding: change.text(of: documents[document].document), as: UTF8.self)
      keys.append("{\"s\":\(content),\"t\":\(start)}")
    }
    set("k", "[" + keys.joined(separator: ",") + "]", of: value, &edits)
    return .texts(keys.count)
  }

  private func textDocuments(_ value: JSONValue) -> [(time: Double, document: JSONValue)] {
    guard let keys = value["k"] else { return [] }
    if keys["t"]?.kind == .string { return [(0, keys)] }
    return keys.children.compactMap { key in
      guard let document = key["s"], document.kind == .object else { return nil }
      return (key.number("t") ?? 0, document)
    }
  }
}
