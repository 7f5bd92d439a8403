public import KilnDiagnostics
public import KilnTimeline
internal import KilnTimelineJSON

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A page that plays animations and shows what they are made of. It needs nothing else, and allows itself no request.
public struct PreviewPage: Sendable {
  /// Content that a page shows of an animation.
  public enum Content: Sendable {
    /// Sprites that the page draws.
    case timeline(Timeline)
    /// A video that the browser decodes.
    case video(PreviewVideo)
  }

  /// One animation of the page.
  public struct Animation: Sendable {
    /// Name of the animation.
    public var name: String
    /// Sprites or video that the page shows.
    public var content: Content
    /// Bytes of its file.
    public var bytes: Int
    /// Findings of reading it.
    public var findings: [DiagnosticReport]

    /// An animation to look at.
    public init(name: String, _ content: Content, bytes: Int, findings: [DiagnosticReport] = []) {
      self.name = name
      self.content = content
      self.bytes = bytes
      self.findings = findings
    }
  }

  /// Version of Kiln.
  public var kiln: String
  /// The animations in order; with two or more the page compares the first two.
  public var animations: [Animation]
  /// Whether the page asks its server for the state of its files, and loads itself again when they have changed.
  public var reloads = false

  /// A page of animations.
  public init(kiln: String, animations: [Animation]) {
    self.kiln = kiln
    self.animations = animations
  }

  /// The page as a file.
  public var html: [UInt8] {
    var page = Array(head.utf8)
    page += body
    for animation in animations { page += Self.script(of: animation) }
    page += "<script>\n".utf8
    for script in scripts { page += script }
    page += "</script>\n</body>\n</html>\n".utf8
    return page
  }

  /// What the page runs, the file that starts it last.
  private var scripts: [[UInt8]] {
    [PackageResources.player_js, PackageResources.layers_js, PackageResources.compare_js]
      + (hasVideo ? [PackageResources.video_js] : []) + (reloads ? [PackageResources.live_js] : []) + [
        PackageResources.page_js
      ]
  }

  private var hasVideo: Bool {
    animations.contains { if case .video = $0.content { true } else { false } }
  }

  private var title: String { HTMLText.escaped(animations.map(\.name).joined(separator: ", ")) }

  private var head: String {
    let policy =
      "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data: blob:"
      + (hasVideo ? "; media-src blob:" : "") + (reloads ? "; connect-src 'self'" : "")
    return """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="\(policy)">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <meta name="generator" content="kiln \(HTMLText.escaped(kiln))">
      <title>\(title), Kiln</title>
      <link rel="icon" href="data:,">
      <style>
      \(String(decoding: PackageResources.page_css, as: UTF8.self))</style>
      </head>
      <body>

      """
  }

  private var body: [UInt8] {
    let text = String(decoding: PackageResources.page_html, as: UTF8.self)
    guard let mark = text.firstRange(of: "TITLE") else { return Array(text.utf8) }
    return Array((text[..<mark.lowerBound] + title + text[mark.upperBound...]).utf8)
  }

  /// An animation as data in the page. Thousandths of a pixel are enough for looking at it.
  private static func script(of animation: Animation) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    let name = (try? encoder.encode(animation.name)) ?? Data("\"\"".utf8)
    let findings = (try? encoder.encode(animation.findings.map(\.bounded))) ?? Data("[]".utf8)
    var json: [UInt8] = Array("{\"name\":".utf8) + name
    json += ",\"bytes\":\(animation.bytes),\"findings\":".utf8
    json += findings
    switch animation.content {
    case .timeline(let timeline):
      json += ",\"timeline\":".utf8
      json += TimelineJSON.bytes(of: timeline, decimals: 3)
    case .video(let video):
      json += ",\"video\":".utf8
      json += (try? encoder.encode(video)) ?? Data("null".utf8)
    }
    json += "}".utf8
    return Array("<script type=\"application/json\">".utf8) + withoutMarkup(json) + "</script>\n".utf8
  }

  /// JSON in which no text can end the element that holds it.
  private static func withoutMarkup(_ json: [UInt8]) -> [UInt8] {
    guard json.contains(UInt8(ascii: "<")) else { return json }
    var escaped: [UInt8] = []
    escaped.reserveCapacity(json.count + 64)
    for byte in json {
      if byte == UInt8(ascii: "<") { escaped += "\\u003c".utf8 } else { escaped.append(byte) }
    }
    return escaped
  }
}
