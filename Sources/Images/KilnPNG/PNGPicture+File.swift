extension PNGPicture {
  /// The file around the deflated rows (PNG specification, 5.3).
  func file(imageData: [UInt8]) -> [UInt8] {
    var file = [UInt8].pngSignature
    file.append(header: (width, height), bitDepth: bitDepth, colorType)
    file.append(palette: palette)
    // A chunk's length has 31 bits.
    for start in stride(from: 0, to: imageData.count, by: 1 << 30) {
      file.append(chunk: "IDAT", Array(imageData[start..<min(start + 1 << 30, imageData.count)]))
    }
    file.append(chunk: "IEND", [])
    return file
  }
}
