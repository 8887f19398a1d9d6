import type { Config } from '../config.ts'
import type { Ctx } from '../platform/context.ts'

export interface Outcome {
  text: string
  /** What is too long for one text, or takes a while, part by part. */
  parts?: AsyncIterable<string>
  /** The exit code once the last part was said; 0 unless told. */
  exitAfter?: Promise<number>
  /** The exit code is for scripts. */
  failed?: boolean
  /** Where a script wants to know more than that it failed. */
  exitCode?: number
}

/** Where the operator sits: a file that they name is read there and with their rights, whoever runs the command. */
export interface Terminal {
  /** `-` is what is typed or piped in. */
  readText(path: string): Promise<string>
  /** A part of a file from a place on; empty at its end. */
  readPart(path: string, from: number): Promise<Buffer>
}

interface Described {
  readonly name: string
  readonly parameters: string
  readonly says: string
  /** What it was called before; scripts may still call it that. */
  readonly formerly?: string
}

/** One command of `latchwork`: a line of help and what it does. Where the service holds the store, it runs there. */
export interface Command extends Described {
  run(ctx: Ctx<never>, values: string[], config: Config, terminal: Terminal): Promise<Outcome>
  /** What it does where it needs no store that only one process may open; undefined when it does need it. */
  withoutStore?(config: Config, values: string[]): Outcome | undefined
}

/** A command that needs the settings and no database: it runs where it was typed, beside a service or not. */
export interface LocalCommand extends Described {
  runWith(config: Config, values: string[]): Promise<Outcome>
}

export type AnyCommand = Command | LocalCommand

const isNamed = (words: readonly string[], name: string | undefined): boolean =>
  name !== undefined && words.slice(0, name.split(' ').length).join(' ') === name

/** The command that was typed, and what follows its name. */
export function findCommand<C extends AnyCommand>(
  commands: readonly C[],
  words: readonly string[],
): { command: C; values: string[] } | undefined {
  for (const command of commands)
    for (const name of [command.name, command.formerly])
      if (name !== undefined && isNamed(words, name))
        return { command, values: words.slice(name.split(' ').length) }
  return undefined
}
