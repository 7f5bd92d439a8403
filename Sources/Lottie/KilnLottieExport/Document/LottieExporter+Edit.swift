public import KilnDiagnostics
public import KilnExporting
internal import KilnImages
internal import KilnJSON
internal import KilnLottieFormat
internal import KilnLottieImport
public import KilnTimeline

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension LottieExporter {
  /// The document of a source without expressions, and with its pictures in it; nil if the source is not just a document.
  ///
  /// What the target players lack is written in another way. Everything else stays as the designer made it.
  ///
  /// - Throws: `budget.exceeded`, `limit.exceeded`, when expressions take too long, or when a picture cannot be read.
  public func edit(
    _ source: any AnimationSource, in context: ExportContext, log: inout DiagnosticLog
  ) throws(Diagnostic) -> ExportedAnimation? {
    guard let source = source as? LottieSource else { return nil }
    var baking = LottieExpressionBaking()
    baking.toleranceScale = options.tolerance.isFinite ? min(200, max(0.02, options.tolerance / 0.05)) : 1
    var baked = try embedding(source, JSONTree(baking.bake(source, log: &log), limits: context.limits))
    if !options.targets.isEmpty {
      var rewriting = TargetRewriting(
        targets: options.targets, fidelity: source.fidelity, limits: context.limits, assets: source.assets)
      rewriting.tolerance *= baking.toleranceScale
      baked = try rewriting.rewrite(baked, log: &log)
    }
    let bytes = try JSONTree(baked, limits: context.limits).compactBytes
    try context.budget.check(bytes: bytes.count)
    let name = context.fileName ?? "\(context.name).json"
    return ExportedAnimation(
      files: [NamedFile(name: name, mediaType: Self.mediaType, bytes: bytes)], decodedBytes: 0)
  }

  /// The document with pictures that are beside it, or in an archive around it, as `data:` URLs.
  private func embedding(_ source: LottieSource, _ tree: JSONTree) throws(Diagnostic) -> [UInt8] {
    var edits = JSONEdits(tree)
    // rlottie reads no document without a version. Without one, others take it for the newest.
    if tree.root["v"] == nil { edits.addMember("v", "\"5.12.0\"", to: tree.root) }
    guard let assets = tree.root["assets"], assets.kind == .array else { return edits.applied() }
    for asset in assets.children where asset["layers"] == nil {
      guard let id = asset["id"]?.identifier,
        case .image(let image) = source.document.assets[id], let file = asset["p"],
        let bytes = try source.file(of: image), let format = StillFormat.sniff(bytes)
      else { continue }
      let url = "data:\(format.mediaType);base64," + Data(bytes).base64EncodedString()
      edits.replace(file, by: JSONText.quoted(url))
      if let folder = asset["u"] { edits.replace(folder, by: "\"\"") }
      if let flag = asset["e"] { edits.replace(flag, by: "1") } else { edits.addMember("e", "1", to: asset) }
    }
    return edits.applied()
  }
}
