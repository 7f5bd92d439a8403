internal import KilnCompression
internal import KilnDiagnostics
internal import KilnPixels
internal import SwiftProtobuf

/// Size of a part of a movie.
public struct SVGACost: Sendable, Hashable {
  /// The key of a file, or of a sprite for its frames.
  public var name: String
  /// Approximate number of bytes in the file.
  public var bytes: Int
  /// Bytes in a player's memory, 4 a pixel; 0 for frames.
  public var memory: Int
}

extension SVGAMovieEntity {
  /// Sizes of the files, in the order of their keys, and of each sprite's frames.
  public var costs: [SVGACost] {
    images.keys.sorted().compactMap { cost(ofFile: $0) }
      + sprites.map { SVGACost(name: $0.imageKey, bytes: Self.packedBytes(of: $0, sample: 1 << 16), memory: 0) }
  }

  /// Bytes of all files, which hardly become fewer when the movie is packed.
  public var fileBytes: Int { images.values.reduce(0) { $0 + $1.count } }

  /// Approximate bytes of each sprite's frames, in the order of the sprites.
  public var spriteCosts: [Int] { sprites.map { Self.packedBytes(of: $0) } }

  /// Approximate bytes of the frames of one sprite.
  ///
  /// - Precondition: There is such a sprite.
  public func spriteCost(_ index: Int) -> Int { Self.packedBytes(of: sprites[index]) }

  /// Size of the file under a key; nil if there is none.
  public func cost(ofFile key: String) -> SVGACost? {
    images[key].map { file in
      let header = ImageHeader([UInt8](file.prefix(24)))
      // Sizes in headers are limited, so that sums cannot overflow.
      let memory = header?.format == .png ? min(header?.decodedBytes ?? 0, 1 << 40) : 0
      return SVGACost(name: key, bytes: file.count, memory: memory)
    }
  }

  /// Bytes of a sprite's frames, when deflated by themselves.
  ///
  /// - Parameter sample: Bytes at the start that stand for the rest.
  private static func packedBytes(of sprite: SVGASpriteEntity, sample: Int = .max) -> Int {
    do {
      let message: [UInt8] = try sprite.serializedBytes()
      guard message.count > sample else { return try Zlib.deflate(message, level: 1).count }
      let packed = try Zlib.deflate(Array(message[..<sample]), level: 1).count
      return Int(Double(packed) * Double(message.count) / Double(sample))
    } catch {
      return 0
    }
  }
}
