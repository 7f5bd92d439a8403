internal import KilnDiagnostics

extension VideoTrack {
  /// Reads the first video track of an MP4 or QuickTime file.
  ///
  /// - Throws: `video.malformed` if there is none, or `limit.exceeded`.
  init(_ file: MP4File, limits: Limits) throws(Diagnostic) {
    self.init()
    guard let movie = file.box("moov") else { throw Diagnostic(.videoMalformed, "the file has no “moov” box") }
    var isFound = false
    for track in try MP4File.boxes(in: file.bytes, movie.content) where track.type == "trak" {
      guard let media = try Self.child("mdia", of: track, file), let handler = try Self.child("hdlr", of: media, file),
        handler.content.count >= 12
      else { continue }
      let start = handler.content.lowerBound + 8
      let kind = String(decoding: file.bytes[start..<start + 4], as: UTF8.self)
      if kind == "soun" { soundCount += 1 }
      guard kind == "vide", !isFound else { continue }
      isFound = true
      try read(media, file, limits)
    }
    guard isFound, width > 0, height > 0, !starts.isEmpty else {
      throw Diagnostic(.videoMalformed, "the file has no video track with frames")
    }
  }

  private static func child(
    _ type: String, of box: MP4File.Box, _ file: MP4File
  ) throws(Diagnostic) -> MP4File.Box? {
    try MP4File.boxes(in: file.bytes, box.content).first { $0.type == type }
  }

  private mutating func read(_ media: MP4File.Box, _ file: MP4File, _ limits: Limits) throws(Diagnostic) {
    let bytes = file.bytes
    guard let header = try Self.child("mdhd", of: media, file),
      let information = try Self.child("minf", of: media, file),
      let table = try Self.child("stbl", of: information, file), let kinds = try Self.child("stsd", of: table, file),
      let times = try Self.child("stts", of: table, file), header.content.count >= 24, kinds.content.count >= 44,
      times.content.count >= 8
    else { throw Diagnostic(.videoMalformed, "the video track has no table of its frames") }
    // Version 1 has longer times before the scale.
    let scalePlace = header.content.lowerBound + (bytes[header.content.lowerBound] == 1 ? 20 : 12)
    let scale = Double(max(1, bytes.bigEndian(at: scalePlace, count: 4)))
    let entry = kinds.content.lowerBound + 8
    codec = String(decoding: bytes[entry + 4..<entry + 8], as: UTF8.self).printable
    (width, height) = (bytes.bigEndian(at: entry + 32, count: 2), bytes.bigEndian(at: entry + 34, count: 2))
    hasAlpha = codec == "ap4h" || codec == "ap4x"
    var (time, last) = (0, 0)
    let count = min(bytes.bigEndian(at: times.content.lowerBound + 4, count: 4), (times.content.count - 8) / 8)
    for index in 0..<count {
      let place = times.content.lowerBound + 8 + index * 8
      let (frames, duration) = (bytes.bigEndian(at: place, count: 4), bytes.bigEndian(at: place + 4, count: 4))
      try limits.check(starts.count.addingClamped(frames), atMost: .frames, "the number of frames")
      for _ in 0..<frames {
        starts.append(Double(time) * 1000 / scale)
        time = time.addingClamped(duration)
      }
      last = duration
    }
    lastDuration = Double(last) * 1000 / scale
  }
}
