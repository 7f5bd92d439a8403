internal import KilnDiagnostics
internal import KilnImages
internal import KilnJSON
internal import KilnLottieFormat
internal import KilnLottieImport

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension LottieSource {
  /// The document as it is, with pictures and sounds that are beside it, or in an archive around it, as `data:` URLs.
  func embeddedDocument(log: inout DiagnosticLog) throws(Diagnostic) -> [UInt8] {
    try embedding(JSONTree(Array(document.jsonBytes), limits: limits), log: &log)
  }

  /// A changed document with these files. Sounds that are missing are findings; pictures are when they are drawn.
  func embedding(_ tree: JSONTree, log: inout DiagnosticLog) throws(Diagnostic) -> [UInt8] {
    var edits = JSONEdits(tree)
    // rlottie reads no document without a version. Without one, others take it for the newest.
    if tree.root["v"] == nil { edits.addMember("v", "\"5.12.0\"", to: tree.root) }
    guard let assets = tree.root["assets"], assets.kind == .array else { return edits.applied() }
    let sounds = Self.sounds(of: tree.root)
    for asset in assets.children where asset["layers"] == nil {
      guard let id = asset["id"]?.identifier,
        case .image(let image) = document.assets[id], let name = asset["p"], !image.file.hasPrefix("data:")
      else { continue }
      let bytes = try file(of: image)
      if bytes == nil, sounds.contains(id) {
        log.add(
          .lottieAudio, "the sound “\(image.file)” is left out: its file is missing",
          at: DocumentPath(pointer: asset.pointer))
      }
      guard let bytes, let type = Self.mediaType(of: bytes) else { continue }
      edits.replace(name, by: JSONText.quoted("data:\(type);base64," + Data(bytes).base64EncodedString()))
      if let folder = asset["u"] { edits.replace(folder, by: "\"\"") }
      if let flag = asset["e"] { edits.replace(flag, by: "1") } else { edits.addMember("e", "1", to: asset) }
    }
    return edits.applied()
  }

  /// IDs of the assets that layers play.
  private static func sounds(of root: JSONValue) -> Set<String> {
    var ids: Set<String> = []
    for composition in [root] + (root["assets"].map { Array($0.children) } ?? []) {
      for layer in composition["layers"].map({ Array($0.children) }) ?? [] where layer.integer("ty") == 6 {
        if let id = layer["refId"]?.identifier { ids.insert(id) }
      }
    }
    return ids
  }

  /// Media type of a picture or sound by its first bytes; nil for other files.
  private static func mediaType(of file: [UInt8]) -> String? {
    if let format = StillFormat.sniff(file) { return format.mediaType }
    func has(_ text: String, at start: Int) -> Bool { file.dropFirst(start).starts(with: text.utf8) }
    if has("ID3", at: 0) || file.count > 1 && file[0] == 0xFF && file[1] & 0xE0 == 0xE0 { return "audio/mpeg" }
    if has("RIFF", at: 0), has("WAVE", at: 8) { return "audio/wav" }
    if has("OggS", at: 0) { return "audio/ogg" }
    return has("ftyp", at: 4) ? "audio/mp4" : nil
  }
}
