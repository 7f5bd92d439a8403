internal import KilnExporting
internal import KilnTimeline

extension MovieReductionModel {
  /// The choices with the fewest pixels and pictures and the least of outlines, one for each coloring that may have the fewest
  /// bytes. They depend on no estimate of bitmaps' bytes, and so not on the budget.
  func smallestChoices(_ bounds: ReductionBounds) -> [MovieChoice] {
    let outlines = outlines.map { outline in
      let forms = outline.forms.filter { $0.rounding == 0 || !bounds.keepsQuality }
      return forms.min { outline.bytes(of: $0) < outline.bytes(of: $1) } ?? OutlineLadder.Form()
    }
    let holds = sequences.map { sequence in
      sequence.holds.indices.min { sequence.holds[$0].pictureCount < sequence.holds[$1].pictureCount } ?? 0
    }
    return BitmapLadder.smallestColorings.map { coloring in
      let bitmaps = groups.map { smallestForm(of: $0, coloring: coloring, bounds) }
      return MovieChoice(bitmaps: bitmaps, holds: holds, outlines: outlines)
    }
  }

  /// The form of a group with the fewest pixels, in a coloring if all of its bitmaps have that.
  private func smallestForm(of group: BitmapGroup, coloring: Int, _ bounds: ReductionBounds) -> BitmapLadder.Form {
    func isPossible(_ form: BitmapLadder.Form) -> Bool {
      bounds.allows(form) && group.images.allSatisfy { bitmaps[$0]?.loss(of: form) != nil }
    }
    var form = BitmapLadder.Form()
    form.scale =
      BitmapLadder.scales.indices.last { isPossible(BitmapLadder.Form(scale: $0)) } ?? 0
    let colored = BitmapLadder.Form(scale: form.scale, coloring: coloring)
    return isPossible(colored) ? colored : form
  }
}

extension SequenceLadder.Hold {
  /// Pictures that are left.
  fileprivate var pictureCount: Int { Set(sources).count }
}
