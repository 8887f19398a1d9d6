import type { AccessWindow } from '@latchwork/access-window'
import type { ImportReason } from '@latchwork/contract'
import { windowColumns } from '../rules.ts'
import type { AuthRow } from '../store.ts'

export interface BroughtCode {
  /** What it is called there. */
  sourceId: string
  /** What it is here, where it was brought over before. */
  id?: string | undefined
  name: string
  code: number
  isEnabled: boolean
  window: AccessWindow
  accountUserId?: number | undefined
  /** The plan that it is of, and how that gives it. */
  plan?: { id: string; terms: string } | undefined
}

/** What becomes of one code. */
export type Finding =
  | { wanted: BroughtCode; outcome: 'made' }
  | { wanted: BroughtCode; outcome: 'changed'; row: AuthRow }
  | { wanted: BroughtCode; outcome: 'same' }
  | {
      wanted: BroughtCode
      outcome: 'leftOut'
      reason: Extract<ImportReason, 'codeInvalid' | 'windowInvalid' | 'codeTwice' | 'lockFull'>
    }

/** One that was brought over before and is gone here is made anew: it is still on the lock. */
export function compare(wanted: BroughtCode, row: AuthRow | undefined, code: number | undefined): Finding {
  if (!row) return { wanted, outcome: 'made' }
  const columns = {
    name: wanted.name,
    enabled: wanted.isEnabled ? 1 : 0,
    ...windowColumns(wanted.window),
    account_user_id: wanted.accountUserId ?? null,
  }
  const isSame =
    code === wanted.code &&
    Object.entries(columns).every(([column, value]) => row[column as keyof AuthRow] === value)
  return isSame ? { wanted, outcome: 'same' } : { wanted, outcome: 'changed', row }
}
