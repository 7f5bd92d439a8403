import KilnCompression
import KilnTestSupport

/// A dotLottie with two animations, two themes and two state machines, written by hand.
enum DotLottieSample {
  /// Twelve frames in which a box of one colour is seen, then one of another: red, green and blue for four frames each,
  /// which are the markers in, on and out. The canvas has 8 × 4 pixels.
  static let button = #"""
    {"v":"5.7.0","fr":20,"ip":0,"op":12,"w":8,"h":4,
     "markers":[{"cm":"in","tm":0,"dr":4},{"cm":"on","tm":4,"dr":4},{"cm":"out","tm":8,"dr":40}],
     "slots":{"first":{"p":{"a":0,"k":[1,0,0,1]}}},"layers":[
      {"ty":4,"nm":"In","ind":1,"ip":0,"op":4,"st":0,"ks":{},"shapes":[{"ty":"gr","it":[
       {"ty":"rc","p":{"k":[4,2]},"s":{"k":[8,4]},"r":{"k":0}},
       {"ty":"fl","c":{"k":[1,0,0,1],"sid":"first"},"o":{"k":100}},{"ty":"tr"}]}]},
      {"ty":1,"nm":"On","ind":2,"ip":4,"op":8,"st":0,"sw":8,"sh":4,"sc":"#00ff00","ks":{}},
      {"ty":1,"nm":"Out","ind":3,"ip":8,"op":12,"st":0,"sw":8,"sh":4,"sc":"#0000ff","ks":{}}]}
    """#

  /// Two frames of white.
  static let other = #"""
    {"v":"5.7.0","fr":20,"ip":0,"op":2,"w":8,"h":4,"layers":[
      {"ty":1,"nm":"All","ind":1,"ip":0,"op":2,"st":0,"sw":8,"sh":4,"sc":"#ffffff","ks":{}}]}
    """#

  static let manifest = #"""
    {"version":"2","animations":[{"id":"button","initialTheme":"grey"},{"id":"other"}],
     "themes":[{"id":"grey"},{"id":"black"}],"stateMachines":[{"id":"press"},{"id":"more"}],
     "initial":{"animation":"button","stateMachine":"press"}}
    """#

  /// The theme of a colour, of which each component has the same value.
  static func theme(_ level: Double) -> String {
    #"{"rules":[{"id":"first","type":"Color","value":[\#(level),\#(level),\#(level),1]}]}"#
  }

  static let press = #"""
    {"initial":"start","states":[
      {"type":"GlobalState","name":"any","transitions":[{"type":"Transition","toState":"end","guards":[
        {"type":"Event","inputName":"leave"}]}]},
      {"type":"PlaybackState","name":"start","animation":"","segment":"in","mode":"Bounce","transitions":[
        {"type":"Tweened","toState":"hot/on","duration":0.5,"easing":[0,0,1,1],"guards":[
          {"type":"Numeric","inputName":"count","conditionType":"GreaterThan","compareTo":2},
          {"type":"Boolean","inputName":"open","conditionType":"NotEqual","compareTo":"$open"}]}]},
      {"type":"PlaybackState","name":"hot/on","animation":"button","segment":"on","loop":true,"speed":2,"mode":"Reverse",
       "transitions":[]},
      {"type":"PlaybackState","name":"end","animation":"button","segment":"out","final":true,"transitions":[]}],
     "inputs":[{"type":"Numeric","name":"count","value":0},{"type":"Boolean","name":"open","value":false},
      {"type":"Event","name":"leave"}],
     "interactions":[{"type":"OnComplete","stateName":"start","actions":[{"type":"Increment","inputName":"count"}]}]}
    """#

  static let more = #"""
    {"initial":"end","states":[
      {"type":"PlaybackState","name":"end","animation":"other","transitions":[{"type":"Transition","toState":"dark"}]},
      {"type":"PlaybackState","name":"dark","animation":"button","segment":"in","loop":true,"loopCount":3,
       "transitions":[],"entryActions":[{"type":"SetTheme","value":"black"}]}]}
    """#

  static func bytes(press: String = press, more: String = more) throws -> [UInt8] {
    var writer = ZipWriter()
    let files = [
      ("manifest.json", manifest), ("a/button.json", button), ("a/other.json", other), ("t/grey.json", theme(0.5)),
      ("t/black.json", theme(0)), ("s/press.json", press), ("s/more.json", more),
    ]
    for (name, text) in files { try writer.add(name, Array(text.utf8)) }
    return try writer.finish()
  }

  /// A folder with the file `set.lottie`.
  static func withFolder<Result>(press: String = press, _ body: (String) throws -> Result) throws -> Result {
    try Fixture.withTemporaryFolder { folder in
      try Samples.write(bytes(press: press), folder + "/set.lottie")
      return try body(folder)
    }
  }
}
