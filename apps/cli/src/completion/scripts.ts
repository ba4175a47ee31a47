/** A shell completes file names where the command has no candidates. */
export const COMPLETION_SCRIPTS = {
  bash: `# Load it with: source <(outreach completion bash)
_outreach() {
  local IFS=$'\\n'
  COMPREPLY=($(outreach complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _outreach outreach
`,
  zsh: `#compdef outreach
# Load it with: source <(outreach completion zsh)
_outreach() {
  local -a candidates
  candidates=("\${(@f)$(outreach complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ -n "$candidates[1]" ]]; then compadd -- "\${candidates[@]}"; else _files; fi
}
compdef _outreach outreach
`,
  fish: `# Load it with: outreach completion fish | source
function __outreach_complete
  set -l words (commandline -opc) (commandline -ct)
  outreach complete -- $words[2..-1] 2>/dev/null
end
complete -c outreach -a '(__outreach_complete)'
`,
} as const;
