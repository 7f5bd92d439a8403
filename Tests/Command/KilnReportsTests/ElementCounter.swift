import Foundation

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// Counts the elements of an XML file, and notes their names.
final class ElementCounter: NSObject, XMLParserDelegate {
  var counts: [String: Int] = [:]
  var names: [String] = []

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String]
  ) {
    counts[name, default: 0] += 1
    if let name = attributes["name"] { names.append(name) }
  }
}
