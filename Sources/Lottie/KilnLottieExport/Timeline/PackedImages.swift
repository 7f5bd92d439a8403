internal import KilnCompression
internal import KilnDiagnostics
internal import KilnExporting
internal import KilnImages
internal import KilnPNG
internal import KilnPixels
internal import KilnRendering
internal import KilnTimeline

/// PNG files of a timeline's images in fewer bytes, with the same pixels.
///
/// Of what is only in mattes players use the alpha alone, so that its colours become black. Grey with alpha has three
/// channels of colour or a palette, because rlottie does not multiply grey by its alpha.
struct PackedImages {
  private struct Job: Hashable {
    var file: [UInt8]
    var isMatte: Bool
  }

  /// The shortest file that is known, by the file in the timeline.
  private var files: [Job: [UInt8]] = [:]
  /// Images that are drawn outside of mattes.
  private var drawn: Set<ImageID> = []

  /// The file to write for an image.
  func file(_ image: ImageID, in timeline: Timeline) -> [UInt8] {
    let job = Job(file: timeline[image].bytes, isMatte: !drawn.contains(image))
    return files[job] ?? job.file
  }

  /// Packs the images that sprites of a timeline show and that are not packed yet.
  ///
  /// - Throws: `work.cancelled`, `memory.exhausted`.
  mutating func pack(_ timeline: Timeline, in context: ExportContext) throws(Diagnostic) {
    drawn.removeAll()
    var used: Set<ImageID> = []
    visit(timeline.sprites, isMatte: false, &used)
    var jobs: [Job] = []
    for image in used.sorted(by: { $0.index < $1.index }) {
      let job = Job(file: timeline[image].bytes, isMatte: !drawn.contains(image))
      guard files.updateValue(job.file, forKey: job) == nil else { continue }
      jobs.append(job)
    }
    let pixels = jobs.reduce(0) { $0 + min(1 << 40, ImageHeader($1.file)?.decodedBytes ?? 0) / 4 }
    let (work, limits) = (jobs, context.limits)
    try OrderedWork.run(count: work.count, threads: context.threads, worker: ()) { _, index throws(Diagnostic) in
      try Self.shorter(work[index], pixels, limits)
    } consume: { index, file throws(Diagnostic) in
      try context.progress.report("packing bitmaps", index + 1, of: work.count)
      if let file { files[work[index]] = file }
    }
  }

  private mutating func visit(_ sprites: [Sprite], isMatte: Bool, _ used: inout Set<ImageID>) {
    for sprite in sprites {
      switch sprite.content {
      case .image(let image):
        used.insert(image)
        if !isMatte { drawn.insert(image) }
      case .group(let children): visit(children, isMatte: isMatte, &used)
      case .vector: break
      }
      guard let matte = sprite.matte else { continue }
      visit(matte.sprites, isMatte: matte.mode == .alpha || matte.mode == .invertedAlpha, &used)
    }
  }

  /// A shorter file; nil if there is none, and for those whose colours would have to be converted.
  private static func shorter(_ job: Job, _ pixels: Int, _ limits: Limits) throws(Diagnostic) -> [UInt8]? {
    guard ImageFormat.sniff(job.file) == .png, job.isMatte || PNGColorSpace.isStandard(job.file) else { return nil }
    do throws(Diagnostic) {
      let picture = try ImageDecoder.decode(job.file, limits: limits)
      return try PNGEncoder.encode(
        job.isMatte ? picture.alphaInBlack : picture, shorterThan: job.file.count, effort: .normal, totalPixels: pixels,
        allowsGreyAlpha: false)
    } catch {
      if error.endsWork { throw error }
      // Players may read what we cannot.
      return nil
    }
  }
}
