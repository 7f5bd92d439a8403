internal import KilnDiagnostics
internal import KilnExporting
internal import KilnTimeline

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Dialects of the file that says where the frames of an atlas are.
public enum AtlasDescriptor: String, Sendable, Hashable, CaseIterable {
  /// TexturePacker's JSON with frames by name, as PixiJS, Phaser and most others read it.
  case texturepacker
  /// JSON with a list of frames as Aseprite writes it, with durations and tags.
  case aseprite
  /// Phaser 3's multiatlas: one JSON for all pages.
  case phaser
  /// The text format of libGDX and Spine.
  case libgdx
  /// Property list of Cocos2d, format 3.
  case cocos2d
  /// SpriteFrames resource of Godot 4.
  case godot
  /// Style sheet that plays the frames.
  case css
  /// A folder with a numbered PNG file for each picture, and `frames.json`.
  case frames
  /// Every bitmap and every drawn vector once, and a timeline file that says where each is in every frame.
  case sprites

  /// Extension of the descriptor's file.
  public var fileExtension: String {
    switch self {
    case .texturepacker, .aseprite, .phaser, .frames: "json"
    case .libgdx: "atlas"
    case .cocos2d: "plist"
    case .godot: "tres"
    case .css: "css"
    case .sprites: "timeline.json"
    }
  }

  /// Whether frames may lie on several pages.
  var hasPages: Bool { self != .aseprite }

  /// Whether regions may be turned.
  public var allowsRotation: Bool { turn != nil }

  /// Direction in which regions may be turned; nil if they may not.
  var turn: QuarterTurn? {
    switch self {
    case .texturepacker, .aseprite, .cocos2d: .clockwise
    case .libgdx: .counterclockwise
    // Phaser 3 reads that a frame is turned, and draws it as if it were not.
    case .phaser, .godot, .css, .frames, .sprites: nil
    }
  }

  /// Whether frames may show a region mirrored.
  var hasMirrors: Bool {
    switch self {
    case .css, .frames, .sprites: true
    case .texturepacker, .aseprite, .phaser, .libgdx, .cocos2d, .godot: false
    }
  }

  /// Whether all frames of an animation have the same size.
  var needsUniformFrames: Bool { self == .css }

  /// The files that describe a frame atlas.
  func files(of layout: AtlasLayout) throws(Diagnostic) -> [NamedFile] {
    switch self {
    case .texturepacker: try TexturePackerDescriptor.files(of: layout)
    case .aseprite: try AsepriteDescriptor.files(of: layout)
    case .phaser: try PhaserDescriptor.files(of: layout)
    case .libgdx: LibGDXDescriptor.files(of: layout)
    case .cocos2d: CocosDescriptor.files(of: layout)
    case .godot: GodotDescriptor.files(of: layout)
    case .css: StyleSheetDescriptor.files(of: layout)
    case .frames: try FrameListDescriptor.files(of: layout)
    case .sprites: []
    }
  }
}

/// JSON with sorted keys, so that the same atlas always gives the same bytes.
enum DescriptorJSON {
  static func file(_ value: some Encodable, named name: String) throws(Diagnostic) -> NamedFile {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    do {
      return NamedFile(
        name: name, mediaType: "application/json", bytes: [UInt8](try encoder.encode(value)) + [UInt8(ascii: "\n")])
    } catch {
      throw Diagnostic(.internalError, "the atlas' descriptor cannot be encoded: \(error)")
    }
  }
}

/// A rectangle of JSON descriptors.
struct DescriptorRectangle: Encodable {
  var x: Int
  var y: Int
  var w: Int
  var h: Int
}

/// A size of JSON descriptors.
struct DescriptorExtent: Encodable {
  var w: Int
  var h: Int
}

/// A frame of JSON descriptors: TexturePacker's members, and the duration as Aseprite writes it.
struct DescriptorFrame: Encodable {
  /// Left out where frames have names as keys.
  var filename: String?
  /// Place on the page; the size is that of the frame before it is turned.
  var frame: DescriptorRectangle
  /// Whether it is turned clockwise by a quarter on the page.
  var rotated: Bool
  var trimmed: Bool
  /// Place on the canvas.
  var spriteSourceSize: DescriptorRectangle
  var sourceSize: DescriptorExtent
  /// Milliseconds.
  var duration: Int

  init(_ frame: AtlasLayout.Frame, of animation: AtlasLayout.Animation, hasName: Bool) {
    let region = frame.region
    filename = hasName ? frame.name : nil
    self.frame = DescriptorRectangle(x: region.x, y: region.y, w: region.width, h: region.height)
    rotated = region.isTurned
    trimmed = frame.isTrimmed(of: animation)
    spriteSourceSize = DescriptorRectangle(x: frame.x, y: frame.y, w: region.width, h: region.height)
    sourceSize = DescriptorExtent(w: animation.width, h: animation.height)
    duration = frame.duration
  }
}
