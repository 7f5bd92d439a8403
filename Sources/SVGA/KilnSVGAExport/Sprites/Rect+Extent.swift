internal import KilnGeometry

extension Rect {
  /// The largest coordinate of any point, without sign.
  var farthestCoordinate: Double { isEmpty ? 0 : max(abs(minX), abs(minY), abs(maxX), abs(maxY)) }
}
