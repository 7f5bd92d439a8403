/// Class of a font family. A missing family is replaced by another one of its class.
package enum FontClass: String, Sendable, Hashable, CaseIterable {
  case sansSerif = "sans-serif"
  case serif
  case monospaced
  /// Handwriting and calligraphy.
  case script
}

extension FontClass {
  /// The class indicated by a family's name; nil if it is unknown.
  ///
  /// Words such as `Mono` and `Slab` take precedence over the known family, so that `Roboto Mono` and `Roboto Slab` are
  /// not sans-serif.
  package init?(family name: String) {
    let words = Self.words(of: name)
    // `Sans Serif` is not a serif font.
    let isSansSerif = words.contains("sans") && words.contains("serif")
    if let telling = Self.class(of: words, in: Self.strongWords), !(telling == .serif && isSansSerif) {
      self = telling
    } else if let known = Self.knownFamily(words) ?? Self.class(of: words, in: Self.weakWords) {
      self = known
    } else {
      return nil
    }
  }

  /// Splits a name into lower-case words: `SFProText-Bold` gives `sf`, `pro`, `text`, `bold`.
  private static func words(of name: String) -> [String] {
    var words: [String] = []
    var word = ""
    var last: Character = " "
    let characters = Array(name)
    for (index, character) in characters.enumerated() {
      let isNext = index + 1 < characters.count && characters[index + 1].isLowercase
      if character.isUppercase, last.isLowercase || last.isUppercase && isNext, !word.isEmpty {
        words.append(word)
        word = ""
      }
      if character.isLetter || character.isNumber {
        word += character.lowercased()
      } else if !word.isEmpty {
        words.append(word)
        word = ""
      }
      last = character
    }
    return word.isEmpty ? words : words + [word]
  }

  private static func `class`(of words: [String], in table: [FontClass: Set<String>]) -> FontClass? {
    // In order of precedence: `Serif Mono` is monospaced.
    [FontClass.monospaced, .script, .serif, .sansSerif].first { !(table[$0] ?? []).isDisjoint(with: words) }
  }

  /// The class of the longest known family name that is a prefix of a name.
  private static func knownFamily(_ words: [String]) -> FontClass? {
    let name = words.joined()
    for length in stride(from: name.count, to: 0, by: -1) {
      // Short names must be whole words: `SF`, but not `Sfizia`.
      guard length >= 4 || words.first?.count == length else { continue }
      if let known = families[String(name.prefix(length))] { return known }
    }
    return nil
  }

  // MARK: - Tables

  /// Words that take precedence over known families.
  private static let strongWords: [FontClass: Set<String>] = [
    .monospaced: ["mono", "monospace", "monospaced", "code", "console", "fixed", "typewriter", "terminal"],
    .script: ["script", "hand", "handwriting", "handwritten", "handwrite", "brush", "cursive", "calligraphy"],
    .serif: ["serif", "slab"],
  ]

  /// Words that apply only to unknown families.
  private static let weakWords: [FontClass: Set<String>] = [
    .sansSerif: ["sans", "gothic", "grotesk", "grotesque", "grot", "ui", "heiti"],
    .serif: ["roman", "antiqua", "mincho", "ming", "songti", "song"],
    .script: ["signature", "marker", "chancery", "dancing"],
  ]

  /// Known families by name, in lower case without spaces.
  private static let families: [String: FontClass] = {
    var families: [String: FontClass] = [:]
    for (fontClass, names) in familyNames {
      for name in names.split(whereSeparator: \.isWhitespace) { families[String(name)] = fontClass }
    }
    return families
  }()

  /// Known families of each class, except those that the words above classify.
  package static let familyNames: [FontClass: String] = [
    .sansSerif: """
    airbnbcereal aktivgrotesk akzidenz anton archivo arial asap assistant avenir avantgarde baloo barlow bebas
    brandon cabin calibri candara centurygothic cerebri circular comfortaa corbel din dosis encode exo
    figtree firasans franklin frutiger fredoka futura geneva gilroy gillsans gotham graphik hankengrotesk
    heebo helvetica hind hiraginokaku hiraginosans impact inter josefin jost kanit karla lato lexend librefranklin
    lucida lucidagrande lucidasans malgun manrope microsoftyahei montserrat mukta mulish museo myriad neuehaas nexa
    nimbussans nunito opensans optima oswald outfit overpass oxygen pingfang pingfangsc plusjakarta poppins
    product prompt proxima quicksand raleway roboto rubik sarabun segoe segoeui sf sfcompact sfpro sanfrancisco sofia
    sora sourcehansans sourcesans stheiti stolzl syne tahoma teko titillium trebuchet ubuntu univers urbanist urwgothic
    varela verdana worksans yahei
    """,
    .serif: """
    abril arno arvo baskerville bembo bitter bodoni bookman bookantiqua c059 cambria cardo caslon century charter
    cinzel cochin constantia cormorant crimson didot domine ebgaramond garamond georgia goudy hiraginomincho hoefler
    libre librebaskerville librecaslon lora lucidabright lucidafax merriweather minion newyork nimbusroman noticia
    p052 palatino perpetua plantin playfair prata recoleta rockwell sabon simsun stsong tiempos times tinos trajan
    urwbookman utopia vollkorn zilla
    """,
    .monospaced: """
    andale anonymous cascadia consolas courier cousine fixedsys hack inconsolata iosevka
    jetbrains lettergothic menlo monaco nimbusmono ocra terminus
    """,
    .script: """
    alexbrush allura amatic bradley caveat chalkboard chalkduster comic cookie courgette dancingscript edwardian
    freestyle gloria gochi greatvibes indieflower inkfree kalam kaushan lobster marckscript markerfelt mistral
    noteworthy pacifico parisienne permanentmarker pinyon rocksalt sacramento satisfy segoeprint shadowsinto snell
    tangerine vladimir yellowtail z003 zapfchancery zapfino
    """,
  ]
}
