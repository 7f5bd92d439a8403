internal import KilnLottieFormat

// Functions for keyframes, loops, paths and layer transforms.
extension NativeRun {
  private var frameRate: Double { machine.document.frameRate }

  func velocity(of property: NativeProperty, at seconds: Double) throws(NativeStop) -> NativeValue {
    guard let keyframes = property.keyframes else { throw .unknown }
    guard keyframes.isAnimated else {
      switch property.kind {
      case .numbers: return .array(NativeArray(floats: Array(repeating: 0, count: keyframes.count)))
      case .number, .path: return .number(0)
      }
    }
    let now = try machine.value(of: property, atSeconds: seconds)
    switch (now, try machine.value(of: property, atSeconds: seconds - 0.001)) {
    case (.number(let now), .number(let before)): return .number((before - now) / -0.001)
    case (.numbers(let now, _), .numbers(let before, _)):
      return .array(NativeArray(floats: zip(now, before).map { ($1 - $0) / -0.001 }))
    default: throw .unknown
    }
  }

  func key(_ arguments: [NativeValue], of property: NativeProperty) throws(NativeStop) -> NativeValue {
    guard let keyframes = property.keyframes, property.kind != .path, let first = arguments.first else {
      throw .unknown
    }
    guard keyframes.isAnimated else { throw .thrown }
    guard let index = Int(exactly: try first.toNumber() - 1), let (time, value) = keyframes.keyframe(index) else {
      throw .unknown
    }
    let numbers = value.map(NativeValue.number)
    let object = NativeObject(["time", "value"], [.number(time / frameRate), .array(NativeArray(numbers))])
    for (index, number) in numbers.enumerated() { object.append(String(index), number) }
    return .object(object)
  }

  func nearestKey(of property: NativeProperty, to seconds: Double) throws(NativeStop) -> NativeValue {
    guard let keyframes = property.keyframes, !seconds.isNaN else { throw .unknown }
    guard keyframes.isAnimated else {
      return .object(NativeObject(["index", "time"], [.number(0), .number(0)]))
    }
    let (times, time) = (keyframes.keyTimes, seconds * frameRate)
    var index = times.count
    if time < times[0] {
      index = 1
    } else {
      for i in 0..<times.count - 1 {
        if time == times[i] {
          index = i + 1
          break
        }
        if time > times[i], time < times[i + 1] {
          index = time - times[i] > times[i + 1] - time ? i + 2 : i + 1
          break
        }
      }
    }
    return .object(
      NativeObject(["index", "time"], [.number(Double(index)), .number(times[index - 1] / frameRate)]))
  }

  /// The keyframes again and again, or there and back.
  func loop(
    _ property: NativeProperty, _ arguments: [NativeValue], isOut: Bool
  ) throws(NativeStop) -> NativeValue {
    guard let keyframes = property.keyframes, arguments.count <= 2 else { throw .unknown }
    guard keyframes.isAnimated else { return machine.scriptValue(try machine.plain(property)) }
    let kind: String
    switch arguments.first {
    case nil: kind = ""
    case .text(let text)?: kind = text.text
    default: throw .unknown
    }
    guard ["", "cycle", "pingpong"].contains(kind) else { throw .unknown }
    var segmentCount = 0
    if arguments.count == 2 {
      guard case .number(let number) = arguments[1], let count = Int(exactly: number), count >= 0 else {
        throw .unknown
      }
      segmentCount = count
    }
    let call = KeyframeLoop.Call(isOut: isOut, isPingPong: kind == "pingpong", segmentCount: segmentCount)
    let now = try machine.frame(of: property.element.composition, isRead: true)
    guard let loop = KeyframeLoop(call, times: keyframes.keyTimes, roundsStart: true), loop.isBeyondKeyframes(now)
    else {
      return machine.scriptValue(try machine.plain(property))
    }
    return machine.scriptValue(try machine.value(of: property, atSeconds: loop.repeated(now) / frameRate))
  }

  /// Number of random steps that are added up here: those of about an hour.
  private static let maximumWiggles = 20_000.0

