package import KilnDiagnostics

// Images that apps replace: a project says which there must be, how large, and the form of their keys.

extension Rule {
  package static let slotMissing = Rule(
    "policy.slot.missing", .error, .exact,
    "An image that the app replaces is not in the animation.",
    why: "The app has nowhere to put its picture or text, and shows the animation without it.",
    remedy: "In After Effects, add footage with that name and use it in a layer; in SVGA the name is the sprite's key.")
  package static let slotSize = Rule(
    "policy.slot.size", .error, .exact,
    "An image that the app replaces has not the size that was agreed.",
    why: "The app's picture is stretched, cut or not sharp.",
    remedy: "In After Effects, replace the footage by a picture of that size and scale the layer instead.")
  package static let nameKey = Rule(
    "policy.name.key", .error, .exact,
    "The key by which apps replace an image has not the form that the project demands.",
    why: "An app that asks for another key shows the designer's image instead of its own.",
    remedy: "In After Effects, rename the footage in the Project panel; of SVGA, `kiln convert --key OLD=NEW` does it.")
}

/// Result of looking up a slot by its name.
package enum SlotState {
  case missing, unused, withoutSize
  case image(width: Double, height: Double)
}

extension FindingCollector {
  /// Checks the images that a project demands.
  package func checkSlots(_ find: (String) -> SlotState) {
    for (name, size) in options.demands.slots.sorted(by: { $0.key < $1.key }) {
      switch find(name) {
      case .missing: report(.slotMissing, "there is no image “\(name)” that apps could replace")
      case .unused: report(.slotMissing, "no layer shows the image “\(name)”")
      case .withoutSize: continue
      case .image(let width, let height):
        guard !size.matches(width: width, height: height) else { continue }
        report(
          .slotSize,
          "“\(name)” is \(width.shortDescription) × \(height.shortDescription) px, not \(size.title)")
      }
    }
  }
}
