import KilnFonts
import Testing

@Suite struct FontClassTests {
  @Test(arguments: [
    "Helvetica Neue", "HelveticaNeue-Bold", "Roboto", "SF Pro Text", "SFProText-Regular", "Inter", "Open Sans",
    "DejaVu Sans", "Century Gothic", "Microsoft Sans Serif", "sans", "sans-serif", "system-ui", "Acme Grotesk",
    "Libre Franklin", "DIN Next",
  ])
  func sansSerif(name: String) { #expect(FontClass(family: name) == .sansSerif) }

  @Test(arguments: [
    "Times", "TimesNewRomanPSMT", "Georgia", "EB Garamond", "PT Serif", "Roboto Slab", "DejaVu Serif", "New York",
    "Century Schoolbook", "serif", "Acme Antiqua",
  ])
  func serif(name: String) { #expect(FontClass(family: name) == .serif) }

  @Test(arguments: [
    "Courier New", "Menlo", "Consolas", "Roboto Mono", "SFMono-Regular", "Source Code Pro", "DejaVu Sans Mono",
    "Noto Serif Mono", "Lucida Console", "monospace",
  ])
  func monospaced(name: String) { #expect(FontClass(family: name) == .monospaced) }

  @Test(arguments: [
    "Pacifico", "Brush Script MT", "Dancing Script", "Comic Sans MS", "Patrick Hand", "Lucida Handwriting", "cursive",
    "Z003",
  ])
  func script(name: String) { #expect(FontClass(family: name) == .script) }

  @Test(arguments: ["", "-", "Qwzx", "Sfizia", "Dingo", "Emoji", "ä"]) func noneOfThem(name: String) {
    #expect(FontClass(family: name) == nil)
  }

  @Test func everyKnownFamilyIsInOneList() {
    let names = FontClass.familyNames.values.flatMap { $0.split(whereSeparator: \.isWhitespace) }
    #expect(names.count > 200)
    #expect(Set(names).count == names.count)
    #expect(names.allSatisfy { $0.allSatisfy { $0.isLowercase || $0.isNumber } })
  }
}
