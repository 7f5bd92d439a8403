public import KilnDiagnostics

/// Finds what an animation needs beside its own file: images, fonts, and data that expressions read.
///
/// Programs replace it to serve assets from memory or a database. Called from the thread that bakes, once for each image
/// and each font of a document.
public protocol AssetLoader: Sendable {
  /// Whether images whose pixels are damaged are missing, too. Others are noticed when they are drawn.
  var checksImages: Bool { get }

  /// Bytes of an image file: PNG, JPEG, WebP, GIF, AVIF or SVG; nil if there is none.
  ///
  /// - Throws: An error for the caller if the image exists but cannot be read.
  func image(_ request: ImageRequest) throws(Diagnostic) -> [UInt8]?

  /// Bytes of a JSON file that expressions read; nil if there is none.
  ///
  /// - Throws: An error for the caller if the file exists but cannot be read.
  func data(folder: String, file: String) throws(Diagnostic) -> [UInt8]?

  /// Bytes of an image to draw instead of one that is not found or cannot be decoded: upright PNG, JPEG or WebP; nil to leave it
  /// out.
  ///
  /// - Throws: An error for the caller if an image is required but cannot be made.
  func placeholder(for request: ImageRequest) throws(Diagnostic) -> [UInt8]?

  /// A font for texts whose letters are not in the document; nil if there is none.
  func font(_ query: LottieFontQuery) -> (any LottieFontFace)?
}

extension AssetLoader {
  /// False.
  public var checksImages: Bool { false }

  /// Nil.
  public func data(folder: String, file: String) throws(Diagnostic) -> [UInt8]? { nil }

  /// Nil: images that are not found are left out.
  public func placeholder(for request: ImageRequest) throws(Diagnostic) -> [UInt8]? { nil }

  /// Nil.
  public func font(_ query: LottieFontQuery) -> (any LottieFontFace)? { nil }
}

/// An image that a document refers to and does not contain.
public struct ImageRequest: Sendable, Hashable {
  /// Folder as the document writes it, with a slash at its end; may be empty.
  public var folder: String
  /// File name as the document writes it.
  public var file: String
  /// Columns of the rectangle that the image fills, in pixels; 0 if the document does not say.
  public var width: Double
  /// Rows of that rectangle.
  public var height: Double

  /// A request.
  public init(folder: String, file: String, width: Double, height: Double) {
    self.folder = folder
    self.file = file
    self.width = width
    self.height = height
  }

  /// A request of a page of pictures that is beside a file.
  package init(page: String) { self.init(folder: "", file: page, width: 0, height: 0) }
}

/// Finds nothing: only what is in the file itself is drawn.
public struct NoAssets: AssetLoader {
  /// The loader.
  public init() {}

  /// Nil.
  public func image(_ request: ImageRequest) -> [UInt8]? { nil }
}
