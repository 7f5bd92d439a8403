/// One form of every part of a movie.
struct MovieChoice: Hashable {
  /// By group.
  var bitmaps: [BitmapLadder.Form] = []
  /// Hold of each group, which decides which pictures of a sequence are shown: an index in `SequenceLadder.holds`.
  var holds: [Int] = []
  /// By sprite.
  var outlines: [OutlineLadder.Form] = []
}
