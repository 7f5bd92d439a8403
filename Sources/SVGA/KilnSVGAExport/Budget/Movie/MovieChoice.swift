/// One form of every part of a movie.
struct MovieChoice: Hashable {
  /// By group.
  var bitmaps: [BitmapStudy.Form] = []
  /// By group: which pictures of a sequence are shown, an index in `SequenceStudy.holds`.
  var holds: [Int] = []
  /// By sprite.
  var outlines: [OutlineStudy.Form] = []
}
