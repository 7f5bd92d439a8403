internal import KilnDiagnostics
internal import KilnImages
internal import KilnTimeline

extension AnimationOverrides.Image {
  /// Format of the file.
  ///
  /// - Throws: `usage.invalid` if it is none that can be decoded.
  func format() throws(Diagnostic) -> StillFormat {
    if let format = StillFormat.sniff(bytes) { return format }
    let names = StillFormat.allCases.map(\.title)
    throw Diagnostic(
      .usageInvalid,
      "the picture for “\(key)” is no \(names.dropLast().joined(separator: ", ")) or \(names.last ?? "") image")
  }

  /// The picture as a timeline holds it.
  ///
  /// - Throws: `usage.invalid` if it cannot be decoded.
  func asset(
    inPlaceOf original: ImageAsset, _ portable: inout PortableImages, log: inout DiagnosticLog
  ) throws(Diagnostic) -> ImageAsset {
    _ = try format()
    let box = ImageBox(width: Double(original.width), height: Double(original.height))
    do throws(Diagnostic) {
      let file = try portable.file(from: bytes, name: key, box: box, log: &log)
      if let asset = ImageAsset(name: original.name, bytes: file) { return asset }
      throw Diagnostic(.imageInvalid, "The image has no size")
    } catch {
      throw Diagnostic(
        .usageInvalid, "the picture for “\(key)” cannot be decoded: \(error.message)", advice: error.advice)
    }
  }
}
