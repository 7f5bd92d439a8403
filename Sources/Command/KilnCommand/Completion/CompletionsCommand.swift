internal import ArgumentParser

/// `kiln completions`, which prints a shell's script of completions.
struct CompletionsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "completions",
    abstract: "Print the script of completions for a shell.",
    usage: """
      source <(kiln completions bash)
      kiln completions bash > ~/.local/share/bash-completion/completions/kiln
      kiln completions zsh > ~/.zsh/completions/_kiln
      kiln completions fish > ~/.config/fish/completions/kiln.fish
      """,
    discussion: """
      The first example is for ~/.bashrc, or to try it. The others install it: make the folder first, and open a new shell. \
      The second one needs the package bash-completion. Zsh reads the folder if ~/.zshrc says \
      `fpath=(~/.zsh/completions $fpath)` before `autoload -U compinit && compinit`.
      """)

  @Argument(help: "The shell.")
  var shell: CompletionScript

  func run() throws { try StandardStreams.writeOutput(Array(shell.text.utf8)) }
}

/// A script for a shell. It asks `kiln complete` with the words up to the cursor, so that it is never out of date.
enum CompletionScript: String, ExpressibleByArgument, CaseIterable {
  case bash, zsh, fish

  /// Source of the script, in the shell's language.
  var text: String {
    switch self {
    case .bash: Self.forBash
    case .zsh: Self.forZsh
    case .fish: Self.forFish
    }
  }

  private static let forBash = #"""
    # Completion of kiln in bash.
    _kiln() {
      local typed="${COMP_WORDS[COMP_CWORD]}" quote="" current line
      case "$typed" in [\'\"]*) quote="${typed:0:1}" typed="${typed:1}" ;; esac
      current="$typed"
      [[ "$current" == "=" ]] && current=""
      COMPREPLY=()
      while IFS= read -r line; do
        case "$line" in
          :files) compopt -o filenames; while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -f -- "$current") ;;
          :folders) compopt -o filenames; while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -d -- "$current") ;;
          :open) compopt -o nospace ;;
          *) [[ -n "$quote" ]] || printf -v line '%q' "$line"; COMPREPLY+=("${line//\\,/,}") ;;
        esac
      done < <("${COMP_WORDS[0]}" complete bash "${COMP_WORDS[@]:1:COMP_CWORD-1}" "$typed" 2>/dev/null)
    }
    complete -F _kiln kiln

    """#

  private static let forZsh = #"""
    #compdef kiln
    # Completion of kiln in zsh.
    _kiln() {
      local line
      local -a found suffix
      for line in "${(@f)$("${words[1]}" complete zsh "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)}"; do
        case "$line" in
          :files) _files ;;
          :folders) _files -/ ;;
          :open) suffix=(-S '') ;;
          ?*) found+=("$line") ;;
        esac
      done
      (( $#found )) && compadd "${suffix[@]}" -a found
    }
    if [[ "$funcstack[1]" == "_kiln" ]]; then _kiln "$@"; else compdef _kiln kiln; fi

    """#

  private static let forFish = #"""
    # Completion of kiln in fish.
    function __kiln_complete
      set -l words (commandline -opc)
      # A quote that is open belongs to the shell.
      set -l current (string trim --left --chars "'\"" -- (commandline -ct))
      for line in ($words[1] complete fish $words[2..-1] "$current" 2>/dev/null)
        switch $line
          case ':files'
            __fish_complete_path "$current"
          case ':folders'
            __fish_complete_directories "$current"
          case ':*'
          case '*'
            echo $line
        end
      end
    end
    complete -c kiln -f -a '(__kiln_complete)'

    """#
}
