internal import KilnGeometry
internal import KilnTimeline

/// Content of a shape layer: the shape lists of a sprite as groups. Lists that become each other by keyframes share their
/// groups; for others there are groups that are switched on and off.
struct ShapeLayerContent {
  /// Tolerance of lengths in sprite space.
  let tolerance: Double

  /// Frames in which lists of one signature are seen.
  private struct Variant {
    var frames: [Int] = []
    var lists: [Int] = []
  }

  /// The items from front to back.
  ///
  /// - Parameters:
  ///   - frames: The frames in which the sprite is seen, ascending; at least one.
  ///   - ids: What it shows in each of them.
  ///   - shapes: The shapes that an ID stands for, from back to front.
  func items<ID: Hashable>(frames: [Int], ids: [ID], shapes: (ID) -> [Shape]) -> LottieText {
    var drawn: [[DrawnShape]] = []
    var positions: [ID: Int] = [:]
    var variants: [Variant] = []
    var variantOfSignature: [[ShapeSignature]: Int] = [:]
    var variantOfList: [Int] = []
    for (frame, id) in zip(frames, ids) {
      let position = positions[id] ?? drawn.count
      if position == drawn.count {
        positions[id] = position
        drawn.append(shapes(id).compactMap { DrawnShape($0) })
        let signature = drawn[position].map(\.signature)
        let variant = variantOfSignature[signature] ?? variants.count
        if variant == variants.count {
          variantOfSignature[signature] = variant
          variants.append(Variant())
        }
        variantOfList.append(variant)
      }
      variants[variantOfList[position]].frames.append(frame)
      variants[variantOfList[position]].lists.append(position)
    }
    return LottieText { text in
      text.array { text in
        for variant in variants {
          let groups = groups(variant, drawn)
          if variants.count == 1 {
            for group in groups { text.append(group) }
          } else if !groups.isEmpty {
            switched(groups, variant.frames, of: frames, &text)
          }
        }
      }
    }
  }

  /// The groups of a variant, from front to back.
  private func groups(_ variant: Variant, _ drawn: [[DrawnShape]]) -> [LottieText] {
    guard let first = variant.lists.first else { return [] }
    let isConstant = variant.lists.allSatisfy { $0 == first }
    let frames = isConstant ? [variant.frames[0]] : variant.frames
    return drawn[first].indices.reversed().map { index in
      let shapes = isConstant ? [drawn[first][index]] : variant.lists.map { drawn[$0][index] }
      return ShapeWriter(frames: frames, shapes: shapes, tolerance: tolerance).group()
    }
  }

  /// A group that is seen only in some frames.
  private func switched(_ groups: [LottieText], _ seen: [Int], of frames: [Int], _ text: inout LottieText) {
    text.object { text in
      text.member("ty", "gr")
      text.key("it")
      text.array { text in
        for group in groups { text.append(group) }
        text.object { text in
          text.member("ty", "tr")
          text.identityTransform()
          text.member("o", switches(seen, of: frames), .scalar)
        }
      }
    }
  }

  /// Opacity of 100 in the frames that are seen.
  private func switches(_ seen: [Int], of frames: [Int]) -> [FittedKeyframe] {
    var keyframes: [FittedKeyframe] = []
    var next = 0
    for frame in frames {
      let isSeen = next < seen.count && seen[next] == frame
      if isSeen { next += 1 }
      let value = isSeen ? 100.0 : 0
      guard keyframes.last?.value != [value] else { continue }
      keyframes.append(FittedKeyframe(time: Double(frame), value: [value], ease: .hold))
    }
    return keyframes
  }
}
