import type { AnyCommand } from './command.ts'

type Described = Pick<AnyCommand, 'name' | 'parameters' | 'says'>

/** Those that are programs of their own rather than entries of the table. */
const PROGRAMS: readonly Described[] = [
  { name: 'serve', parameters: '', says: 'run the service' },
  { name: 'sandbox', parameters: '', says: 'run the service with a building of simulated locks' },
  {
    name: 'gateway',
    parameters: '[--config <file>] [--claim <code>]',
    says: 'connect real locks (--help)',
  },
  {
    name: 'completion',
    parameters: '<bash|zsh|fish>',
    says: 'what a shell needs to complete these commands',
  },
  { name: 'help', parameters: '[command]', says: 'this, or one part of it' },
  { name: 'version', parameters: '', says: 'which version this is' },
]

const WIDTH = 58

const line = ({ name, parameters, says }: Described): string => {
  const call = `${name} ${parameters}`.trim()
  return call.length < WIDTH ? `  ${call.padEnd(WIDTH)}${says}` : `  ${call}\n  ${' '.repeat(WIDTH)}${says}`
}

const EXIT_CODES = `Exit codes: 0 done, 1 refused or failed (the reason is on standard error), 2 no such command,
78 settings or data that a start refuses; "doctor" and "gateway" have further ones of their own.`

/** All commands, or those that begin with these words. */
export function helpFor(commands: readonly AnyCommand[], words: readonly string[] = []): string | undefined {
  const wanted = words.join(' ')
  const all = [...PROGRAMS.slice(0, 3), ...commands, ...PROGRAMS.slice(3)]
  const shown = all.filter(({ name }) => wanted === '' || name === wanted || name.startsWith(`${wanted} `))
  if (shown.length === 0) return undefined
  return [
    'Usage: latchwork <command>',
    '',
    ...shown.map(line),
    '',
    'Settings are environment variables (docs/operations.md); commands read the same ones as the service and work',
    'beside one that runs.',
    EXIT_CODES,
  ].join('\n')
}

const SHELLS = ['bash', 'zsh', 'fish'] as const
type Shell = (typeof SHELLS)[number]

/** First words, and for each of them the words that may follow. */
function wordsOf(commands: readonly AnyCommand[]): Map<string, string[]> {
  const words = new Map<string, string[]>()
  for (const { name } of [...PROGRAMS, ...commands]) {
    const [first = '', second] = name.split(' ')
    words.set(first, [...(words.get(first) ?? []), ...(second === undefined ? [] : [second])])
  }
  return words.set('completion', [...SHELLS])
}

const withSeconds = (words: Map<string, string[]>) => [...words].filter(([, seconds]) => seconds.length > 0)

const WRITERS: Record<Shell, (words: Map<string, string[]>) => string> = {
  bash: (words) => `_latchwork() {
  local word=\${COMP_WORDS[COMP_CWORD]}
  if [ "$COMP_CWORD" -eq 1 ]; then COMPREPLY=($(compgen -W "${[...words.keys()].join(' ')}" -- "$word")); return; fi
  if [ "$COMP_CWORD" -eq 2 ]; then
    case "\${COMP_WORDS[1]}" in
${withSeconds(words)
  .map(
    ([first, seconds]) =>
      `      ${first}) COMPREPLY=($(compgen -W "${seconds.join(' ')}" -- "$word")); return ;;`,
  )
  .join('\n')}
    esac
  fi
  COMPREPLY=($(compgen -f -- "$word"))
}
complete -F _latchwork latchwork`,
  zsh: (words) => `#compdef latchwork
_latchwork() {
  if (( CURRENT == 2 )); then compadd ${[...words.keys()].join(' ')}; return; fi
  if (( CURRENT == 3 )); then
    case "$words[2]" in
${withSeconds(words)
  .map(([first, seconds]) => `      ${first}) compadd ${seconds.join(' ')}; return ;;`)
  .join('\n')}
    esac
  fi
  _files
}
compdef _latchwork latchwork`,
  fish: (words) =>
    [
      `complete -c latchwork -n __fish_use_subcommand -f -a "${[...words.keys()].join(' ')}"`,
      ...withSeconds(words).map(
        ([first, seconds]) =>
          `complete -c latchwork -n "__fish_seen_subcommand_from ${first}" -a "${seconds.join(' ')}"`,
      ),
    ].join('\n'),
}

/** What a shell reads at its start; undefined for one that we do not know. */
export const completionFor = (shell: string, commands: readonly AnyCommand[]): string | undefined => {
  const known = SHELLS.find((name) => name === shell)
  return known && WRITERS[known](wordsOf(commands))
}
