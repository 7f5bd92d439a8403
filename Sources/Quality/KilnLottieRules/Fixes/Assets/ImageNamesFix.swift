internal import KilnDiagnostics
internal import KilnJSON
internal import KilnLottieFormat
internal import KilnLottieImport
internal import KilnRuleEngine

/// Gives image files beside the animation names that no other animation's files have.
///
/// Files are copied under the new names, because other animations may use the old ones.
struct ImageNamesFix: LottieFix {
  let rules: [Rule] = [.assetImageName]
  let summary = "names image files beside the animation after it"
  let isOptIn = true

  func apply(to draft: inout FixDraft) {
    guard !draft.surroundings.isArchive, let stem = draft.surroundings.name.map(Self.plain), !stem.isEmpty else {
      return
    }
    let images = draft.root["assets"].map { assets in
      assets.children.compactMap { Self.fileBeside($0, in: draft.document) }
    }
    guard let images else { return }
    // Files of one name in several folders overwrite each other where folders are dropped, as in bundles of apps.
    var folders: [String: Set<String>] = [:]
    for image in images { folders[image.file.lowercased(), default: []].insert(image.folder) }
    var used = Set(images.map { $0.file.lowercased() })
    var renamed: [FixedFile.Copy: String] = [:]
    for image in images {
      let isAmbiguous = folders[image.file.lowercased(), default: []].count > 1
      guard isAmbiguous || RuleCheck.isGenericImageName(image.file[...]) else { continue }
      let key = FixedFile.Copy(folder: image.folder, from: image.file, to: "")
      let name = renamed[key] ?? Self.name("\(stem)-\(image.file)", &used)
      if renamed.updateValue(name, forKey: key) == nil {
        draft.copies.append(FixedFile.Copy(folder: image.folder, from: image.file, to: name))
      }
      draft.edits.replace(image.json, by: JSONText.quoted(name))
      draft.note(
        .changed, "the image \(image.folder)\(image.file) is called \(name), a copy of the file",
        at: DocumentPath(pointer: image.json.pointer))
    }
  }

  private struct Image {
    var folder: String
    var file: String
    /// `p`.
    var json: JSONValue
  }

  /// The image of an asset if it is a file in the animation's folder or below.
  private static func fileBeside(_ asset: JSONValue, in document: LottieDocument) -> Image? {
    guard asset["sid"] == nil, let id = asset["id"]?.identifier, case .image(let image)? = document.assets[id],
      image.node == asset.index, !image.isEmbedded, let json = asset["p"]
    else { return nil }
    let path = image.folder + image.file
    let isInside = !path.hasPrefix("/") && !path.contains(":") && !path.contains("\\") && !path.contains("\0")
    guard isInside, !image.file.isEmpty, !image.file.contains("/"), !path.split(separator: "/").contains("..") else {
      return nil
    }
    return Image(folder: image.folder, file: image.file, json: json)
  }

  /// A name with a number if others have it.
  private static func name(_ name: String, _ used: inout Set<String>) -> String {
    var (candidate, number) = (name, 2)
    while !used.insert(candidate.lowercased()).inserted {
      candidate = "\(number)-\(name)"
      number += 1
    }
    return candidate
  }

  /// A name in letters, digits, _ and - of ASCII.
  private static func plain(_ name: String) -> String {
    String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_" || $0 == "-") ? $0 : "-" })
  }
}

/// Finds the copies of images by the names of the files that they are copied from.
struct RenamedAssets: AssetLoader {
  let assets: any AssetLoader
  let copies: [FixedFile.Copy]

  func image(_ request: ImageRequest) throws(Diagnostic) -> [UInt8]? {
    var request = request
    if let copy = copies.first(where: { $0.folder == request.folder && $0.to == request.file }) {
      request.file = copy.from
    }
    return try assets.image(request)
  }

  func placeholder(for request: ImageRequest) throws(Diagnostic) -> [UInt8]? { try assets.placeholder(for: request) }

  func font(_ query: LottieFontQuery) -> (any LottieFontFace)? { assets.font(query) }
}
