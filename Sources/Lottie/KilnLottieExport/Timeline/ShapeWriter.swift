internal import KilnGeometry
internal import KilnTimeline

/// Writes a shape that keeps its signature over some frames as a group of a shape layer.
struct ShapeWriter {
  /// The frames in which the shape is seen, ascending.
  let frames: [Int]
  /// The shape in each of the frames.
  let shapes: [DrawnShape]
  /// Tolerance of lengths in sprite space.
  let tolerance: Double
  /// The same in shape space.
  private let lengthTolerance: Double
  private let decimals: Int

  init(frames: [Int], shapes: [DrawnShape], tolerance: Double) {
    self.frames = frames
    self.shapes = shapes
    self.tolerance = tolerance
    let stretch = shapes.reduce(1e-3) { max($0, $1.shape.transform.stretch.largest) }
    lengthTolerance = tolerance * 0.5 / stretch
    decimals = LottieDecimals.of(lengthTolerance)
  }

  /// The group: outlines, stroke above fill, transform.
  func group() -> LottieText {
    LottieText { text in
      text.object { text in
        text.member("ty", "gr")
        text.key("it")
        text.array { text in
          outlines(&text)
          if let kind = shapes.first?.signature.stroke { stroke(kind, &text) }
          if let kind = shapes.first?.signature.fill { fill(kind, &text) }
          transform(&text)
        }
      }
    }
  }

  private func outlines(_ text: inout LottieText) {
    switch shapes.first?.signature.outline {
    case .rect: rect(&text)
    case .ellipse: ellipse(&text)
    case .path(let contours):
      for index in contours.indices {
        let track = ContourTrack(shapes.map { $0.contours[index] }, frames: frames)
        text.object { text in
          text.member("ty", "sh")
          text.member(
            "ks", track.fit(tolerance: lengthTolerance, decimals: decimals), .path(isClosed: track.isClosed),
            decimals: decimals)
        }
      }
    case nil: break
    }
  }

  private func rect(_ text: inout LottieText) {
    func value(_ shape: DrawnShape) -> (rect: Rect, radius: Double) {
      guard case .rect(let rect, let radius) = shape.shape.outline else { return (.empty, 0) }
      return (rect, radius)
    }
    text.object { text in
      text.member("ty", "rc")
      // Clockwise, from which dashes count. Without it lottie-web goes the other way round.
      text.member("d", 1)
      lengths("p", .vector, &text) { [value($0).rect.center.x, value($0).rect.center.y] }
      lengths("s", .vector, &text) { [value($0).rect.width, value($0).rect.height] }
      lengths("r", .scalar, &text) { [value($0).radius] }
    }
  }

  private func ellipse(_ text: inout LottieText) {
    func value(_ shape: DrawnShape) -> (center: Point, radii: Size) {
      guard case .ellipse(let center, let radii) = shape.shape.outline else { return (.zero, Size(0, 0)) }
      return (center, radii)
    }
    text.object { text in
      text.member("ty", "el")
      lengths("p", .vector, &text) { [value($0).center.x, value($0).center.y] }
      lengths("s", .vector, &text) { [value($0).radii.width * 2, value($0).radii.height * 2] }
    }
  }

  private func fill(_ kind: ShapeSignature.FillKind, _ text: inout LottieText) {
    text.object { text in
      paint(kind.paint, "fl", "gf", &text) { $0.shape.fill?.paint }
      if kind.rule == .evenOdd { text.member("r", 2) }
    }
  }

  private func stroke(_ kind: ShapeSignature.StrokeKind, _ text: inout LottieText) {
    func style(_ shape: DrawnShape) -> StrokeStyle { shape.shape.stroke?.style ?? StrokeStyle(width: 0) }
    text.object { text in
      paint(kind.paint, "st", "gs", &text) { $0.shape.stroke?.paint }
      lengths("w", .scalar, &text) { [style($0).width] }
      text.member("lc", Int(kind.cap.rawValue) + 1)
      text.member("lj", Int(kind.join.rawValue) + 1)
      if kind.join == .miter {
        text.key("ml")
        text.number(kind.miterLimit)
      }
      guard kind.dashes > 0 else { return }
      text.key("d")
      text.array { text in
        for index in 0..<kind.dashes {
          let name = index.isMultiple(of: 2) ? "d" : "g"
          dash(name, "\(name == "d" ? "dash" : "gap")\(index / 2)", &text) { style($0).dashes[index] }
        }
        dash("o", "offset", &text) { style($0).dashPhase }
      }
    }
  }

  private func dash(
    _ kind: String, _ name: String, _ text: inout LottieText, _ value: (DrawnShape) -> Double
  ) {
    text.object { text in
      text.member("n", kind)
      text.member("nm", name)
      lengths("v", .scalar, &text) { [value($0)] }
    }
  }

  private func transform(_ text: inout LottieText) {
    let transforms = shapes.map(\.shape.transform)
    text.object { text in
      text.member("ty", "tr")
      if transforms.allSatisfy({ $0 == .identity }) {
        text.identityTransform()
      } else {
        var box = Rect.empty
        if transforms.dropFirst().allSatisfy({ $0 == transforms[0] }) {
          box = shapes[0].outlineBounds
        } else {
          for shape in shapes { box = box.union(shape.outlineBounds) }
        }
        TransformFitter(transforms, frames: frames, box: box, tolerance: tolerance, allowsSplit: false).fit()
          .write(to: &text)
      }
      text.staticMember("o", 100)
    }
  }

  /// A property of lengths in shape space.
  private func lengths(
    _ name: StaticString, _ form: PropertyForm, _ text: inout LottieText, _ value: (DrawnShape) -> [Double]
  ) {
    property(name, form, tolerance: lengthTolerance, decimals: decimals, &text, value)
  }

  func property(
    _ name: StaticString, _ form: PropertyForm, tolerance: Double, decimals: Int, _ text: inout LottieText,
    _ value: (DrawnShape) -> [Double]
  ) {
    let first = value(shapes[0])
    var samples = SampledValues(dimensions: first.count)
    for (frame, shape) in zip(frames, shapes) { samples.append(value(shape), at: Double(frame)) }
    let keyframes = KeyframeFitter(tolerance: [tolerance], decimals: decimals).fit(samples)
    text.member(name, keyframes, form, decimals: decimals)
  }

  /// Lengths of a gradient's geometry.
  func gradientLengths(
    _ name: StaticString, _ text: inout LottieText, _ value: (DrawnShape) -> Point
  ) {
    lengths(name, .vector, &text) { [value($0).x, value($0).y] }
  }
}

extension LottieText {
  /// The members of a transform that does nothing, but its opacity.
  mutating func identityTransform() {
    staticMember("r", 0)
    staticMember("p", [0, 0])
    staticMember("a", [0, 0])
    staticMember("s", [100, 100])
  }
}
