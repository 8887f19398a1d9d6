import { type DownCmd, LDP_REFUSAL, type UpAck } from '@latchwork/contract/device'
import type { Clock } from './clock.ts'
import type { CommandGate } from './command-gate.ts'
import type { Medium } from './medium.ts'

const REFUSALS: readonly number[] = Object.values(LDP_REFUSAL)
/** Device error (7.5): the motor turns already. */
const BUSY = 0x45

/** Who carries commands out, and who is told. */
export interface CommandParties {
  canDo(action: number): boolean
  execute(command: DownCmd): void
  answer(id: string, phase: UpAck['phase'], code?: number, proof?: UpAck['proof']): void
}

/** Where commands come in: each is judged, taken or refused, and answered, also when it comes again. */
export class CommandDesk {
  readonly #gate: CommandGate
  readonly #medium: Medium
  readonly #clock: Clock
  readonly #parties: CommandParties

  constructor(gate: CommandGate, medium: Medium, clock: Clock, parties: CommandParties) {
    this.#gate = gate
    this.#medium = medium
    this.#clock = clock
    this.#parties = parties
  }

  receive(payload: Buffer, isRetained: boolean): void {
    this.#medium.attend(() => this.#judge(payload, isRetained))
  }

  finish(id: string, code: number, proof?: UpAck['proof']): void {
    this.#gate.finish(id, code)
    this.#parties.answer(id, 'done', code, proof)
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
    if (!this.#medium.takeTurn()) return this.finish(command.id, BUSY)
    this.#parties.answer(command.id, 'accepted')
    this.#parties.execute(command)
  }

  #repeatAnswer(id: string, code: number | undefined): void {
    if (code === undefined || !REFUSALS.includes(code)) this.#parties.answer(id, 'accepted')
    if (code !== undefined) this.#parties.answer(id, 'done', code)
  }
}
