import type { GuestLink, Language, NewGuestLink } from '@latchwork/contract'
import { toWireDate } from '../../../platform/clock.ts'
import { creatorKindOf } from '../../events/makers/service.ts'
import { pathOf } from './rules.ts'
import type { LinkView, MadeLink } from './service.ts'

export const presentLink = ({ row, hasEnded }: LinkView): GuestLink => ({
  id: row.id,
  language: row.language as Language,
  creationDate: toWireDate(row.created_at),
  ...(row.seen_at !== null && { lastSeenDate: toWireDate(row.seen_at) }),
  creator: creatorKindOf(row),
  ...(hasEnded && { hasEnded }),
})

export const presentMade = ({ row, token }: MadeLink): NewGuestLink => ({
  ...presentLink({ row, hasEnded: false }),
  path: pathOf(token),
})
