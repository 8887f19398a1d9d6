import type { Operation, Smartlock } from '@latchwork/contract'
import { useElementSize } from '@mantine/hooks'
import { IconStarFilled } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { memo, useRef } from 'react'
import { DeviceActions } from '../../kit/devices/device-actions.tsx'
import { DeviceFacts, PendingFact, StateIcon } from '../../kit/devices/device-facts.tsx'
import { stateLabel } from '../../kit/devices/device-look.ts'
import { useLanguage } from '../../kit/language/language.tsx'
import { useWindowRows } from '../../kit/layout/window-rows.ts'
import { LockProgress } from '../../kit/operations/operation-progress.tsx'
import classes from './door-cards.module.css'

export interface DoorListProps {
  locks: readonly Smartlock[]
  pendingOf: (smartlockId: number) => readonly Operation[]
}

const CARD_WIDTH = 300
const GAP = 16
const LIKELY_HEIGHT = 190

/** Only the rows in sight are drawn, however many doors there are. */
export function DoorCards({ locks, pendingOf }: DoorListProps) {
  const { text } = useLanguage()
  const { ref, width } = useElementSize()
  const list = useRef<HTMLDivElement>(null)
  const columns = Math.max(1, Math.floor((width + GAP) / (CARD_WIDTH + GAP)))
  const rows = useWindowRows(list, Math.ceil(locks.length / columns), LIKELY_HEIGHT + GAP)
  return (
    <div ref={ref}>
      {/* biome-ignore lint/a11y/useSemanticElements: the items stand in rows, which a ul cannot have as children */}
      <div
        ref={list}
        role="list"
        aria-label={text.doors.title}
        className={classes.list}
        style={{ height: rows.getTotalSize() }}
      >
        {rows.getVirtualItems().map(({ index, start }) => (
          <div
            key={index}
            ref={rows.measureElement}
            data-index={index}
            role="presentation"
            className={classes.row}
            style={{
              gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
              transform: `translateY(${start - rows.options.scrollMargin}px)`,
            }}
          >
            {locks.slice(index * columns, (index + 1) * columns).map((lock, column) => (
              // biome-ignore lint/a11y/useSemanticElements: as above
              <div
                key={lock.smartlockId}
                role="listitem"
                aria-setsize={locks.length}
                aria-posinset={index * columns + column + 1}
              >
                <DoorCard lock={lock} pending={pendingOf(lock.smartlockId)} />
              </div>
            ))}
          </div>
        ))}
      </div>
    </div>
  )
}

interface DoorCardProps {
  lock: Smartlock
  pending: readonly Operation[]
}

/**
 * Drawn again only when its own door changed, not while one scrolls or another door reports. Most of it is plain
 * elements: whoever scrolls through a thousand doors has cards made anew all the time.
 */
const DoorCard = memo(function DoorCard({ lock, pending }: DoorCardProps) {
  const { text } = useLanguage()
  return (
    <article aria-label={lock.name} className={classes.card}>
      <div className={classes.top}>
        <StateIcon lock={lock} />
        <div className={classes.head}>
          <Link
            to="/doors/$smartlockId"
            params={{ smartlockId: String(lock.smartlockId) }}
            className={classes.name}
          >
            {lock.name}
          </Link>
          <div className={classes.state}>{stateLabel(lock, text)}</div>
        </div>
        {lock.favorite && (
          <IconStarFilled size={16} className={classes.star} role="img" aria-label={text.doors.favorite} />
        )}
      </div>
      <DeviceFacts lock={lock} />
      <PendingFact pending={pending} />
      <div className={classes.foot}>
        <LockProgress smartlockId={lock.smartlockId} />
        <DeviceActions lock={lock} />
      </div>
    </article>
  )
})
