internal import KilnDiagnostics
internal import KilnGeometry
internal import KilnJSON
internal import KilnLottieFormat
internal import KilnLottieImport

/// The edits that replace the expressions of one document.
struct DocumentBaking {
  private let document: LottieDocument
  private let tree: JSONTree
  private let limits: Limits
  private let properties: PropertyBaking
  private let variants: CompositionVariants
  private var controls: UnusedControls
  private var ids = TakenNames()

  // What is reported.
  private var bakedCount = 0
  private var sameCount = 0
  private var constantCount = 0
  private var animatedCount = 0
  private var keyframeCount = 0
  private var unseen: [Int] = []
  private var stray: [Int] = []
  private var copyCount = 0
  private var unusedAssetCount = 0

  init(
    _ document: LottieDocument, _ uses: [SampledUse], toleranceScale: Double, limits: Limits,
    isBetween: (_ sample: Int) -> Bool
  ) {
    self.document = document
    self.limits = limits
    tree = document.tree
    let properties = PropertyBaking(
      tree: document.tree, reader: LottiePropertyReader(document), frameRate: document.frameRate,
      toleranceScale: toleranceScale)
    self.properties = properties
    variants = CompositionVariants(
      uses, tolerance: { properties.tolerance(of: $0.role, at: $0.node).value }, isBetween: isBetween)
    controls = UnusedControls(sources: document.expressionSources.map(\.text))
  }

  /// The document without expressions.
  ///
  /// - Throws: `limit.exceeded` for more keyframes than a document may have.
  mutating func bake() throws(Diagnostic) -> [UInt8] {
    let root = tree.root
    var edits = JSONEdits(tree)
    if let layers = root["layers"] {
      try bake(layers, variants.variants[nil]?.first ?? CompositionVariants.Variant(), &edits)
    }
    let assets = root["assets"].map { Array($0.children) } ?? []
    ids = TakenNames(assets.compactMap { $0["id"]?.identifier })
    let copyIDs = copyIDs(of: assets)
    renameInner(root["layers"], variants.variants[nil]?.first, copyIDs, &edits)
    for asset in assets {
      guard let id = asset["id"]?.identifier, let layers = asset["layers"] else { continue }
      let list = variants.variants[id] ?? [CompositionVariants.Variant()]
      for (number, variant) in list.enumerated() where number == 0 {
        try bake(layers, variant, &edits)
        renameInner(layers, variant, copyIDs, &edits)
      }
      guard list.count > 1 else { continue }
      var text = String(decoding: edits.text(of: asset), as: UTF8.self)
      for (number, variant) in list.enumerated().dropFirst() {
        text += ","
        text += try copy(of: asset, layers, variant, id: copyIDs[id]?[number] ?? id, copyIDs)
      }
      edits.replace(asset, by: text)
    }
    let unused = UnusedAssets(root, edits)
    for asset in assets where unused.contains(asset, isNamed: controls.isNamed) {
      edits.remove(asset)
      unusedAssetCount += 1
    }
    removeOthers(&edits)
    return edits.applied()
  }

  // MARK: - Compositions

  private mutating func bake(
    _ layers: JSONValue, _ variant: CompositionVariants.Variant, _ edits: inout JSONEdits
  ) throws(Diagnostic) {
    guard layers.kind == .array else { return }
    var leverage = PropertyLeverage(
      layers, in: tree, canvas: Size(document.width, document.height), sizes: pictureSizes)
    for layer in layers.children where layer.kind == .object {
      let nodes = properties.reader.expressions(inside: layer.index)
      for node in nodes where !UnusedControls.isInControl(tree.steps(to: node)) {
        let pixels = leverage.pixelsPerUnit(of: node, in: layer)
        note(properties.bake(node, variant.properties[node], pixelsPerUnit: pixels, &edits), node)
        // What is written can be read again.
        try limits.check(
          keyframeCount, atMost: .keyframes, "the number of keyframes that expressions become",
          at: document.path(to: node),
          advice: "choose a part of the animation, or a format of pictures, which needs no keyframes")
      }
      removeStrayExpressions(in: layer, besides: nodes, &edits)
    }
    controls.remove(from: layers, &edits)
  }

  private mutating func note(_ result: BakedProperty, _ node: Int) {
    switch result {
    case .same: sameCount += 1
    case .constant: constantCount += 1
    case .keyframes(let count), .texts(let count):
      animatedCount += 1
      keyframeCount += count
    case .unseen:
      unseen.append(node)
      return
    }
    bakedCount += 1
  }

  // MARK: - Copies

