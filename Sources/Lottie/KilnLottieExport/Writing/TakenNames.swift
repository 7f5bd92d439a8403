/// Names that cannot be given again: IDs of assets, or names of files.
struct TakenNames: Sendable {
  private var names: Set<String>
  /// The next number to try after each name.
  private var numbers: [String: Int] = [:]

  init(_ names: some Sequence<String> = []) { self.names = Set(names) }

  /// Takes names that others give.
  mutating func formUnion(_ others: some Sequence<String>) { names.formUnion(others) }

  /// A name that was free, with a number if need be: `name`, `name_2`, `name_3`. It is taken from now on.
  ///
  /// - Parameters:
  ///   - separator: What is between name and number.
  ///   - suffix: Last part of each name, such as the extension of a file.
  mutating func free(_ name: String, separator: String = "_", suffix: String = "") -> String {
    if names.insert(name + suffix).inserted { return name + suffix }
    var number = numbers[name + suffix] ?? 2
    while !names.insert("\(name)\(separator)\(number)\(suffix)").inserted { number += 1 }
    numbers[name + suffix] = number + 1
    return "\(name)\(separator)\(number)\(suffix)"
  }
}
