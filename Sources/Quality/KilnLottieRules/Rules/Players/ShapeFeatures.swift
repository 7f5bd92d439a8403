package import KilnDiagnostics
internal import KilnRuleEngine

// Features of shapes, strokes and gradients that not all players have.

extension Rule {
  package static let playerMergePaths = Rule(
    "player.mergePaths", .warning, .approximated,
    "Merge Paths joins or cuts paths.",
    why: "In players that do not merge, holes and cut-outs are filled.",
    remedy: "In After Effects, merge the paths in Illustrator, or draw the result as one path; then delete "
      + "Merge Paths.")
  static let playerRepeater = Rule(
    "player.repeater", .warning, .dropped,
    "A Repeater makes copies.",
    why: "In players without it only the original is seen.",
    remedy: "In After Effects, duplicate the group by hand and delete the Repeater.")
  static let playerOffsetPath = Rule(
    "player.offsetPath", .warning, .approximated,
    "Offset Paths moves an outline outwards or inwards.",
    why: "In players without it the outline keeps its size.",
    remedy: "In After Effects, draw the outline at its final size, or use a wider stroke.")
  static let playerPuckerBloat = Rule(
    "player.puckerBloat", .warning, .approximated,
    "Pucker & Bloat distorts an outline.",
    why: "In players without it the outline is not distorted.",
    remedy: "In After Effects, animate the path itself instead.")
  static let playerZigZag = Rule(
    "player.zigZag", .warning, .approximated,
    "Zig Zag puts ridges on an outline.",
    why: "In players without it the outline is smooth.",
    remedy: "In After Effects, draw the ridges into the path.")
  static let playerTwist = Rule(
    "player.twist", .warning, .approximated,
    "Twist turns an outline around its centre.",
    why: "No player draws it.",
    remedy: "In After Effects, animate the path itself instead.")
  static let playerRoundCorners = Rule(
    "player.roundCorners", .note, .approximated,
    "Round Corners rounds the corners of paths.",
    why: "Some players round rectangles only.",
    remedy: "In After Effects, use the roundness of the rectangle, or draw round corners into the path.")
  static let playerPolystar = Rule(
    "player.polystar", .warning, .rejected,
    "A star or polygon is drawn with its parameters.",
    why: "Some stores do not accept it.",
    remedy: "In After Effects, right-click the Polystar Path and choose Convert To Bezier Path.")
  static let playerGroupSkew = Rule(
    "player.groupSkew", .warning, .approximated,
    "A group of shapes is skewed.",
    why: "Players without skew draw it upright.",
    remedy: "In After Effects, skew the paths themselves, and set the group's skew to 0.")
  static let playerStrokes = Rule(
    "player.strokes", .warning, .exact,
    "A path has a stroke.",
    why: "The profile of Wear OS warns of strokes: the outlines of those that move are computed anew in every frame.",
    remedy: "In After Effects or Illustrator, convert the stroke to a filled outline, if frames are dropped on watches."
  )
  static let playerDashes = Rule(
    "player.dashes", .warning, .rejected,
    "A stroke is dashed.",
    why: "Some stores do not accept it.",
    remedy: "In After Effects, draw the dashes as paths.")
  static let playerGradientStroke = Rule(
    "player.gradientStroke", .warning, .rejected,
    "A stroke has a gradient.",
    why: "Some stores do not accept it.",
    remedy: "In After Effects, use a stroke of one colour.")
  static let playerGradientHighlight = Rule(
    "player.gradientHighlight", .note, .approximated,
    "A radial gradient has a highlight that is not at its centre.",
    why: "Players without it draw the gradient around its centre.",
    remedy: "In After Effects, set Highlight Length to 0 and move the start point instead.")
  static let playerHiddenItems = Rule(
    "player.hiddenItems", .warning, .approximated,
    "A group or shape that is hidden in After Effects is in the file.",
    why: "lottie-web draws it all the same.",
    remedy: "In After Effects, delete hidden groups before the export.")
}

extension ValidationRule {
  /// The rules of shapes, strokes and gradients, each with its feature of the support table.
  static let shapeFeatures = [
    player(.playerMergePaths, "mergePaths"),
    player(.playerRepeater, "repeater"),
    player(.playerOffsetPath, "offsetPath"),
    player(.playerPuckerBloat, "puckerBloat"),
    player(.playerZigZag, "zigZag"),
    player(.playerTwist, "twist"),
    player(.playerRoundCorners, "roundCorners"),
    player(.playerPolystar, "polystar"),
    player(.playerGroupSkew, "groupSkew"),
    player(.playerStrokes, "strokes"),
    player(.playerDashes, "dashes"),
    player(.playerGradientStroke, "gradientStroke"),
    player(.playerGradientHighlight, "gradientHighlight"),
    player(.playerHiddenItems, "hiddenItems"),
  ]
}
