import type { SheetKind } from '@latchwork/contract'
import { doors } from './doors.ts'
import type { Kind } from './judgement.ts'
import { people } from './people.ts'
import { rights } from './rights.ts'

export { newLedger, type Result, type WantedRow } from './judgement.ts'

/** What each kind of file does; nobody else looks into the plans of a kind. */
export const KINDS = { people, doors, rights } as unknown as Record<SheetKind, Kind<unknown>>
