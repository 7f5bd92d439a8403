internal import KilnExporting
internal import KilnTimeline

/// File formats of atlas pages.
enum PageFormat: String, Sendable {
  case png
  /// Lossless WebP.
  case webp
}

/// Names of the files of an atlas.
struct AtlasFileNames {
  /// File format of pages, from the extension of the caller's file name.
  let format: PageFormat
  /// Name of descriptors, without an extension.
  let base: String
  private let first: String
  private let fileExtension: String
  private let isFolder: Bool

  /// - Parameter suffix: End of names before their extensions.
  init(_ context: ExportContext, _ options: AtlasExporter.Options, suffix: String) {
    base = context.name + suffix
    format = context.fileName?.lowercased().hasSuffix(".webp") ?? false ? .webp : .png
    fileExtension = format.rawValue
    isFolder = options.descriptor == .frames
    // The caller's name may have its extension in capitals.
    first = suffix.isEmpty ? context.fileName ?? "\(base).\(fileExtension)" : "\(base).\(fileExtension)"
  }

  /// Name of a page.
  func page(_ number: Int) -> String {
    if isFolder { return "\(base)/\(Self.number(number, digits: 4)).\(fileExtension)" }
    return number == 0 ? first : "\(base)-\(number).\(fileExtension)"
  }

  /// A number with leading zeros.
  static func number(_ value: Int, digits: Int) -> String {
    let text = String(value)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }
}
