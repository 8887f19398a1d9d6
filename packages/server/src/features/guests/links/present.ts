import type { GuestLink, Language, NewGuestLink } from '@latchwork/contract'
import { toWireDate } from '../../../platform/clock.ts'
import { pathOf } from './rules.ts'
import type { LinkView, MadeLink } from './service.ts'

export const presentLink = ({ row, creator, hasEnded }: LinkView): GuestLink => ({
  id: row.id,
  language: row.language as Language,
  creationDate: toWireDate(row.created_at),
  ...(row.seen_at !== null && { lastSeenDate: toWireDate(row.seen_at) }),
  creator,
  ...(hasEnded && { hasEnded }),
})

export const presentMade = ({ token, ...view }: MadeLink): NewGuestLink => ({
  ...presentLink(view),
  path: pathOf(token),
})
