import type { Ctx } from '../../../platform/context.ts'
import * as authorizations from '../../access/service.ts'
import type * as stays from '../../places/stays/service.ts'

/** The code of a stay on one door. */
interface StayCode {
  smartlockId: number
  authId: string
  /** The lock has confirmed it as it stands. */
  isProven: boolean
  isEnabled: boolean
  /** Somebody deleted it among the rights of the lock. */
  isGoing: boolean
}

/** A stay knows its codes by what locks answered; what was made of them since, their rights know. */
export async function codesOfStay(
  ctx: Ctx<never>,
  { codes, code }: Pick<stays.GuestStay, 'codes' | 'code'>,
): Promise<StayCode[]> {
  const states = new Map(
    codes.filter(({ state }) => state !== 'removing').map(({ auth_id, state }) => [auth_id, state]),
  )
  const rows = await authorizations.knownRows(ctx, [...states.keys()])
  return rows.map((row) => {
    const isEnabled = row.enabled === 1
    const isConfirmed = states.get(row.id) === 'confirmed'
    return {
      smartlockId: row.smartlock_id,
      authId: row.id,
      isProven: isConfirmed && isEnabled && authorizations.openCode(ctx, row) === code,
      isEnabled,
      isGoing: row.sync_state === 'deleting',
    }
  })
}
