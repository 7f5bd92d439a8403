import Foundation
import KilnImages
import KilnPixels
import KilnPNG
import KilnTestSupport

/// Small animations as text, written by hand.
enum Samples {
  /// Four frames of 20 × 10 pixels with a half transparent orange box from (5, 3) to (13, 7).
  static let box = #"""
    {"v":"5.7.0","fr":20,"ip":0,"op":4,"w":20,"h":10,"layers":[
      {"ty":1,"nm":"Box","ind":1,"ip":0,"op":4,"st":0,"sw":8,"sh":4,"sc":"#ff8000",
       "ks":{"p":{"k":[5,3,0]},"o":{"k":50}}}]}
    """#

  /// The box with an expression that throws.
  static let lossy = #"""
    {"v":"5.7.0","fr":20,"ip":0,"op":4,"w":20,"h":10,"layers":[
      {"ty":1,"nm":"Box","ind":1,"ip":0,"op":4,"st":0,"sw":8,"sh":4,"sc":"#ff8000",
       "ks":{"p":{"k":[5,3,0]},"o":{"k":50,"x":"var $bm_rt; $bm_rt = nothing.value;"}}}]}
    """#

  /// The box, which turns along its path.
  static let orientedBox = box.replacing(
    #""ks":{"p":{"k":[5,3,0]}"#,
    with: #""ao":1,"ks":{"p":{"a":1,"k":["#
      + #"{"t":0,"s":[5,3,0],"i":{"x":1,"y":1},"o":{"x":0,"y":0}},{"t":3,"s":[15,7,0]}]}"#)

  /// The box from frame 10 to frame 14.
  static let lateBox = box.replacing(#""ip":0,"op":4"#, with: #""ip":10,"op":14"#)

  /// A picture of 4 × 4 pixels that lies outside the file.
  static func photo(folder: String, file: String) -> String {
    #"""
    {"v":"5.7.0","fr":20,"ip":0,"op":2,"w":8,"h":8,
     "assets":[{"id":"i","w":4,"h":4,"u":"\#(folder)","p":"\#(file)","e":0}],
     "layers":[{"ty":2,"nm":"Photo","ind":1,"refId":"i","ip":0,"op":2,"st":0,"ks":{}}]}
    """#
  }

  /// A red PNG picture of 4 × 4 pixels.
  static func png() throws -> [UInt8] {
    try PNGEncoder.encode(Pixmap(width: 4, height: 4, pixels: Array(repeating: 0xFF00_00FF, count: 16)))
  }

  /// A new folder with some files in it, by name; removed when `body` is done.
  static func withFolder<Result>(_ files: [String: String], _ body: (String) throws -> Result) throws -> Result {
    try Fixture.withTemporaryFolder { folder in
      for (name, text) in files { try write(Array(text.utf8), folder + "/" + name) }
      return try body(folder)
    }
  }

  /// Writes a file, and makes the folders that it needs.
  static func write(_ bytes: [UInt8], _ path: String) throws {
    let url = URL(filePath: path)
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: url)
  }

  /// Makes a named pipe, and the folders that it needs: a command that is told to read it waits for somebody who writes.
  static func makePipe(_ path: String) throws {
    let folder = URL(filePath: path).deletingLastPathComponent()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    guard mkfifo(path, 0o600) == 0 else { throw POSIXError(.EEXIST) }
  }

  /// What a folder holds, in order; nothing if there is none.
  static func names(in folder: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
  }

  /// What a batch has put into a folder, in order, without what it remembers there.
  static func results(in folder: String) -> [String] { names(in: folder).filter { $0 != ".kiln-state" } }
}