  /// IDs of the variants of each composition; the first one keeps its own.
  private mutating func copyIDs(of assets: [JSONValue]) -> [String: [String]] {
    var result: [String: [String]] = [:]
    for asset in assets {
      guard let id = asset["id"]?.identifier, let list = variants.variants[id], list.count > 1, result[id] == nil else {
        continue
      }
      let own = [id] + list.dropFirst().map { _ in ids.free(id, separator: "-") }
      copyCount += own.count - 1
      result[id] = own
    }
    return result
  }

  /// The text of a composition with other results of its expressions.
  private mutating func copy(
    of asset: JSONValue, _ layers: JSONValue, _ variant: CompositionVariants.Variant, id: String,
    _ copyIDs: [String: [String]]
  ) throws(Diagnostic) -> String {
    var edits = JSONEdits(tree)
    try bake(layers, variant, &edits)
    renameInner(layers, variant, copyIDs, &edits)
    if let old = asset["id"] { edits.replace(old, by: JSONText.quoted(id)) }
    return String(decoding: edits.text(of: asset), as: UTF8.self)
  }

  /// Lets layers show the copies of compositions that have their results.
  private func renameInner(
    _ layers: JSONValue?, _ variant: CompositionVariants.Variant?, _ copyIDs: [String: [String]],
    _ edits: inout JSONEdits
  ) {
    guard let layers, let variant, layers.kind == .array else { return }
    for layer in layers.children {
      guard let number = variant.inner[layer.index], number > 0, let reference = layer["refId"],
        let id = reference.identifier, let ids = copyIDs[id], number < ids.count
      else { continue }
      edits.replace(reference, by: JSONText.quoted(ids[number]))
    }
  }

  // MARK: - The rest

  /// Removes expressions from where Kiln runs none: selectors of letters that an expression weights have their ranges only.
  private mutating func removeStrayExpressions(in layer: JSONValue, besides nodes: [Int], _ edits: inout JSONEdits) {
    let known = Set(nodes)
    for json in tree.objects(withString: "x", inside: layer.index) where !known.contains(json.index) {
      guard json["y"] == nil, !UnusedControls.isInControl(tree.steps(to: json.index)) else { continue }
      edits.removeMembers("x", of: json)
      guard json["k"] == nil else { continue }
      if json.key == "s", json.integer("t") == 1, let flag = json["t"] { edits.replace(flag, by: "0") }
      stray.append(json.index)
    }
  }

  /// Removes expressions from what is in no layer: slots, letters.
  private func removeOthers(_ edits: inout JSONEdits) {
    for name in ["slots", "chars", "fonts"] {
      guard let part = tree.root.member(named: name) else { continue }
      for json in tree.objects(withString: "x", inside: part.index) where json["y"] == nil {
        edits.removeMembers("x", of: json)
      }
    }
  }

  /// Tells what became of the expressions.
  func report(to log: inout DiagnosticLog) {
    var parts: [String] = []
    if animatedCount > 0 { parts.append("\(animatedCount) have keyframes now (\(keyframeCount) in all)") }
    if constantCount > 0 { parts.append("\(constantCount) a fixed value") }
    if sameCount > 0 { parts.append("\(sameCount) keep their own, which the expression repeats") }
    if controls.count > 0 { parts.append("\(controls.count) controls of expressions are removed") }
    if unusedAssetCount > 0 { parts.append("\(unusedAssetCount) assets that nothing shows are removed") }
    if copyCount > 0 { parts.append("\(copyCount) compositions are copied, as their uses differ") }
    let details = parts.isEmpty ? "" : ": " + parts.joined(separator: ", ")
    if bakedCount > 0 || controls.count > 0 {
      log.add(.lottieExportExpression, "\(bakedCount) properties no longer need their expressions\(details)")
    }
    let findings: [(Rule, [Int], String)] = [
      (
        .lottieExportExpression, unseen,
        "the property is seen at no time, and keeps its own value without its expression"
      ),
      (.lottieExpression, stray, "the expression is not run, and goes; what it is for keeps its own values"),
    ]
    for (rule, nodes, text) in findings {
      guard let first = nodes.first else { continue }
      var finding = Diagnostic(rule, text, at: document.path(to: first))
      finding.repetitions = nodes.count - 1
      log.add(finding)
    }
  }

  /// Sizes of the pictures by their IDs.
  private var pictureSizes: [String: Size] {
    document.assets.compactMapValues { asset in
      guard case .image(let image) = asset else { return nil }
      return Size(image.width, image.height)
    }
  }
}
