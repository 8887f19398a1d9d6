import type { Config } from '../config.ts'
import type { Ctx } from '../platform/context.ts'

export interface Outcome {
  text: string
  /** What is too long for one text, part by part. */
  parts?: AsyncIterable<string>
  /** The exit code is for scripts. */
  failed?: boolean
}

interface Described {
  readonly name: string
  readonly parameters: string
  readonly says: string
}

/** One command of `npx latchwork`: a line of help and what it does. */
export interface Command extends Described {
  run(ctx: Ctx<never>, values: string[], config: Config): Promise<Outcome>
  /** What it does where it needs no store that only one process may open; undefined when it does need it. */
  withoutStore?(config: Config, values: string[]): Outcome | undefined
}

/** A command that needs the settings and no database, so it also works while the service holds the data directory. */
export interface LocalCommand extends Described {
  runWith(config: Config, values: string[]): Promise<Outcome>
}
