import { AUTOMATION } from '@latchwork/contract'
import type { ReservationRow } from '../store.ts'
import type { CodeRow } from './store.ts'

/** A refusal gets one fresh code. */
const MAX_TRIES = 2

/** What became of a stay's codes; pure, so that every way there can be tried out. */
export interface Settled {
  issue_state: ReservationRow['issue_state']
  automation: number
  operation_id: string | null
  code_sealed?: null
  code_tries?: 0
  warned?: 0
  checked_in?: number
  auto_off?: 1
  shut_doors?: string
  /** The clock has something to do now: try a fresh code, or clear up after the last one. */
  isDue: boolean
}

type Stay = Pick<
  ReservationRow,
  'issue_state' | 'automation' | 'operation_id' | 'code_tries' | 'checked_in' | 'shut_doors'
>

/** The doors from which somebody deleted the code of a stay by hand: that is how people take a guest's access away. */
export const shutDoorsOf = ({ shut_doors }: Pick<ReservationRow, 'shut_doors'>): number[] =>
  shut_doors === null ? [] : JSON.parse(shut_doors)

/**
 * Where a stay stands, given what its locks have answered (8.8). `isOnline` says whether a lock is; `shut` has the doors
 * from which somebody just deleted its code by hand. The last one was the whole access: it does not come back by itself,
 * as if it had been revoked (D171).
 */
export function settle(
  stay: Stay,
  codes: readonly CodeRow[],
  isOnline: (smartlockId: number) => boolean,
  shut: readonly number[] = [],
): Settled {
  const settled = settleCodes(stay, codes, isOnline)
  if (shut.length === 0) return settled
  const all = [...new Set([...shutDoorsOf(stay), ...shut])].toSorted((a, b) => a - b)
  return { ...settled, shut_doors: JSON.stringify(all), ...(codes.length === 0 && { auto_off: 1 }) }
}

function settleCodes(
  stay: Stay,
  codes: readonly CodeRow[],
  isOnline: (smartlockId: number) => boolean,
): Settled {
  const of = (state: CodeRow['state']) => codes.filter((code) => code.state === state)
  const isUnderWay = of('pending').length + of('removing').length > 0
  const same: Settled = {
    issue_state: stay.issue_state,
    automation: stay.automation,
    operation_id: isUnderWay ? stay.operation_id : null,
    isDue: false,
  }
  const wanted = codes.filter((code) => code.state !== 'removing')
  if (stay.issue_state === 'none') return same
  if (codes.length === 0) return cleared(stay, same)
  if (stay.issue_state === 'revoking' || wanted.length === 0) return same
  if (of('pending').some((code) => isOnline(code.smartlock_id))) return same
  if (needsFreshCode(stay, codes)) return { ...same, isDue: true }
  if (of('confirmed').length > 0) return { ...same, issue_state: 'issued', checked_in: stay.checked_in ?? 0 }
  // Nothing took it: what is left of it is cleared away. Locks that are offline may still take it.
  return { ...same, isDue: of('pending').length === 0 }
}

/** The last code is gone. */
const cleared = (stay: Stay, same: Settled): Settled => ({
  ...same,
  issue_state: 'none',
  automation: stay.issue_state === 'revoking' ? stay.automation : AUTOMATION.none,
  code_sealed: null,
  code_tries: 0,
  warned: 0,
})

/** A lock refused, and nobody has tried another code yet. */
export const needsFreshCode = (
  { code_tries }: Pick<Stay, 'code_tries'>,
  codes: readonly CodeRow[],
): boolean => code_tries < MAX_TRIES && codes.some((code) => code.state === 'failed')

/** Every lock refused, also the fresh code. */
export const hasFailed = (stay: Pick<Stay, 'code_tries'>, codes: readonly CodeRow[]): boolean => {
  const wanted = codes.filter((code) => code.state !== 'removing')
  return wanted.length > 0 && wanted.every((code) => code.state === 'failed') && stay.code_tries >= MAX_TRIES
}
