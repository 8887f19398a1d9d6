import { type DownCmd, LDP_REFUSAL, type UpAck } from '@latchwork/contract/device'
import type { Attention } from './attention.ts'
import type { Clock } from './clock.ts'
import type { CommandGate } from './command-gate.ts'
import { OUTCOME } from './machine-step.ts'

const REFUSALS: readonly number[] = Object.values(LDP_REFUSAL)

/** Who carries commands out, and who is told. */
export interface CommandParties {
  canDo(action: number): boolean
  execute(command: DownCmd): void
  answer(id: string, phase: UpAck['phase'], code?: number): void
}

/** Where commands come in: each is judged, taken or refused, and answered, also when it comes again. */
export class CommandDesk {
  readonly #gate: CommandGate
  readonly #attention: Attention
  readonly #clock: Clock
  readonly #parties: CommandParties

  constructor(gate: CommandGate, attention: Attention, clock: Clock, parties: CommandParties) {
    this.#gate = gate
    this.#attention = attention
    this.#clock = clock
    this.#parties = parties
  }

  receive(payload: Buffer, isRetained: boolean): void {
    this.#attention.give(() => this.#judge(payload, isRetained))
  }

  finish(id: string, code: number): void {
    this.#gate.finish(id, code)
    this.#parties.answer(id, 'done', code)
  }

  #judge(payload: Buffer, isRetained: boolean) {
    const verdict = this.#gate.judge(payload, isRetained, this.#clock.now())
    switch (verdict.do) {
      case 'ignore':
        return
      case 'refuse':
        return this.#parties.answer(verdict.id, 'done', verdict.code)
      case 'repeatAnswer':
        return this.#repeatAnswer(verdict.id, verdict.code)
      case 'run':
        return this.#run(verdict.command)
    }
  }

  #run(command: DownCmd) {
    if (!this.#parties.canDo(command.action)) return this.finish(command.id, LDP_REFUSAL.notCapable)
    if (!this.#attention.takeTurn()) return this.finish(command.id, OUTCOME.busy.code)
    this.#parties.answer(command.id, 'accepted')
    this.#parties.execute(command)
  }

  #repeatAnswer(id: string, code: number | undefined): void {
    if (code === undefined || !REFUSALS.includes(code)) this.#parties.answer(id, 'accepted')
    if (code !== undefined) this.#parties.answer(id, 'done', code)
  }
}
