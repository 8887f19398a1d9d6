import type { GuestLink, Language, NewGuestLink } from '@latchwork/contract'
import { toWireDate } from '../../../platform/clock.ts'
import { pathOf } from './rules.ts'
import type { LinkRow, MadeLink } from './service.ts'

export const presentLink = (row: LinkRow): GuestLink => ({
  id: row.id,
  language: row.language as Language,
  creationDate: toWireDate(row.created_at),
  ...(row.seen_at !== null && { lastSeenDate: toWireDate(row.seen_at) }),
})

export const presentMade = ({ row, token }: MadeLink): NewGuestLink => ({
  ...presentLink(row),
  path: pathOf(token),
})
