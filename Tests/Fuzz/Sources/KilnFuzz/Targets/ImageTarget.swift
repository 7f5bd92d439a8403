internal import Kiln
internal import KilnDiagnostics
internal import KilnPictureImport
internal import KilnPixels

/// PNG, APNG, JPEG, WebP and GIF: their frames as a moving picture, and as a picture inside a Lottie document.
enum ImageTarget {
  private static let maximumFrames = 16

  static func run(_ bytes: [UInt8]) {
    decode(bytes)
    var log = DiagnosticLog()
    let document = Self.document("data:image/png;base64," + Base64.text(of: bytes))
    guard let source = AnimationTarget.open(Array(document.utf8), as: .lottie, log: &log) else { return }
    AnimationTarget.draw(source, log: &log)
  }

  private static func decode(_ bytes: [UInt8]) {
    guard let pictures = try? PictureFiles.open(bytes, path: nil, limits: .fuzzing) else { return }
    guard var reader = try? pictures.reader() else { return }
    for index in 0..<min(pictures.frameCount, maximumFrames) {
      guard let picture = try? reader.picture(at: index) else { return }
      guard picture.width == pictures.width, picture.height == pictures.height else {
        FuzzTarget.fail("a frame has not the size of the canvas")
      }
      for pixel in picture.pixels {
        let alpha = pixel >> 24
        guard pixel & 0xFF <= alpha, pixel >> 8 & 0xFF <= alpha, pixel >> 16 & 0xFF <= alpha else {
          FuzzTarget.fail("a pixel is brighter than its alpha")
        }
      }
    }
  }

  private static func document(_ url: String) -> String {
    """
    {"v":"5.9.0","fr":30,"ip":0,"op":1,"w":64,"h":64,"assets":[{"id":"i","w":64,"h":64,"u":"","e":1,"p":"\(url)"}],
    "layers":[{"ty":2,"nm":"image","ind":1,"refId":"i","ip":0,"op":1,"st":0,"ks":{}}]}
    """
  }
}

/// Base64 by other code than Kiln's own.
enum Base64 {
  private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  static func text(of bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let word = group.reduce(UInt32(0)) { $0 << 8 | UInt32($1) } << UInt32(8 * (3 - group.count))
      for index in 0..<4 {
        text.append(index > group.count ? UInt8(ascii: "=") : digits[Int(word >> UInt32(18 - 6 * index) & 63)])
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
