/// A day of the Gregorian calendar, as `until:` has it.
package struct ProjectDate: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// Number of the year.
  package let year: Int
  /// Number of the month, 1…12.
  package let month: Int
  /// Number of the day in the month, from 1.
  package let day: Int

  /// Reads a day, such as `2026-12-31`; nil if there is no such day.
  package init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.map(\.count) == [4, 2, 2], parts.allSatisfy({ $0.allSatisfy { $0.isASCII && $0.isNumber } }),
      let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]), (1...12).contains(month), year > 0
    else { return nil }
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    guard (1...days[month - 1]).contains(day) else { return nil }
    (self.year, self.month, self.day) = (year, month, day)
  }

  /// The day in UTC of a time.
  ///
  /// - Parameter seconds: Seconds since the start of 1970; those before count as the first day.
  package init(secondsSince1970 seconds: Int) {
    // Days are counted from 1 March of year 0, so that leap days are the last ones of their years (civil_from_days).
    let days = max(0, min(seconds / 86_400, 2_000_000)) + 719_468
    let era = days / 146_097
    let dayOfEra = days % 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * shifted + 2) / 5 + 1
    month = shifted < 10 ? shifted + 3 : shifted - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// The order of time.
  package static func < (a: ProjectDate, b: ProjectDate) -> Bool {
    (a.year, a.month, a.day) < (b.year, b.month, b.day)
  }

  /// The day as ISO 8601 writes it.
  package var description: String {
    func padded(_ number: Int, _ width: Int) -> String {
      let text = String(number)
      return String(repeating: "0", count: max(0, width - text.count)) + text
    }
    return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
  }
}
