internal import KilnDiagnostics
internal import KilnRuleEngine

// Features of layers and time that not all players have.

extension Rule {
  static let playerAutoOrient = Rule(
    "player.autoOrient", .warning, .approximated,
    "A layer turns along its motion path.",
    why: "In players without auto-orientation it keeps its rotation.",
    remedy: "In After Effects, turn off Layer › Transform › Auto-Orient, and set keyframes for the rotation.")
  static let playerSkew = Rule(
    "player.skew", .note, .approximated,
    "A layer or group is skewed.",
    why: "In players without skew it is drawn upright.",
    remedy: "In After Effects, skew the path itself, or rotate and scale nested layers.")
  static let playerThreeD = Rule(
    "player.threeD", .warning, .approximated,
    "A layer is rotated out of the plane.",
    why: "Players draw it without perspective, or flat.",
    remedy: "In After Effects, turn the 3D switch of the layer off, and imitate the turn with scale and skew.")
  static let playerCamera = Rule(
    "player.camera", .error, .dropped,
    "The animation has a camera.",
    why: "lottie-web shows nothing at all of such a file; other players ignore the camera.",
    remedy: "In After Effects, delete the camera, and animate the layers instead.")
  static let playerMotionBlur = Rule(
    "player.motionBlur", .note, .approximated,
    "A layer has motion blur.",
    why: "Players draw it sharp.",
    remedy: "In After Effects, turn motion blur off, so that the preview shows what players show.")
  static let playerImages = Rule(
    "player.images", .warning, .rejected,
    "The animation has an image layer.",
    why: "Some stores do not accept images.",
    remedy: "In After Effects, trace the image to shapes.")
  static let playerSolids = Rule(
    "player.solids", .note, .rejected,
    "The animation has a solid layer.",
    why: "Telegram does not accept solids.",
    remedy: "In After Effects, use a shape layer with a rectangle.")
  static let playerTimeStretch = Rule(
    "player.timeStretch", .note, .rejected,
    "A layer is stretched in time.",
    why: "Telegram does not accept time stretch.",
    remedy: "In After Effects, pre-compose the layer and set keyframes in their final time.")
  static let playerTimeRemap = Rule(
    "player.timeRemap", .note, .rejected,
    "A layer has time remapping.",
    why: "Telegram does not accept time remapping.",
    remedy: "In After Effects, pre-compose the layer and set keyframes in their final time.")
  static let playerAudio = Rule(
    "player.audio", .warning, .dropped,
    "The animation has sound.",
    why: "Most players play no sound.",
    remedy: "Ship the sound beside the animation, and let the app play both.")
  static let playerLayerStyles = Rule(
    "player.layerStyles", .warning, .dropped,
    "A layer has layer styles.",
    why: "Players draw it without shadow, glow, bevel and overlay.",
    remedy: "In After Effects, delete the styles, and draw them as shapes.")
}

extension ValidationRule {
  /// The rules of layers and time, each with its feature of the support table.
  static let layerFeatures = [
    player(.playerAutoOrient, "autoOrient"),
    player(.playerSkew, "skew"),
    player(.playerThreeD, "threeD"),
    player(.playerCamera, "camera"),
    player(.playerMotionBlur, "motionBlur"),
    player(.playerImages, "images"),
    player(.playerSolids, "solids"),
    player(.playerTimeStretch, "timeStretch"),
    player(.playerTimeRemap, "timeRemap"),
    player(.playerAudio, "audio"),
    player(.playerLayerStyles, "layerStyles"),
  ]
}
