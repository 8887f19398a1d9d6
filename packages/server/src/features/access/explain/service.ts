import { type Explanation, NEAR_MISSES } from '@latchwork/contract'
import { failParameter } from '../../../platform/app-error.ts'
import type { Ctx } from '../../../platform/context.ts'
import * as smartlocks from '../../locks/service.ts'
import { findByCode, findByCodes } from '../codes.ts'
import { keeperOf, keepingOf } from '../delivery/service.ts'
import { get } from '../grants/service.ts'
import { explain as explainRow, type Moment, mostRelevant, nearCodes, unknownCode } from './rules.ts'

export { accessAt } from './past.ts'

export interface Question {
  code?: string
  authId?: string
  at?: string
}

/** Why a code or an authorization opens a smartlock at a moment, or does not (4.25). A code is asked for and forgotten. */
export async function explain(
  ctx: Ctx<'not_found' | 'invalid_parameter'>,
  smartlockId: number,
  { code, authId, at }: Question,
): Promise<Explanation> {
  const lock = await smartlocks.get(ctx, smartlockId)
  // By what the lock last reported: it decides itself, in the zone it is set to.
  const keeping = keepingOf(lock)
  const now = ctx.clock.now()
  const moment: Moment = { at: at === undefined ? now : Date.parse(at), now, zone: keeping.zone }
  if ((code === undefined) === (authId === undefined))
    failParameter(ctx.fail, 'query', 'must have either code or authId')
  const row =
    authId === undefined
      ? mostRelevant(await findByCode(ctx, smartlockId, code as string), moment)
      : await get(ctx, smartlockId, authId)
  if (row) return explainRow(row, moment, keeperOf(keeping, row))
  return { ...unknownCode, ...(code !== undefined && (await nearMiss(ctx, smartlockId, code))) }
}

/**
 * Whose code it nearly is. What was typed is compared and forgotten; who may ask may see all codes of the lock, so it
 * tells nobody more than they may know (D186).
 */
async function nearMiss(
  ctx: Ctx<never>,
  smartlockId: number,
  typed: string,
): Promise<Pick<Explanation, 'near'>> {
  const near = nearCodes(typed)
  for (const how of NEAR_MISSES) {
    const [found] = await findByCodes(ctx, smartlockId, near[how])
    if (found) return { near: { authId: found.id, how } }
  }
  return {}
}
