internal import KilnDiagnostics
internal import KilnGeometry
internal import KilnJSON
internal import KilnLottieFormat
internal import KilnLottieImport

/// Copies of what a repeater repeats, each in a group, in place of the repeater.
struct RepeaterRewrite: TargetRewrite {
  let features = ["repeater"]

  /// Bytes that all copies of a repeater may have together.
  private static let maximumBytes = 2_000_000

  func edit(_ draft: inout RewriteDraft) throws(Diagnostic) {
    guard draft.support.isLacking("repeater") else { return }
    try draft.eachLayer { draft, layer, _ in
      for list in ShapeList.all(of: layer, draft.json(layer.node)) {
        // The topmost repeater first: one below repeats its copies, in the next pass.
        guard case .repeater(let item)? = list.items.first(where: \.isRepeater) else { continue }
        if let reason = edit(item, in: list, &draft) { draft.refuse("repeater", layer, because: reason) }
      }
    }
  }

  /// - Returns: Why nothing is changed; nil if there are copies.
  private func edit(_ item: RepeaterItem, in list: ShapeList, _ draft: inout RewriteDraft) -> String? {
    let json = draft.json(item.head.node)
    guard !draft.hasExpressions(json) else { return "an expression sets a value of it" }
    let above = list.items.prefix { $0.head.node != item.head.node }
    let below = list.items.dropFirst(above.count + 1)
    if above.contains(where: \.isModifier) { return "modifiers stand above it" }
    guard !item.copies.isAnimated, !item.offset.isAnimated, !item.topOpacity.isAnimated, !item.bottomOpacity.isAnimated
    else { return "the number, offset or opacity of its copies changes" }
    if item.offset.value != 0, below.contains(where: \.isStyle) {
      return "its offset leaves the original beside the copies"
    }
    let sources = above.map { String(decoding: draft.json($0.head.node).source, as: UTF8.self) }
    let count = item.copies.value.rounded(.up)
    let bytes = sources.reduce(200) { $0 + $1.utf8.count }
    guard count >= 0, count * Double(bytes) <= Double(Self.maximumBytes) else { return "it makes too many copies" }
    let sampler = RepeaterSampler(item)
    guard let times = draft.sampleTimes(of: list.layer, sampler.changes, size: 8 * Int(max(1, count))) else {
      return "it changes over too many frames"
    }
    let copies = (0..<Int(count)).map { position in
      // From front to back.
      let copy = item.isFirstOnTop ? position : Int(count) - 1 - position
      return TransformText.moved(
        sources, by: times.map { sampler.matrix(ofCopy: copy, at: $0) }, at: times,
        opacity: EditText.fixed(sampler.opacity(ofCopy: copy) * 100), tolerance: draft.settings.tolerance)
    }
    for item in above { draft.edits.remove(draft.json(item.head.node)) }
    if copies.isEmpty { draft.edits.remove(json) } else { draft.edits.replace(json, by: copies.joined(separator: ",")) }
    return nil
  }
}

extension ShapeItem {
  fileprivate var isRepeater: Bool {
    if case .repeater = self { true } else { false }
  }

  /// Whether it changes paths above it.
  fileprivate var isModifier: Bool {
    switch self {
    case .trim, .roundedCorners, .puckerBloat, .zigZag, .offsetPath, .mergePaths: true
    default: false
    }
  }

  fileprivate var isStyle: Bool {
    switch self {
    case .fill, .stroke, .gradientFill, .gradientStroke: true
    default: false
    }
  }
}
