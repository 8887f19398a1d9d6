import type { Ctx } from '../../../../platform/context.ts'
import { idFloor } from '../../../../platform/ids.ts'
import * as logStore from '../log-store.ts'

export { openAnswer } from './answer.ts'
export { attempt } from './attempt.ts'

/** Forgets answers to events that are past their time: of all accounts, so many at most (D189). */
export const forgetAnswers = (ctx: Ctx<never>, beforeMs: number, limit: number): Promise<number> =>
  logStore.forgetAnswers(ctx.db, idFloor(beforeMs), limit)
