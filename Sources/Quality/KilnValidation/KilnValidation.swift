// A program that validates files imports this module alone: these have types that it shows.
@_exported public import KilnLottieRules
@_exported public import KilnPlayers
@_exported public import KilnRuleEngine
