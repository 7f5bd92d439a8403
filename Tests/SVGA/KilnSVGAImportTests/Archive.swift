import KilnCompression
import KilnSVGAFormat

// SVGA 1.x, written down as the tests need it.

/// A ZIP archive of files.
func archive(_ files: (name: String, bytes: [UInt8])..., method: ZipWriter.Method = .stored) throws -> [UInt8] {
  var writer = ZipWriter()
  for file in files { try writer.add(file.name, file.bytes, method: method) }
  return try writer.finish()
}

/// `movie.spec` of 100 × 50 px at 20 frames a second, with the elements of `sprites`.
func spec(frames: Int = 1, images: String = "", _ sprites: String) -> [UInt8] {
  Array(
    """
    {"ver": "1.1.0", "movie": {"viewBox": {"width": 100, "height": 50}, "fps": 20, "frames": \(frames)},
     "images": {\(images)}, "sprites": [\(sprites)]}
    """.utf8)
}

/// `movie.binary`: what SVGA 2.x holds in its stream.
func binary(_ movie: SVGAMovieEntity) throws -> [UInt8] {
  try Zlib.inflate(SVGAContainer.write(movie), limit: 1 << 20)
}

extension SVGAMovieEntity {
  /// The same movie as SVGA 1.x, with `movie.spec` or `movie.binary`, without the pictures of some keys.
  func archive(binary isBinary: Bool, without missing: Set<String> = []) throws -> [UInt8] {
    var writer = ZipWriter()
    var names = self
    for key in images.keys { names.setImageBytes(Array("\(key)-file".utf8), forKey: key) }
    if isBinary {
      try writer.add("movie.binary", binary(names))
    } else {
      try writer.add("movie.spec", Array(json.utf8))
    }
    for key in images.keys.sorted() where !missing.contains(key) {
      try writer.add("\(key)-file.png", imageBytes(forKey: key) ?? [], method: .stored)
    }
    return try writer.finish()
  }

  private var json: String {
    let images = images.keys.sorted().map { #""\#($0)": "\#($0)-file""# }.joined(separator: ",")
    let viewBox = #"{"width":\#(params.viewBoxWidth),"height":\#(params.viewBoxHeight)}"#
    return #"{"ver":"1.1.0","movie":{"viewBox":\#(viewBox),"fps":\#(params.fps),"frames":\#(params.frames)},"#
      + #""images":{\#(images)},"sprites":[\#(sprites.map(\.json).joined(separator: ","))]}"#
  }
}

extension SVGASpriteEntity {
  fileprivate var json: String {
    let frames = frames.map { $0 == SVGAFrameEntity() ? "{}" : $0.json }.joined(separator: ",")
    return #"{"imageKey":"\#(imageKey)","matteKey":"\#(matteKey)","frames":[\#(frames)]}"#
  }
}

extension SVGAFrameEntity {
  fileprivate var json: String {
    var members = [#""alpha":\#(alpha)"#, #""clipPath":"\#(clipPath)""#]
    if hasLayout {
      members.append(
        #""layout":{"x":\#(layout.x),"y":\#(layout.y),"width":\#(layout.width),"height":\#(layout.height)}"#)
    }
    if hasTransform { members.append(#""transform":\#(transform.json)"#) }
    members.append(#""shapes":[\#(shapes.map(\.json).joined(separator: ","))]"#)
    return "{\(members.joined(separator: ","))}"
  }
}

extension SVGATransform {
  fileprivate var json: String { #"{"a":\#(a),"b":\#(b),"c":\#(c),"d":\#(d),"tx":\#(tx),"ty":\#(ty)}"# }
}

extension SVGAShapeEntity {
  fileprivate var json: String {
    guard type != .keep else { return #"{"type":"keep"}"# }
    var members = [#""type":"\#(type)","args":\#(argumentsJSON)"#]
    if hasStyles { members.append(#""styles":\#(styles.json)"#) }
    if hasTransform { members.append(#""transform":\#(transform.json)"#) }
    return "{\(members.joined(separator: ","))}"
  }

  private var argumentsJSON: String {
    switch type {
    case .rect:
      #"{"x":\#(rect.x),"y":\#(rect.y),"width":\#(rect.width),"height":\#(rect.height),"#
        + #""cornerRadius":\#(rect.cornerRadius)}"#
    case .ellipse:
      #"{"x":\#(ellipse.x),"y":\#(ellipse.y),"radiusX":\#(ellipse.radiusX),"radiusY":\#(ellipse.radiusY)}"#
    default: #"{"d":"\#(shape.d)"}"#
    }
  }
}

extension SVGAShapeEntity.ShapeStyle {
  fileprivate var json: String {
    var members = [#""lineCap":"\#(lineCap)","lineJoin":"\#(lineJoin)""#]
    members.append(#""strokeWidth":\#(strokeWidth),"miterLimit":\#(miterLimit)"#)
    members.append(#""lineDash":[\#(lineDashI),\#(lineDashIi),\#(lineDashIii)]"#)
    if hasFill { members.append(#""fill":[\#(fill.r),\#(fill.g),\#(fill.b),\#(fill.a)]"#) }
    if hasStroke { members.append(#""stroke":[\#(stroke.r),\#(stroke.g),\#(stroke.b),\#(stroke.a)]"#) }
    return "{\(members.joined(separator: ","))}"
  }
}
