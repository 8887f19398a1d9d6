import type { Ctx } from '../platform/context.ts'

export interface Outcome {
  text: string
  /** The exit code tells scripts. */
  failed?: boolean
}

/** One command of `npx latchwork`: a line of help and what it does. */
export interface Command {
  readonly name: string
  readonly parameters: string
  readonly says: string
  run(ctx: Ctx<never>, values: string[]): Promise<Outcome>
}
