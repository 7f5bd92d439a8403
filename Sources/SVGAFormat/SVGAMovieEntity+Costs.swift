internal import Compression
internal import Diagnostics
internal import SwiftProtobuf

/// What a part of a movie takes.
public struct SVGACost: Sendable, Hashable {
  /// The key of a file, or of a sprite for its frames.
  public var name: String
  /// Bytes in the file, about.
  public var bytes: Int
  /// Bytes in a player's memory.
  public var memory: Int
}

extension SVGAMovieEntity {
  /// What each file, in the order of their keys, and the frames of each sprite take.
  public var costs: [SVGACost] {
    images.keys.sorted().compactMap { cost(ofFile: $0) }
      + sprites.map { SVGACost(name: $0.imageKey, bytes: Self.packedBytes(of: $0), memory: 0) }
  }

  /// What the file under a key takes; nil if there is none.
  public func cost(ofFile key: String) -> SVGACost? {
    images[key].map { file in
      SVGACost(
        name: key, bytes: file.count,
        memory: PNGHeader.size([UInt8](file.prefix(24))).map { Int(min(1e12, $0.width * $0.height * 4)) } ?? 0)
    }
  }

  /// Bytes of a sprite's frames, packed alone.
  private static func packedBytes(of sprite: SVGASpriteEntity) -> Int {
    do {
      return try Zlib.deflate(sprite.serializedBytes(), level: 1).count
    } catch {
      return 0
    }
  }
}
