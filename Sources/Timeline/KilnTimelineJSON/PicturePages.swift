/// Pages that hold the images of a timeline, in files beside that of the timeline.
public struct PicturePages: Sendable, Hashable {
  /// A file of pixels.
  public struct Page: Sendable, Hashable {
    /// Name of the file, in the folder of the timeline file.
    public var file: String
    /// Width in pixels.
    public var width: Int
    /// Height in pixels.
    public var height: Int

    /// A page.
    public init(file: String, width: Int, height: Int) {
      self.file = file
      self.width = width
      self.height = height
    }
  }

  /// Location of an image of the timeline on a page.
  public struct Picture: Sendable, Hashable {
    /// Index of the page.
    public var page: Int
    /// Column of its first pixel.
    public var x: Int
    /// Row of its first pixel.
    public var y: Int

    /// A place on a page.
    public init(page: Int, x: Int, y: Int) {
      self.page = page
      self.x = x
      self.y = y
    }
  }

  /// The pages.
  public var pages: [Page]
  /// The place of each image of the timeline.
  public var pictures: [Picture]

  /// Pages with the images of a timeline.
  public init(pages: [Page], pictures: [Picture]) {
    self.pages = pages
    self.pictures = pictures
  }
}
