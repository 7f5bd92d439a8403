internal import KilnDiagnostics
internal import KilnPlayers
public import KilnRuleEngine

// Demands of validation on files for a preset. Project files say the same in YAML; a test compares both.
extension DeliveryPreset {
  /// Demands of validation, from the general to those on the formats that are shipped.
  public var demands: [ValidationSettings] {
    switch name {
    case Self.svgaGift.name: [players("svga-ios", "svga-android"), giftMovies]
    case Self.svgaAvatarFrame.name: [frameCanvas, frameMovies]
    case Self.lottieUI.name: [players("lottie-ios", "lottie-android", "lottie-web"), interfaceDocuments]
    case Self.telegramSticker.name: [players("telegram"), stickerDocuments]
    case Self.wearOS.name: [players("wear-os"), watchDocuments]
    case Self.whatsAppSticker.name: [whatsAppPictures]
    case Self.telegramVideoEmoji.name, Self.telegramVideoSticker.name: [deliverable("webm")]
    case Self.vapGift.name: [deliverable("mp4")]
    case Self.discordSticker.name: [deliverable("apng")]
    case Self.lineSticker.name: [deliverable("apng", longerSide: 320)]
    case Self.slackEmoji.name: [deliverable("apng", "png")]
    case Self.telegramVideoThumb.name: [deliverable("webp", "png")]
    default: []
    }
  }

  private func players(_ names: String...) -> ValidationSettings {
    .on([]) { $0.targets = names.compactMap { try? Target($0) } }
  }

  private var giftMovies: ValidationSettings {
    .on(["svga"]) {
      $0.budget("bytes", bytes)
      $0.budget("decodedBytes", 15 << 20)
      $0.budget("canvas", 4096)
      $0.warns("asset.memory", bytes: memory)
      $0.takeMovies()
    }
  }

  private var frameCanvas: ValidationSettings {
    var level = players("svga-ios", "svga-android")
    level.canvases = PixelExtent(canvas).map { [$0] }
    return level
  }

  private var frameMovies: ValidationSettings {
    .on(["svga"]) {
      $0.budget("bytes", bytes)
      $0.budget("decodedBytes", memory)
      $0.warns("asset.memory", bytes: 6_500_000)
      $0.settings["asset.image.large"] = .severity(.warning)
      $0.values["asset.image.large.side"] = size.map { Double($0.width) }
      $0.takeMovies()
    }
  }

  private var interfaceDocuments: ValidationSettings {
    .on(["lottie", "dotlottie"]) {
      $0.budget("bytes", bytes)
      $0.budget("layers", 90)
      $0.budget("duration", 10)
    }
  }

  private var stickerDocuments: ValidationSettings {
    .on(["lottie", "tgs"]) {
      $0.settings["render.cut"] = .severity(.warning)
      $0.settings["render.loopSeam"] = .severity(.warning)
    }
  }

  private var watchDocuments: ValidationSettings {
    .on(["lottie", "dotlottie"]) { $0.settings["performance.animatedStroke"] = .severity(.warning) }
  }

  private var whatsAppPictures: ValidationSettings {
    .on(["webp"]) {
      $0.settings["picture.sticker"] = .severity(.error)
      $0.values["picture.sticker.bytes"] = bytes.map(Double.init)
      $0.values["picture.sticker.side"] = size.map { Double($0.width) }
      $0.settings["picture.blend"] = .severity(.warning)
      $0.budget("duration", seconds.map { Int($0) })
    }
  }

  /// The numbers of the preset itself.
  ///
  /// - Parameter longerSide: Longer side of the canvas in pixels, at most; nil for that of the preset, or else its size.
  private func deliverable(_ formats: String..., longerSide: Int? = nil) -> ValidationSettings {
    .on(formats) {
      $0.budget("bytes", bytes)
      $0.budget("duration", seconds.map { Int($0) })
      $0.budget("frames", frames?.upperBound)
      let side = longerSide ?? self.longerSide ?? maximumSides?.longer
      $0.budget("canvas", side)
      if longerSide == nil, size != nil { $0.canvases = PixelExtent(canvas).map { [$0] } }
    }
  }
}

extension ValidationSettings {
  fileprivate static func on(_ formats: [String], _ change: (inout Self) -> Void) -> Self {
    var level = Self()
    level.formats = formats
    change(&level)
    return level
  }

  /// Sets the limit of a budget's rule.
  fileprivate mutating func budget(_ rule: String, _ limit: Int?) {
    values["budget.\(rule).limit"] = limit.map(Double.init)
  }

  fileprivate mutating func warns(_ rule: String, bytes: Int?) {
    settings[rule] = .severity(.warning)
    values["\(rule).bytes"] = bytes.map(Double.init)
  }

  /// Frame rates of the format's specification, and keys that every player reads.
  fileprivate mutating func takeMovies() {
    rates = [1, 2, 3, 5, 6, 10, 12, 15, 20, 30, 60]
    names.keys = try? NamePattern("[A-Za-z0-9_-]+")
  }
}
