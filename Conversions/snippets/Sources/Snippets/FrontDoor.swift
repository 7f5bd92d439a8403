// snippet.convert
import Kiln

// snippet.hide
func frontDoor(_ samples: Samples) async throws {
  let path = samples.badge
  let folder = samples.output
  // snippet.show
  let badge = try await AnimationFile(path: path)
  let result = try await badge.convert(to: .svga, name: "badge")
  for file in result.files { try Files.write(file.bytes, to: folder + "/" + file.name) }
  for finding in result.findings { print(finding) }
  // snippet.end
  try await look(badge)
  try await draw(badge, samples)
  try await change(samples)
  try await listen(badge)
  await cancel(badge)
  Files.remove(folder + "/badge.svga")
}

private func look(_ badge: AnimationFile) async throws {
  // snippet.look
  let info = badge.info
  print(info.format, info.canvas.width, info.canvas.height, info.frameRate, info.frameCount)
  for layer in try await badge.layers() { print(layer.keyPath, layer.type) }
  for key in try await badge.keys() { print(key.key) }
  // snippet.end
}

private func draw(_ badge: AnimationFile, _ samples: Samples) async throws {
  // snippet.draw
  let pictures = try await badge.frames(at: [0, 15, 30, 45], width: 120)
  // snippet.end
  precondition(pictures.allSatisfy { $0.width == 120 }, "pictures have the width that was asked for")
  // snippet.shrink
  var options = Conversion.Options()
  options.width = 64
  options.frameRate = 10
  let small = try await badge.convert(to: .apng { $0.loopCount = 0 }, options: options)
  // snippet.end
  try samples.write(small.files[0], as: "Kiln/badge")
}

private func change(_ samples: Samples) async throws {
  let path = samples.plane
  // snippet.change
  let plane = try await AnimationFile(path: path)
  let bare = try await plane.reopened { options in
    options.overrides.hidden = [KeyPathPattern("Sky")].compactMap(\.self)
    options.overrides.isMuted = true
  }
  let comparison = try await bare.compare(with: plane)
  print(comparison.similarity)
  // snippet.end
}

private func listen(_ badge: AnimationFile) async throws {
  // snippet.listen
  for try await event in badge.conversion(to: .webp) {
    switch event {
    case .progress(let update): print(update.activity, update.completed, "of", update.total)
    case .finding(let finding): print(finding)
    case .result(let result): print(result.files[0].bytes.count, "bytes")
    }
  }
  // snippet.end
}

private func cancel(_ badge: AnimationFile) async {
  // snippet.cancel
  let task = Task { try await badge.convert(to: .webp) }
  task.cancel()
  let error = await task.result.failure
  print((error as? Diagnostic)?.failureKind == .cancelled)
  // snippet.end
}

extension Result {
  fileprivate var failure: Failure? {
    if case .failure(let error) = self { error } else { nil }
  }
}
