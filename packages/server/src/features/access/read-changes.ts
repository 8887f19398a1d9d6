import type { Api, Input } from '@latchwork/contract'
import { failParameter } from '../../platform/app-error.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Change, Patch } from './service.ts'

type WireChange = Input<Api['authorizations']['updateMany']>['body'][number]

/** Changes as callers write them. The same one twice has no order that both could have meant (D60). */
export function readChanges(ctx: Ctx<'invalid_parameter'>, wanted: readonly WireChange[]): Change[] {
  const seen = new Set<string>()
  for (const [i, { id }] of wanted.entries()) {
    if (seen.has(id)) failParameter(ctx.fail, `[${i}].id`, 'is named twice')
    seen.add(id)
  }
  return wanted.map(({ id, ...fields }) => ({ id, patch: patchFrom(fields) }))
}

export function patchFrom(fields: Omit<WireChange, 'id'>): Patch {
  const { name, remoteAllowed, enabled, code, accountUserId } = fields
  return {
    ...(name != null && { name }),
    ...(remoteAllowed != null && { remoteAllowed }),
    ...(enabled != null && { enabled }),
    ...(code != null && { code }),
    ...(accountUserId !== undefined && { accountUserId: accountUserId || null }),
    window: windowPatch(fields),
  }
}

/** Null clears a limit; one that is left out stays (D11, D12). */
const windowPatch = (fields: Omit<WireChange, 'id'>): NonNullable<Patch['window']> => ({
  ...(fields.allowedFromDate !== undefined && { fromDate: orNull(fields.allowedFromDate) }),
  ...(fields.allowedUntilDate !== undefined && { untilDate: orNull(fields.allowedUntilDate) }),
  ...(fields.allowedWeekDays !== undefined && { weekDays: fields.allowedWeekDays }),
  ...(fields.allowedFromTime !== undefined && { fromTime: fields.allowedFromTime }),
  ...(fields.allowedUntilTime !== undefined && { untilTime: fields.allowedUntilTime }),
})

/** A day stays a text until the time zone of its door is known (D14). */
export const momentOrDay = (date: string): number | string => (date.includes('T') ? Date.parse(date) : date)

const orNull = (date: string | null) => (date === null ? null : momentOrDay(date))
