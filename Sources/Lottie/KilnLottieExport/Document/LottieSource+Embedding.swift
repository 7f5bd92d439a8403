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
  /// The document as it is, with pictures that are beside it, or in an archive around it, as `data:` URLs.
  func embeddedDocument() throws(Diagnostic) -> [UInt8] {
    try embedding(JSONTree(Array(document.jsonBytes), limits: limits))
  }

  /// A changed document with these pictures.
  func embedding(_ tree: JSONTree) throws(Diagnostic) -> [UInt8] {
    var edits = JSONEdits(tree)
    // rlottie reads no document without a version. Without one, others take it for the newest.
    if tree.root["v"] == nil { edits.addMember("v", "\"5.12.0\"", to: tree.root) }
    guard let assets = tree.root["assets"], assets.kind == .array else { return edits.applied() }
    for asset in assets.children where asset["layers"] == nil {
      guard let id = asset["id"]?.identifier,
        case .image(let image) = document.assets[id], let name = asset["p"],
        let bytes = try file(of: image), let format = StillFormat.sniff(bytes)
      else { continue }
      let url = "data:\(format.mediaType);base64," + Data(bytes).base64EncodedString()
      edits.replace(name, by: JSONText.quoted(url))
      if let folder = asset["u"] { edits.replace(folder, by: "\"\"") }
      if let flag = asset["e"] { edits.replace(flag, by: "1") } else { edits.addMember("e", "1", to: asset) }
    }
    return edits.applied()
  }
}
