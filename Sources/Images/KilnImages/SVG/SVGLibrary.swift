internal import KilnPlatform

/// The functions of librsvg, cairo and GLib that are used. Their interfaces have been the same since librsvg 2.46.
///
/// Loaded for the first SVG image. librsvg opens nothing but `data:` URLs for documents without an address.
struct SVGLibrary: Sendable {
  typealias Reference = UnsafeMutableRawPointer
  /// `GError **`.
  typealias Failure = UnsafeMutablePointer<UnsafeMutableRawPointer?>

  /// `RsvgLength`.
  struct Length {
    var value = 0.0
    var unit: Int32 = 0
  }
  /// `RsvgRectangle`.
  struct Rectangle {
    var x = 0.0
    var y = 0.0
    var width = 0.0
    var height = 0.0
  }

  let makeDocument: @convention(c) (UnsafePointer<UInt8>?, Int, Failure?) -> Reference?
  let setResolution: @convention(c) (Reference?, Double) -> Void
  let dimensions:
    @convention(c) (
      Reference?, UnsafeMutablePointer<Int32>?, UnsafeMutableRawPointer?, UnsafeMutablePointer<Int32>?,
      UnsafeMutableRawPointer?, UnsafeMutablePointer<Int32>?, UnsafeMutableRawPointer?
    ) -> Void
  let render: @convention(c) (Reference?, Reference?, UnsafeRawPointer?, Failure?) -> Int32
  let releaseObject: @convention(c) (Reference?) -> Void
  let releaseError: @convention(c) (Reference?) -> Void
  let makeSurface: @convention(c) (Int32, Int32, Int32) -> Reference?
  let surfaceStatus: @convention(c) (Reference?) -> Int32
  let flush: @convention(c) (Reference?) -> Void
  let pixels: @convention(c) (Reference?) -> UnsafeMutableRawPointer?
  let stride: @convention(c) (Reference?) -> Int32
  let releaseSurface: @convention(c) (Reference?) -> Void
  let makeContext: @convention(c) (Reference?) -> Reference?
  let scale: @convention(c) (Reference?, Double, Double) -> Void
  let releaseContext: @convention(c) (Reference?) -> Void
  /// Version of librsvg.
  let version: String

  /// The libraries of this machine, loaded once; nil if one is not there or too old.
  static let shared = SVGLibrary()

  private struct MissingFunction: Error {}

  private init?() {
    guard let svg = DynamicLibrary(names: DynamicLibrary.names("rsvg-2", version: 2)),
      let cairo = DynamicLibrary(names: DynamicLibrary.names("cairo", version: 2)),
      let objects = DynamicLibrary(names: DynamicLibrary.names("gobject-2.0", version: 0)),
      let glib = DynamicLibrary(names: DynamicLibrary.names("glib-2.0", version: 0))
    else { return nil }
    func function<Function>(_ library: DynamicLibrary, _ name: String) throws(MissingFunction) -> Function {
      guard let function: Function = library.function(name) else { throw MissingFunction() }
      return function
    }
    func number(_ name: String) -> UInt32 {
      let pointer: UnsafePointer<UInt32>? = svg.function(name)
      return pointer?.pointee ?? 0
    }
    do throws(MissingFunction) {
      makeDocument = try function(svg, "rsvg_handle_new_from_data")
      setResolution = try function(svg, "rsvg_handle_set_dpi")
      dimensions = try function(svg, "rsvg_handle_get_intrinsic_dimensions")
      render = try function(svg, "rsvg_handle_render_document")
      releaseObject = try function(objects, "g_object_unref")
      releaseError = try function(glib, "g_error_free")
      makeSurface = try function(cairo, "cairo_image_surface_create")
      surfaceStatus = try function(cairo, "cairo_surface_status")
      flush = try function(cairo, "cairo_surface_flush")
      pixels = try function(cairo, "cairo_image_surface_get_data")
      stride = try function(cairo, "cairo_image_surface_get_stride")
      releaseSurface = try function(cairo, "cairo_surface_destroy")
      makeContext = try function(cairo, "cairo_create")
      scale = try function(cairo, "cairo_scale")
      releaseContext = try function(cairo, "cairo_destroy")
    } catch {
      return nil
    }
    version =
      "\(number("rsvg_major_version")).\(number("rsvg_minor_version")).\(number("rsvg_micro_version"))"
  }
}
