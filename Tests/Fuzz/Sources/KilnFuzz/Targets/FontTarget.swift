internal import Kiln
internal import KilnDiagnostics
internal import KilnLottieImport

/// A font file inside a document, in which texts are set: Latin with a ligature, Hebrew, Arabic, and what no font has.
enum FontTarget {
  static func run(_ bytes: [UInt8]) {
    let document = Self.document("data:font/ttf;base64," + Base64.text(of: bytes))
    var log = DiagnosticLog()
    let assets = LocalAssets(limits: .fuzzing, fonts: .none, followsLinks: false)
    let source = FuzzTarget.attempt { () throws(Diagnostic) in
      try AnimationFile.open(
        Array(document.utf8), format: .lottie, expressions: .interpret, assets: assets, limits: .fuzzing, log: &log)
    }
    if let source { AnimationTarget.draw(source, log: &log) }
  }

  private static func document(_ url: String) -> String {
    """
    {"v":"5.9.0","fr":30,"ip":0,"op":2,"w":64,"h":64,
    "fonts":{"list":[{"fName":"F","fFamily":"F","fStyle":"Regular","fWeight":"","ascent":75,"origin":3,"fPath":"\(url)"}]},
    "layers":[{"ty":5,"nm":"text","ind":1,"ip":0,"op":2,"st":0,"ks":{"p":{"a":0,"k":[4,30]}},
    "t":{"d":{"k":[{"s":{"t":"ABab fi 1\u{5D0}\u{5D1}\u{627}\u{644}\u{1F600}","s":12,"f":"F","j":0,"lh":14,"ls":0,"fc":[1,0,0]},"t":0}]},
    "p":{},"m":{"g":1,"a":{"a":0,"k":[0,0]}},"a":[]}}]}
    """
  }
}
