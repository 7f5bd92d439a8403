internal import KilnExporting
internal import KilnGeometry
internal import KilnJSON
internal import KilnLottieFormat

/// Places a document in another canvas: its layers become a composition that one layer shows.
struct DocumentCanvas {
  let change: DocumentChange

  /// The document on its new canvas.
  func applied(to tree: JSONTree) -> [UInt8] {
    let root = tree.root
    guard let layers = root["layers"], let width = root["w"], let height = root["h"] else { return Array(root.source) }
    var edits = JSONEdits(tree)
    edits.replace(width, by: Self.text(change.canvas.width))
    edits.replace(height, by: Self.text(change.canvas.height))
    let transform = change.transform
    guard transform != .identity else { return edits.applied() }
    let assets = root["assets"]
    var taken = TakenNames(assets?.children.compactMap { $0["id"]?.identifier } ?? [])
    let id = taken.free("canvas")
    let layer = LottieText { text in
      text.array { text in
        text.object { text in
          text.member("ddd", 0)
          text.member("ind", 1)
          text.member("ty", 0)
          text.member("nm", "")
          text.member("refId", id)
          text.key("w")
          text.number(width.number ?? 0)
          text.key("h")
          text.number(height.number ?? 0)
          text.key("ip")
          text.number(root.number("ip") ?? 0)
          text.key("op")
          text.number(root.number("op") ?? 0)
          text.member("st", 0)
          text.key("ks")
          text.object { text in
            text.staticMember("o", 100)
            text.staticMember("r", 0)
            text.staticMember("p", [transform.tx, transform.ty])
            text.staticMember("a", [0, 0])
            text.staticMember("s", [transform.a * 100, transform.d * 100], decimals: 5)
          }
        }
      }
    }
    let composition = "{\"id\":\"\(id)\",\"layers\":" + String(decoding: layers.source, as: UTF8.self) + "}"
    edits.replace(layers, by: layer.bytes)
    if let first = assets?.first {
      edits.insert(composition, before: first)
    } else if let assets {
      edits.replace(assets, by: "[\(composition)]")
    } else {
      edits.addMember("assets", "[\(composition)]", to: root)
    }
    return edits.applied()
  }

  private static func text(_ number: Double) -> String { JSONNumberText.rounded(number, decimals: 3) ?? "1" }
}
