/// An error of a target, which ends the build before it starts.
struct PluginFailure: Error, CustomStringConvertible {
  var target: String
  var message: String

  var description: String { "\(target): \(message)" }
}
