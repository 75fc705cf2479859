/** The shells of `vdt completion`. */
export const SHELLS = ["bash", "zsh", "fish"] as const;
export type Shell = (typeof SHELLS)[number];

/** Scripts that ask `vdt complete` for candidates, one a line: the word, a tab and its summary. */
export const SHELL_SCRIPTS: Readonly<Record<Shell, string>> = {
  bash: `# Load it with: source <(vdt completion bash)
_vdt() {
  local line
  COMPREPLY=()
  while IFS= read -r line; do
    COMPREPLY+=("\${line%%$'\\t'*}")
  done < <("\${COMP_WORDS[0]}" complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o default -F _vdt vdt`,
  zsh: `#compdef vdt
# Load it with: source <(vdt completion zsh)
_vdt() {
  local line
  local -a candidates
  for line in "\${(@f)$("\${words[1]}" complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
    [[ -n $line ]] && candidates+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}")
  done
  if (( \${#candidates} )); then _describe 'vdt' candidates; else _files; fi
}
compdef _vdt vdt`,
  fish: `# Load it with: vdt completion fish | source
function __vdt_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    set -g __vdt_candidates ($words[1] complete -- $words[2..-1] $current 2>/dev/null)
    test (count $__vdt_candidates) -gt 0
end
complete -c vdt -f -n __vdt_complete -a '$__vdt_candidates'`,
};
