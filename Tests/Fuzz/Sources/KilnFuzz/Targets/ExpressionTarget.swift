internal import Kiln
internal import KilnDiagnostics

/// An expression in a document that has most of what expressions can ask for.
enum ExpressionTarget {
  static func run(_ bytes: [UInt8]) {
    AnimationTarget.run(Array(document(literal(bytes)).utf8), as: .lottie)
  }

  /// Name of the variable that holds the result.
  private static let result = "$bm_rt"

  /// A JSON string of the bytes, taken for UTF-8; what assigns no result is one.
  private static func literal(_ bytes: [UInt8]) -> String {
    let text = String(decoding: bytes.prefix(4096), as: UTF8.self)
    let script = text.contains(result) ? text : "var \(result);\n\(result) = \(text)"
    let escaped = script.unicodeScalars.map { scalar in
      switch scalar {
      case "\"": "\\\""
      case "\\": "\\\\"
      case _ where scalar.value < 32:
        "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
      default: String(scalar)
      }
    }
    return "\"" + escaped.joined() + "\""
  }

  private static func document(_ expression: String) -> String {
    """
    {"v":"5.9.0","fr":30,"ip":0,"op":10,"w":64,"h":64,"markers":[{"tm":3,"cm":"half","dr":2}],
    "fonts":{"list":[{"fName":"F","fFamily":"F","fStyle":"Regular","ascent":75}]},
    "chars":[{"ch":"a","fFamily":"F","style":"Regular","size":10,"w":60,"data":{"shapes":[{"ty":"gr","it":[{"ty":"sh","ks":{"k":{"c":true,"v":[[0,0],[50,0],[50,-70]],"i":[[0,0],[0,0],[0,0]],"o":[[0,0],[0,0],[0,0]]}}}]}]}}],
    "assets":[{"id":"comp","layers":[{"ty":1,"nm":"solid","ind":1,"sw":8,"sh":8,"sc":"#ff0000","ip":0,"op":10,"st":0,"ks":{}}]}],
    "layers":[
    {"ty":4,"nm":"shape","ind":1,"ip":0,"op":10,"st":0,"ef":[{"ty":5,"nm":"slider","mn":"c","en":1,"ef":[{"ty":0,"nm":"value","mn":"v","v":{"a":0,"k":7}}]}],
    "ks":{"o":{"a":0,"k":100,"x":\(expression)},"r":{"a":0,"k":0,"x":\(expression)},
    "p":{"a":1,"k":[{"t":0,"s":[8,8,0],"i":{"x":0.5,"y":1},"o":{"x":0.5,"y":0}},{"t":9,"s":[40,30,0]}],"x":\(expression)},
    "a":{"a":0,"k":[0,0,0]},"s":{"a":0,"k":[100,100,100],"x":\(expression)}},
    "shapes":[{"ty":"gr","nm":"group","it":[
    {"ty":"sh","nm":"path","ks":{"a":0,"k":{"c":true,"v":[[0,0],[20,0],[20,20]],"i":[[0,0],[0,0],[0,0]],"o":[[0,0],[0,0],[0,0]]},"x":\(expression)}},
    {"ty":"fl","nm":"fill","c":{"a":0,"k":[1,0,0,1],"x":\(expression)},"o":{"a":0,"k":100}},{"ty":"tr"}]}]},
    {"ty":0,"nm":"comp","ind":2,"parent":1,"refId":"comp","w":32,"h":32,"ip":0,"op":10,"st":0,"tm":{"a":0,"k":0,"x":\(expression)},"ks":{}},
    {"ty":5,"nm":"text","ind":3,"ip":0,"op":10,"st":0,"ks":{},"t":{"d":{"k":[{"s":{"t":"ab","s":10,"f":"F","j":0,"fc":[0,0,0]},"t":0}],"x":\(expression)},"p":{},"m":{"a":{"a":0,"k":[0,0]},"g":1},"a":[]}}
    ]}
    """
  }
}
