internal import KilnPixels
internal import KilnTimeline

/// Assets of a document: images, sounds and compositions, each with an ID of its own.
struct LayerAssets {
  private struct ImageUse: Hashable {
    let image: ImageID
    let key: String?
  }

  private let timeline: Timeline
  private let images: PackedImages
  private var written: [LottieText] = []
  /// IDs that are taken.
  private(set) var ids: TakenNames
  private var imageIDs: [ImageUse: String] = [:]
  private var soundIDs: [[UInt8]: String] = [:]
  /// Keys that are IDs of images.
  private var givenKeys: Set<String> = []
  private var compositionCount = 0

  /// - Parameters:
  ///   - images: Files that are shorter than the timeline's.
  ///   - takenIDs: IDs of other assets of the document.
  init(_ timeline: Timeline, images: PackedImages, takenIDs: TakenNames) {
    (self.timeline, self.images) = (timeline, images)
    ids = takenIDs
    // Compositions leave the names of pictures alone.
    ids.formUnion(timeline.replacementKeys)
  }

  /// The assets as elements of an array.
  var elements: [LottieText] { written }

  /// The assets as an array.
  var text: LottieText {
    LottieText { text in
      text.array { text in for asset in written { text.append(asset) } }
    }
  }

  /// The asset of an image. By its ID, the key, apps replace it: an image with several keys has an asset for each of them.
  mutating func image(_ image: ImageID, key: String?) -> String {
    let use = ImageUse(image: image, key: key)
    if let id = imageIDs[use] { return id }
    let asset = timeline[image]
    let id = imageID(asset, use)
    imageIDs[use] = id
    let file = images.file(image, in: timeline)
    written.append(
      LottieText { text in
        text.object { text in
          text.member("id", id)
          text.member("w", asset.width)
          text.member("h", asset.height)
          text.member("u", "")
          text.key("p")
          text.data(file, mediaType: "image/\(asset.format.rawValue)")
          text.member("e", 1)
        }
      })
    return id
  }

  /// The key, unless it stands for another image already; else a name that is free.
  private mutating func imageID(_ asset: ImageAsset, _ use: ImageUse) -> String {
    if let key = use.key, !key.isEmpty, givenKeys.insert(key).inserted { return key }
    return ids.free(use.key.flatMap { $0.isEmpty ? nil : $0 } ?? (asset.name.isEmpty ? "image" : asset.name))
  }

  /// The asset of a sound; several clips of one sound share it.
  mutating func sound(_ clip: AudioClip) -> String {
    if let id = soundIDs[clip.bytes] { return id }
    let id = ids.free(clip.key.isEmpty ? "sound" : clip.key)
    soundIDs[clip.bytes] = id
    written.append(
      LottieText { text in
        text.object { text in
          text.member("id", id)
          text.member("u", "")
          text.key("p")
          text.data(clip.bytes, mediaType: "audio/mpeg")
          text.member("e", 1)
        }
      })
    return id
  }

  /// Adds a composition of layers, from front to back.
  mutating func addComposition(_ layers: [WrittenLayer]) -> String {
    let id = ids.free("comp_\(compositionCount)")
    compositionCount += 1
    written.append(
      LottieText { text in
        text.object { text in
          text.member("id", id)
          text.key("layers")
          text.layers(layers)
        }
      })
    return id
  }
}
