public import KilnDiagnostics
internal import KilnGeometry

extension Timeline {
  /// The timeline with, for each sample time, the frame that is on screen then. The same timeline if these are all its
  /// frames at its own rate.
  ///
  /// Times are frames of this timeline; those before the first and after the last frame show these.
  ///
  /// - Throws: `limit.exceeded`, or a rule of `TimelineBuilder` for the frame rate and number of frames.
  public func sampled(
    _ sampling: FrameSampling, limits: Limits, log: inout DiagnosticLog
  ) throws(Diagnostic) -> Timeline {
    let isWhole = sampling.times.elementsEqual((0..<frameCount).lazy.map(Double.init))
    if isWhole, sampling.frameRate == frameRate, sampling.hasSound || audioClips.isEmpty { return self }
    var builder = try TimelineBuilder(editing: self, sampling: sampling, limits: limits)
    // Times come from divisions, so that one just short of a frame belongs to it.
    let indices = sampling.times.map { time in
      Int(clamping: (time + 1e-6).rounded(.down), to: 0...frameCount - 1)
    }
    for sprite in sprites { builder.sprites.append(try sprite.sampled(at: indices, &builder)) }
    builder.sourceTimes = sourceTimes.isEmpty ? sampling.times : indices.map { sourceTimes[$0] }
    builder.markers = markers.sampled(sampling, frameRate: frameRate)
    builder.audioClips =
      !audioClips.isEmpty && sampling.takesSound(of: frameRate, log: &log)
      ? audioClips.compactMap { $0.sampled(at: sampling.times, frameRate: frameRate) } : []
    return builder.build(log: &log)
  }
}

extension Sprite {
  /// The sprite with the states of some frames.
  fileprivate func sampled(at indices: [Int], _ builder: inout TimelineBuilder) throws(Diagnostic) -> Sprite {
    try builder.reserveSprite()
    var sprite = self
    sprite.frames = FrameStates(indices.map { frames[$0] })
    if case .group(let children) = content {
      var sampled: [Sprite] = []
      for child in children { sampled.append(try child.sampled(at: indices, &builder)) }
      sprite.content = .group(sampled)
    }
    if let matte {
      var sampled: [Sprite] = []
      for child in matte.sprites { sampled.append(try child.sampled(at: indices, &builder)) }
      sprite.matte = Matte(sampled, mode: matte.mode)
    }
    return sprite
  }
}

extension AudioClip {
  /// The part of the clip that is heard at some times; nil if there is none.
  ///
  /// - Parameters:
  ///   - times: Sample times in frames of the clip's source, ascending.
  ///   - frameRate: Frame rate of that source.
  public func sampled(at times: [Double], frameRate: Double) -> AudioClip? {
    let start = Double(frames.lowerBound)
    guard let first = times.firstIndex(where: { $0 >= start - 1e-6 }), let firstTime = times.first else { return nil }
    let last = times.firstIndex { $0 >= Double(frames.upperBound) - 1e-6 } ?? times.count
    guard first < last else { return nil }
    var clip = self
    clip.frames = first..<last
    if !gains.isEmpty {
      let last = gains.count - 1
      clip.gains = times[first..<clip.frames.upperBound].map { time in
        gains[Int(clamping: (time - start + 1e-6).rounded(.down), to: 0...last)]
      }
    }
    let skipped = max(0, firstTime - start) * 1000 / frameRate * speed
    clip.startMilliseconds = Int(
      clamping: Double(startMilliseconds) + skipped.rounded(.towardZero), to: -1_000_000_000...2_000_000_000)
    return clip
  }
}

extension FrameSampling {
  /// Whether the sounds of a source are wanted, and time runs as in the source, so that they fit.
  ///
  /// Reports `timeline.audio.dropped` for sounds that are wanted and do not fit.
  ///
  /// - Parameter frameRate: Frames per second of the source.
  public func takesSound(of frameRate: Double, log: inout DiagnosticLog) -> Bool {
    guard hasSound else { return false }
    let step = frameRate / self.frameRate
    let fits = zip(times, times.dropFirst()).allSatisfy { abs($1 - $0 - step) < 1e-6 * max(1, step) }
    if !fits {
      log.add(.timelineAudioDropped, "sounds are left out: they cannot be played faster, slower or backwards")
    }
    return fits
  }
}

extension AnimationInfo {
  /// The markers in frames of a timeline that is sampled in this way.
  public func markers(at sampling: FrameSampling) -> [Marker] { markers.sampled(sampling, frameRate: frameRate) }
}

extension [Marker] {
  /// The markers of a source in frames of a timeline that is sampled in this way.
  fileprivate func sampled(_ sampling: FrameSampling, frameRate: Double) -> [Marker] {
    let times = sampling.times
    guard let first = times.first else { return [] }
    let step = times.count > 1 ? times[1] - first : frameRate / sampling.frameRate
    return map { marker in
      // Backwards a range starts at its last time.
      let isReversedRange = step < 0 && marker.frameCount > 0
      let start = isReversedRange ? marker.firstFrame + marker.frameCount + step : marker.firstFrame
      return Marker(name: marker.name, firstFrame: (start - first) / step, frameCount: marker.frameCount / abs(step))
    }.filter { $0.firstFrame.isFinite && $0.frameCount.isFinite }
  }
}
