public import KilnDiagnostics
internal import KilnImages
internal import KilnRasterizer
public import KilnTimeline

/// The decoded images of a timeline, shared by all renderers.
public struct DecodedImages: Sendable {
  private let images: [MipmappedImage?]

  /// Decodes all images. An image that cannot be decoded is reported as `rendering.image` and draws nothing; a colour
  /// profile that cannot be used is reported, too.
  public init(_ timeline: Timeline, limits: Limits = Limits(), log: inout DiagnosticLog) {
    images = timeline.images.map { asset in
      do throws(Diagnostic) {
        return MipmappedImage(try ImageDecoder.decode(asset.bytes, name: asset.name, limits: limits, log: &log))
      } catch {
        log.add(
          .renderingBadImage, "the image “\(asset.name)” cannot be decoded: \(error.message)",
          advice: error.rule == .imageLibraryMissing ? error.advice : nil)
        return nil
      }
    }
  }

  subscript(id: ImageID) -> MipmappedImage? { images[id.index] }
}

extension Rule {
  /// An image cannot be decoded.
  public static let renderingBadImage = Rule(
    "rendering.image", .warning, .dropped, fault: .missingImage,
    "An image cannot be decoded; nothing is drawn in its place.",
    why: "A part of the picture is missing.",
    remedy: "Export the image again, as PNG. --missing-images skip goes on without it.")
}

/// Rules of this module.
public enum TimelineRenderingRules {
  /// All rules that this module declares.
  public static let all: [Rule] = [.renderingBadImage]
}
