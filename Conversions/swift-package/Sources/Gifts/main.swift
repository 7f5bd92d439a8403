for animation in Animations.allCases {
  let size = "\(animation.width) × \(animation.height) px"
  let keys = animation.imageKeys.joined(separator: ", ")
  print(animation.fileName, size, "\(animation.duration) s", keys, animation.url.path, separator: " | ")
}
