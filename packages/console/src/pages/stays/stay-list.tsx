import type { Reservation } from '@latchwork/contract'
import { Paper, Text } from '@mantine/core'
import { useRef } from 'react'
import { useLanguage } from '../../kit/language/language.tsx'
import { useWindowRows } from '../../kit/layout/window-rows.ts'
import { TextLink } from '../../kit/routing/links.tsx'
import { StayBadge } from './stay-badge.tsx'
import classes from './stay-list.module.css'
import { useAddresses } from './use-addresses.ts'
import { useStayDates } from './use-stay-dates.ts'

const LIKELY_HEIGHT = 64

/** One stay under the other: in columns where there is room, else as cards. */
export function StayList({ stays }: { stays: readonly Reservation[] }) {
  const { text } = useLanguage()
  const list = useRef<HTMLUListElement>(null)
  const rows = useWindowRows(list, stays.length, LIKELY_HEIGHT)
  const { scrollMargin } = rows.options
  if (stays.length === 0) return null
  return (
    <Paper withBorder>
      <ul
        ref={list}
        className={classes.list}
        aria-label={text.stays.title}
        style={{ height: rows.getTotalSize() }}
      >
        {rows.getVirtualItems().map(({ index, start }) => {
          const stay = stays[index]
          return (
            stay && (
              <li
                key={stay.id}
                ref={rows.measureElement}
                data-index={index}
                className={classes.row}
                aria-setsize={stays.length}
                aria-posinset={index + 1}
                style={{ transform: `translateY(${start - scrollMargin}px)` }}
              >
                <Stay stay={stay} />
              </li>
            )
          )
        })}
      </ul>
    </Paper>
  )
}

function Stay({ stay }: { stay: Reservation }) {
  const { text } = useLanguage()
  const { from, until } = useStayDates(stay)
  const address = useAddresses().get(stay.addressId)
  return (
    <>
      <div>
        <TextLink
          to="/stays/$addressId/$reservationId"
          params={{ addressId: String(stay.addressId), reservationId: stay.id }}
          c="bright"
          fw={600}
        >
          {stay.name}
        </TextLink>
        <Text size="sm" c="dimmed">
          {address?.name ?? text.stays.addressGone}
        </Text>
      </div>
      <Text size="sm">
        {from} – {until}
      </Text>
      <div className={classes.state}>
        <StayBadge stay={stay} />
        {stay.readiness !== undefined && stay.readiness < 1 && (
          <Text size="xs" c="dimmed">
            {text.stays.code.share(Math.round(stay.readiness * 100))}
          </Text>
        )}
      </div>
    </>
  )
}
