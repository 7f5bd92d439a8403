// snippet.portable
import Kiln
import KilnPlayers

// snippet.hide
func makeLottie(_ samples: Samples) async throws {
  let path = samples.orbit
  // snippet.show
  let orbit = try await AnimationFile(path: path)
  let players = [try Target("lottie-ios"), try Target("lottie-android")]
  let result = try await orbit.convert(
    to: .lottie {
      $0.targets = players
      $0.tolerance = 0.1
    }, name: "portable")
  for finding in result.findings where finding.rule.severity > .note { print(finding) }
  // snippet.end
  // snippet.compare
  let portable = try await AnimationFile(result.files[0].bytes)
  print(try await portable.compare(with: orbit).similarity)
  // snippet.end
  var size = Conversion.Options()
  (size.width, size.frameRate) = (64, 10)
  try samples.write(try await portable.convert(to: .apng, options: size).files[0], as: "Kiln/orbit")
}
