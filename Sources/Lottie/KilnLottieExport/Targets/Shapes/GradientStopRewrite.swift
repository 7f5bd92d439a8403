internal import KilnDiagnostics
internal import KilnJSON
internal import KilnLottieFormat
internal import KilnPlayers

/// Colour and opacity stops of gradients at the same offsets, for players that take the opacity at each colour stop only.
struct GradientStopRewrite: TargetRewrite {
  let features = ["gradientOpacity"]

  /// Numbers of one gradient at most.
  private static let maximumNumbers = 10_000

  func edit(_ draft: inout RewriteDraft) throws(Diagnostic) {
    guard draft.support.isLacking("gradientOpacity") else { return }
    try draft.eachLayer { draft, layer, _ in
      for list in ShapeList.all(of: layer, draft.json(layer.node)) {
        for item in list.json.children where item.string("ty") == "gf" || item.string("ty") == "gs" {
          guard let gradient = item["g"], FeatureUse.hasOpacities(gradient) else { continue }
          edit(gradient, &draft)
        }
      }
    }
  }

  private func edit(_ gradient: JSONValue, _ draft: inout RewriteDraft) {
    guard let number = gradient["p"], let count = number.integer, let content = gradient["k"]?["k"] else { return }
    let values =
      content.firstNumber != nil
      ? [content] : content.children.flatMap { [$0["s"], $0["e"]].compactMap(\.self) }
    let rows = values.map { ($0, $0.numbers ?? []) }
    guard let size = rows.first?.1.count, size > count * 4, size <= Self.maximumNumbers,
      rows.allSatisfy({ $0.1.count == size })
    else { return }
    // Where both have the same offsets all is done.
    if rows.allSatisfy({ Self.isAligned($0.1, count) }) { return }
    for (value, numbers) in rows {
      draft.edits.replace(value, by: EditText.array(Self.aligned(numbers, count), decimals: 4))
    }
    draft.edits.replace(number, by: "\(count + (size - count * 4) / 2)")
  }

  private static func isAligned(_ numbers: [Double], _ count: Int) -> Bool {
    let opacities = (numbers.count - count * 4) / 2
    guard opacities == count else { return false }
    return (0..<count).allSatisfy { abs(numbers[$0 * 4] - numbers[count * 4 + $0 * 2]) < 1e-6 }
  }

  /// Stops at all offsets of colours and opacities.
  private static func aligned(_ numbers: [Double], _ count: Int) -> [Double] {
    let colors = (0..<count).map { Array(numbers[$0 * 4..<$0 * 4 + 4]) }
    let opacities = stride(from: count * 4, to: numbers.count - 1, by: 2).map { [numbers[$0], numbers[$0 + 1]] }
    let offsets = (colors + opacities).map { $0[0] }.sorted()
    let rows = offsets.enumerated().map { index, offset in
      // At an edge the values of both sides follow each other.
      let isSecond = index > 0 && offsets[index - 1] == offset
      return (offset, value(colors, at: offset, isSecond), value(opacities, at: offset, isSecond))
    }
    return rows.flatMap { [$0.0] + $0.1 } + rows.flatMap { [$0.0] + $0.2 }
  }

  /// The components of stops at an offset.
  private static func value(_ stops: [[Double]], at offset: Double, _ isSecond: Bool) -> [Double] {
    guard let first = stops.first, let last = stops.last else { return [] }
    let same = stops.filter { $0[0] == offset }
    if let stop = isSecond ? same.last : same.first { return Array(stop.dropFirst()) }
    if offset <= first[0] { return Array(first.dropFirst()) }
    guard let next = stops.firstIndex(where: { $0[0] > offset }), next > 0 else { return Array(last.dropFirst()) }
    let (a, b) = (stops[next - 1], stops[next])
    let part = b[0] > a[0] ? (offset - a[0]) / (b[0] - a[0]) : 0
    return zip(a, b).dropFirst().map { $0 + ($1 - $0) * part }
  }
}
