import KilnCompression

// Fixtures of the rules of state machines.

extension RuleFixture {
  /// A dotLottie with a state machine, in which some text is replaced.
  private static func dotLottie(
    _ replacements: [(String, String)] = [], manifest changed: String = manifest
  ) -> [UInt8] {
    var machine = machine
    for (old, new) in replacements { machine = machine.replacing(old, with: new) }
    var writer = ZipWriter()
    let document = lottie(more: #""markers":[{"cm":"in","tm":0,"dr":10}]"#)
    for (name, text) in [
      ("manifest.json", changed), ("a/main.json", document), ("t/dark.json", #"{"rules":[]}"#), ("s/tap.json", machine),
    ] {
      try? writer.add(name, Array(text.utf8))
    }
    return (try? writer.finish()) ?? []
  }

  private static let manifest =
    #"{"version":"2","animations":[{"id":"main"}],"themes":[{"id":"dark"}],"stateMachines":[{"id":"tap"}]}"#

  private static let machine = #"""
    {"initial":"idle","states":[
      {"type":"GlobalState","name":"any","transitions":[{"type":"Transition","toState":"gone","guards":[
        {"type":"Event","inputName":"leave"}]}]},
      {"type":"PlaybackState","name":"idle","animation":"","segment":"in","transitions":[
        {"type":"Transition","toState":"busy","guards":[
          {"type":"Numeric","inputName":"count","conditionType":"GreaterThan","compareTo":"@elapsedTime"}]},
        {"type":"Transition","toState":"gone"}]},
      {"type":"PlaybackState","name":"busy","animation":"main","transitions":[],
       "entryActions":[{"type":"SetTheme","value":"dark"}]},
      {"type":"PlaybackState","name":"gone","animation":"main","final":true,"transitions":[]}],
     "inputs":[{"type":"Numeric","name":"count","value":0},{"type":"Event","name":"leave"}],
     "interactions":[{"type":"OnComplete","stateName":"idle","actions":[{"type":"Increment","inputName":"count"}]}]}
    """#

  private static func rule(_ name: String, _ replacements: (String, String)...) -> RuleFixture {
    return RuleFixture("dotlottie.stateMachine." + name, badBytes: dotLottie(replacements), goodBytes: good)
  }

  private static let good = dotLottie()

  static let stateMachines: [RuleFixture] = [
    RuleFixture(
      "dotlottie.stateMachine.missing",
      badBytes: dotLottie(manifest: manifest.replacing(#"{"id":"tap"}"#, with: #"{"id":"tap"},{"id":"hover"}"#)),
      goodBytes: good),
    rule("invalid", (#""name":"busy","animation":"main""#, #""name":"busy""#)),
    rule("initial", (#""initial":"idle""#, #""initial":"start""#)),
    rule("state", (#""toState":"busy""#, #""toState":"bussy""#)),
    rule("duplicate", (#""name":"busy""#, #""name":"gone""#), (#""toState":"busy""#, #""toState":"gone""#)),
    rule("unreachable", (#""toState":"busy""#, #""toState":"idle""#)),
    rule("input", (#""inputName":"leave""#, #""inputName":"left""#)),
    rule("guard", (#""name":"busy","animation":"main","transitions":[]"#, twoWays)),
    rule("animation", (#""name":"busy","animation":"main""#, #""name":"busy","animation":"other""#)),
    rule("segment", (#""segment":"in""#, #""segment":"In""#)),
    rule("theme", (#""value":"dark""#, #""value":"dusk""#)),
  ]

  private static let twoWays = #"""
    "name":"busy","animation":"main","transitions":[{"type":"Transition","toState":"idle"},
    {"type":"Transition","toState":"gone"}]
    """#
}
