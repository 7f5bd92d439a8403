internal import KilnDiagnostics
internal import KilnJSON
internal import KilnLottieFormat
internal import KilnLottieImport
internal import KilnPlayers
internal import KilnTimeline

/// Texts as shapes of their letters: one group if no letter moves, else a group for each letter with its motion.
struct TextShapeRewrite: TargetRewrite {
  let features = ["text", "textSystemFont", "textAnimators", "textPath", "textBoxes"]

  /// Most texts of a layer that become shapes because of their place alone.
  private static let maximumTexts = 4

  func edit(_ draft: inout RewriteDraft) throws(Diagnostic) {
    let lacking = Set(features.filter(draft.support.isLacking))
    var (replaced, kept) = (0, 0)
    try draft.eachLayer { draft, layer, _ throws(Diagnostic) in
      guard case .text(let text) = layer.content else { return }
      let json = draft.json(layer.node)
      var used: [String] = []
      FeatureUse.ofText(layer, json) { used.append($0.feature) }
      FeatureUse.ofLayerDetails(layer, json) { used.append($0.feature) }
      FeatureUse.ofFont(layer, draft.document.tree.root) { used.append($0.feature) }
      used = used.filter(lacking.contains)
      kept += 1
      // The place of a text is not worth the shapes of many.
      if used == ["textBoxes"], text.documents.count > Self.maximumTexts {
        return draft.refuse("textBoxes", layer, because: "it has \(text.documents.count) texts, one after the other")
      }
      guard !used.isEmpty else { return }
      switch try shapes(of: layer, text, json, draft) {
      case .success(let items):
        replace(json, by: items, &draft)
        (replaced, kept) = (replaced + 1, kept - 1)
      case .failure(let refusal): for feature in used { draft.refuse(feature, layer, because: refusal.reason) }
      }
    }
    guard replaced > 0, kept == 0 else { return }
    // Letters that nobody shows any more.
    for name: JSONValue.Name in ["fonts", "chars"] { draft.edits.removeMembers(name, of: draft.document.tree.root) }
  }

  private struct Refusal: Error { let reason: String }

  private func replace(_ json: JSONValue, by items: [String], _ draft: inout RewriteDraft) {
    guard let type = json["ty"] else { return }
    draft.edits.replace(type, by: "4")
    draft.edits.removeMembers("t", of: json)
    draft.edits.removeMembers("shapes", of: json)
    draft.edits.addMember("shapes", "[\(items.joined(separator: ","))]", to: json)
  }

  /// The items that show a text, topmost first.
  private func shapes(
    of layer: LottieLayer, _ text: KilnLottieFormat.LottieText, _ json: JSONValue, _ draft: RewriteDraft
  ) throws(Diagnostic) -> Result<[String], Refusal> {
    guard let content = json["t"], !draft.hasExpressions(content) else {
      return .failure(Refusal(reason: "an expression sets a value of the text"))
    }
    let isStill = text.documents.count < 2 && text.animators.isEmpty && text.path == nil
    guard let first = layer.inPoint, let last = layer.outPoint, first.isFinite, last > first,
      isStill || (last - first) * 100 < Double(draft.settings.sampledNumbers)
    else { return .failure(Refusal(reason: "it is seen over too many frames, or in none")) }
    let count = isStill ? 1 : max(1, Int((last - first).rounded(.up)))
    let times = (0..<count).map { first + Double($0) }
    let source = try LottieSource(
      bytes: Array(soleDocument(layer, content, seen: first...(isStill ? first + 1 : last), draft).utf8),
      fidelity: draft.settings.fidelity, expressions: .ignore,
      limits: draft.limits, assets: draft.settings.assets)
    var log = DiagnosticLog()
    let timeline = try source.timeline(FrameSampling(times: times, frameRate: source.info.frameRate), log: &log)
    if let missing = log.diagnostics.first(where: { $0.rule == .lottieTextFont || $0.rule == .lottieTextGlyph }) {
      return .failure(Refusal(reason: missing.message))
    }
    guard let items = SpriteItems(timeline, times, tolerance: draft.settings.tolerance).items else {
      return .failure(Refusal(reason: "letters are pictures, or have colours of their own"))
    }
    // Other players may know the font.
    if items.isEmpty, text.documents.contains(where: { !$0.document.text.allSatisfy(\.isWhitespace) }) {
      return .failure(Refusal(reason: "none of its letters is drawn"))
    }
    return .success(items)
  }

  /// A document with nothing but a text at its origin.
  private func soleDocument(
    _ layer: LottieLayer, _ content: JSONValue, seen times: ClosedRange<Double>, _ draft: RewriteDraft
  ) -> String {
    let root = draft.document.tree.root
    func source(_ value: JSONValue) -> String { String(decoding: value.source, as: UTF8.self) }
    let members = ["v", "fr", "w", "h", "fonts", "chars", "slots"].compactMap { name in
      root.member(named: name).map { "\"\(name)\":\(source($0))," }
    }
    // A text may run along a mask, which must not cut it here.
    let masks = layer.masks.map { mask in
      let json = draft.json(mask.node)
      return "{\"mode\":\"n\"\(json["pt"].map { ",\"pt\":\(source($0))" } ?? "")}"
    }
    let times = "\"ip\":\(times.lowerBound),\"op\":\(times.upperBound)"
    let text =
      "{\"ty\":5,\"ind\":1,\"nm\":\"\",\"ks\":{},\"st\":\(layer.startTime),\(times),"
      + "\"hasMask\":true,\"masksProperties\":[\(masks.joined(separator: ","))],\"t\":\(source(content))}"
    return "{\(members.joined())\(times),\"assets\":[],\"layers\":[\(text)]}"
  }
}
