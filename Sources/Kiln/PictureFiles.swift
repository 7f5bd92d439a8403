public import Diagnostics
internal import ImageCodecs
public import PictureImport
internal import TimelineModel

/// Opens animations that are stored as pictures.
public enum PictureFiles {
  /// Extensions of the images of a sequence.
  private static let extensions: Set<String> = ["png", "webp", "jpg", "jpeg"]

  /// A folder's images in the order of their names, in which numbers count as such.
  ///
  /// - Throws: What `PictureAnimation` throws.
  public static func open(folder: String, limits: Limits = Limits()) throws(Diagnostic) -> PictureAnimation {
    let names = Files.names(in: folder).filter { name in
      guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return false }
      return extensions.contains(name[name.index(after: dot)...].lowercased())
    }
    let paths = inOrder(names).map { "\(folder)/\($0)" }
    return try PictureAnimation(sequenceOf: paths.count, limits: limits) { index throws(Diagnostic) in
      do throws(Diagnostic) {
        return try Files.read(paths[index], limits: limits)
      } catch {
        throw Diagnostic(error.rule, "\(paths[index]): \(error.message)", advice: error.advice)
      }
    }
  }

  /// A file's pictures; nil if it holds none. An atlas is opened by its page or by its descriptor beside it.
  ///
  /// - Parameter path: Where the file is; nil if it has no neighbours.
  /// - Throws: What `PictureAnimation` throws.
  public static func open(
    _ bytes: [UInt8], path: String?, limits: Limits = Limits()
  ) throws(Diagnostic) -> PictureAnimation? {
    if PictureFrames.recognizes(bytes) {
      if let path, case let beside = Files.sibling(of: path, extension: "json"), Files.exists(beside) {
        let json = try Files.read(beside, limits: limits)
        // A Lottie file, the atlas of another picture, or anything else may have the same name.
        if AtlasDescriptor.recognizes(json), let descriptor = try? AtlasDescriptor(json, limits: limits),
          Files.lastComponent(of: descriptor.page) == Files.lastComponent(of: path)
        {
          return try PictureAnimation(atlas: descriptor, page: bytes, limits: limits)
        }
      }
      return try PictureAnimation(bytes, limits: limits)
    }
    guard AtlasDescriptor.recognizes(bytes), let path else { return nil }
    let descriptor = try AtlasDescriptor(bytes, limits: limits)
    let name = Files.lastComponent(of: descriptor.page)
    guard !name.isEmpty, case let page = Files.sibling(of: path, named: name), Files.exists(page) else {
      throw Diagnostic(
        .inputNotFound, "the page “\(descriptor.page)” of the atlas is not beside its descriptor",
        advice: "put it there")
    }
    return try PictureAnimation(atlas: descriptor, page: Files.read(page, limits: limits), limits: limits)
  }

  /// What the files of a conversion hold; nil if they are no pictures.
  ///
  /// - Throws: What `PictureAnimation` throws.
  static func open(_ files: [NamedFile], limits: Limits) throws(Diagnostic) -> PictureAnimation? {
    guard let main = files.first else { return nil }
    if let descriptor = files.first(where: { AtlasDescriptor.recognizes($0.bytes) }),
      let page = files.first(where: { PictureFrames.recognizes($0.bytes) })
    {
      return try PictureAnimation(
        atlas: AtlasDescriptor(descriptor.bytes, limits: limits), page: page.bytes, limits: limits)
    }
    guard files.count > 1 else {
      return PictureFrames.recognizes(main.bytes) ? try PictureAnimation(main.bytes, limits: limits) : nil
    }
    return try PictureAnimation(sequenceOf: files.count, limits: limits) { files[$0].bytes }
  }

  /// Names in the order in which people count them: `9.png` before `10.png`.
  static func inOrder(_ names: [String]) -> [String] {
    /// Texts and numbers in turns, each number as its digits without leading zeros.
    func key(_ name: String) -> [(isNumber: Bool, text: Substring)] {
      var parts: [(isNumber: Bool, text: Substring)] = []
      var rest = name[...]
      while let first = rest.first {
        let isNumber = first.isASCII && first.isNumber
        let part = rest.prefix { ($0.isASCII && $0.isNumber) == isNumber }
        parts.append((isNumber, isNumber ? part.drop { $0 == "0" } : part))
        rest = rest[part.endIndex...]
      }
      return parts
    }
    func isBefore(_ a: String, _ b: String) -> Bool {
      for (p, q) in zip(key(a), key(b)) where p.isNumber != q.isNumber || p.text != q.text {
        if p.isNumber, q.isNumber, p.text.count != q.text.count { return p.text.count < q.text.count }
        return p.text < q.text
      }
      return a < b
    }
    return names.sorted(by: isBefore)
  }
}
