import Hummingbird

/// Settings by variables of the environment.
struct Settings {
  /// `HOST`: address to listen on.
  var host = "127.0.0.1"
  /// `PORT`: 0 for any that is free, which the first line of the log names.
  var port = 8080
  /// `WIDTH`: conversions that run at the same time; nil for one for each processor.
  var width: Int?
  /// `QUEUE`: conversions that wait; more are answered with 429.
  var queue = 64
  /// `UPLOAD_MB`: bytes of one upload, at most.
  var uploadBytes = 20 << 20
  /// `UPLOADS_MB`: bytes of all uploads that are held at a time; more are answered with 429.
  var heldBytes = 256 << 20

  init(_ environment: Environment) throws {
    host = environment.get("HOST") ?? host
    port = try Self.number("PORT", environment) ?? port
    width = try Self.number("WIDTH", environment)
    queue = try Self.number("QUEUE", environment) ?? queue
    uploadBytes = try Self.number("UPLOAD_MB", environment).map { $0 << 20 } ?? uploadBytes
    heldBytes = try Self.number("UPLOADS_MB", environment).map { $0 << 20 } ?? heldBytes
  }

  private static func number(_ name: String, _ environment: Environment) throws -> Int? {
    guard let text = environment.get(name) else { return nil }
    guard let number = Int(text), 0...65535 ~= number else {
      throw Invalid(description: "\(name)=\(text) is no number from 0 to 65535")
    }
    return number
  }

  struct Invalid: Error, CustomStringConvertible {
    let description: String
  }
}
