internal import KilnDiagnostics
internal import KilnImages
internal import KilnSVGAFormat

extension SVGAMovieEntity {
  /// Makes keys and bitmaps such that all players find and show them alike, as far as some do not: bitmaps under the keys that
  /// all look for, and upright PNG in place of pictures that must be turned or are of formats that only browsers read.
  ///
  /// Bitmaps that cannot be decoded stay as they are, because players may read what we cannot.
  ///
  /// - Returns: Whether anything was changed.
  mutating func makePortable(limits: Limits, log: inout DiagnosticLog) -> Bool {
    let before = images
    let renamed = makeBitmapsFindable()
    for (old, new) in renamed.sorted(by: { $0.key < $1.key }) {
      log.add(
        .svgaKeyChanged, "the key “\(old)” is “\(new)” in the new file, because not all players find its bitmap",
        advice: "use the new key to replace the bitmap in an app")
    }
    let layouts = firstLayouts
    var portable = PortableImages(limits: limits)
    // Pictures that no sprite shows are not decoded.
    for key in pictureKeys where layouts[key] != nil {
      guard let bytes = imageBytes(forKey: key), StillFormat.sniff(bytes) != nil, !PortableImages.isPortable(bytes)
      else {
        continue
      }
      let box = layouts[key].map { ImageBox(width: Double($0.width), height: Double($0.height)) }
      do throws(Diagnostic) {
        setImageBytes(try portable.file(from: bytes, name: key, box: box, log: &log), forKey: key)
      } catch {
        // Reported when the file was read.
      }
    }
    return !renamed.isEmpty || images != before
  }

  /// The layout in which each bitmap is seen first, by its key.
  private var firstLayouts: [String: SVGALayout] {
    let keys = SVGABitmapKeys(self)
    var layouts: [String: SVGALayout] = [:]
    for sprite in sprites {
      guard let key = keys.key(for: sprite.imageKey), layouts[key] == nil,
        let frame = sprite.frames.first(where: { $0.alpha > 0 })
      else { continue }
      layouts[key] = frame.layout
    }
    return layouts
  }
}