  /// The value without expression, moved at random: five steps a second, whatever the frequency, which add up.
  func wiggled(_ arguments: [NativeValue]) throws(NativeStop) -> NativeValue {
    let wiggles = (time * 5).rounded(.down)
    guard arguments.count >= 2, wiggles <= Self.maximumWiggles, let keyframes = property.keyframes,
      var random = drawn ?? machine.random(of: property)
    else { throw .unknown }
    machine.isTimeRead = true
    let amount = try arguments[1].toNumber()
    func draw() -> Double { -amount + amount * 2 * random.next() }
    defer { drawn = random }
    // These are no steps that are counted: the engine would take as long.
    var sums = [Double](repeating: 0, count: keyframes.count)
    for _ in 0..<Int(max(0, wiggles)) {
      for index in sums.indices { sums[index] = ScriptProperty.rounded(sums[index] + draw()) }
    }
    let share = time * 5 - wiggles
    switch try machine.plain(property) {
    case .number(let number): return .number(number + sums[0] + draw() * share)
    case .numbers(let numbers, _) where numbers.count > 1:
      return .array(NativeArray(floats: zip(numbers, sums).map { $0 + $1 + draw() * share }))
    case .numbers, .path: throw .unknown
    }
  }

  // MARK: - Paths

  func path(of property: NativeProperty) throws(NativeStop) -> ScriptPath {
    guard case .path(let path) = try machine.current(property) else { throw .unknown }
    return path
  }

  func points(
    _ kind: NativeFunction.PathPoints, of property: NativeProperty, _ arguments: [NativeValue]
  ) throws(NativeStop) -> NativeValue {
    guard arguments.isEmpty else { throw .unknown }
    let path = try path(of: property)
    try machine.budget.countSteps(path.vertices.count)
    switch kind {
    case .vertices: return .array(NativeMachine.points(path) { $0.lowHalf.lowHalf })
    case .incoming: return .array(NativeMachine.points(path) { $0.lowHalf.highHalf - $0.lowHalf.lowHalf })
    case .outgoing: return .array(NativeMachine.points(path) { $0.highHalf.lowHalf - $0.lowHalf.lowHalf })
    }
  }

  func pointOnPath(of property: NativeProperty, _ arguments: [NativeValue]) throws(NativeStop) -> NativeValue {
    guard arguments.count == 1 else { throw .unknown }
    let share = try arguments[0].toNumber()
    let path = try path(of: property)
    let length = try machine.length(of: property, askedBy: self.property.element)
    guard let point = length.point(of: path, at: share) else { throw .unknown }
    return .array(NativeArray(numbers: point))
  }
}

extension NativeMachine {
  /// From the layer's space to its composition's, now. Kept for the frame where no expression has a part in it.
  func worldMatrix(of element: NativeElement) throws(NativeStop) -> NativeMatrix {
    if let world = element.world, world.frame == rootFrame {
      isTimeRead = isTimeRead || world.isTimeRead
      return world.matrix
    }
    let wasRead = isTimeRead
    isTimeRead = false
    defer { isTimeRead = isTimeRead || wasRead }
    var matrix = NativeMatrix()
    let layers = [element] + element.ancestors
    for each in layers {
      guard each.isPresented else { throw .unknown }
      try apply(each.transform, to: &matrix)
    }
    if layers.allSatisfy(\.hasPlainTransform) {
      element.world = (rootFrame, matrix, isTimeRead)
    }
    return matrix
  }

  private func apply(_ transform: NativeTransform?, to matrix: inout NativeMatrix) throws(NativeStop) {
    guard let transform else { return }
    let anchor = try numbers(transform.anchor)
    matrix.translate(-anchor[0], -anchor[1], anchor[2])
    let scale = try numbers(transform.scale)
    matrix.scale(scale[0], scale[1], scale[2].isNaN ? 1 : scale[2])
    if transform.skew != nil { matrix.skew(-(try number(transform.skew)), try number(transform.skewAxis)) }
    matrix.rotate(-(try number(transform.rotation)))
    if transform.isSpatial {
      matrix.rotateY(try number(transform.yRotation))
      matrix.rotateX(try number(transform.xRotation))
      let orientation = try numbers(transform.orientation)
      matrix.rotate(-orientation[2])
      matrix.rotateY(orientation[1])
      matrix.rotateX(orientation[0])
    }
    guard transform.position == nil else {
      let position = try numbers(transform.position)
      return matrix.translate(position[0], position[1], -position[2])
    }
    let depth = try transform.z.map { (z) throws(NativeStop) in -(try number(z)) } ?? 0
    matrix.translate(try number(transform.x), try number(transform.y), depth)
  }

  private func number(_ property: NativeProperty?) throws(NativeStop) -> Double {
    guard let property, case .number(let number) = try current(property) else { throw .unknown }
    return number
  }

  /// Three of them, NaN where there are fewer.
  private func numbers(_ property: NativeProperty?) throws(NativeStop) -> [Double] {
    guard let property, case .numbers(let numbers, _) = try current(property), numbers.count >= 2 else {
      throw .unknown
    }
    return numbers.count >= 3 ? numbers : numbers + [.nan]
  }
}
