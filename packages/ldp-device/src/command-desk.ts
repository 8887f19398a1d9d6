import { type DownAsk, type DownCmd, LDP_REFUSAL, type UpAck } from '@latchwork/contract/device'
import type { Clock } from './clock.ts'
import type { Answer, CommandGate, Verdict } from './command-gate.ts'
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
    this.#medium.attend(() => this.#act(this.#gate.judge(payload, isRetained, this.#clock.now())))
  }

  /** Says what became of a command, and sees to it that one that did not come never runs. */
  answerQuestion(question: DownAsk): void {
    this.#act(this.#gate.judgeQuestion(question))
  }

  finish(id: string, code: number, proof?: UpAck['proof']): void {
    this.#gate.finish(id, { code, ...(proof && { proof }) })
    this.#parties.answer(id, 'done', code, proof)
  }

  #act(verdict: Verdict) {
    switch (verdict.do) {
      case 'ignore':
        return
      case 'refuse':
        return this.#parties.answer(verdict.id, 'done', verdict.code)
      case 'repeatAnswer':
        return this.#repeatAnswer(verdict.id, verdict.answer)
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

  #repeatAnswer(id: string, answer: Answer | undefined): void {
    if (!answer || !REFUSALS.includes(answer.code)) this.#parties.answer(id, 'accepted')
    if (answer) this.#parties.answer(id, 'done', answer.code, answer.proof)
  }
}
