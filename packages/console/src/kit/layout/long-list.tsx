import { type ReactNode, useRef } from 'react'
import classes from './long-list.module.css'
import { useWindowRows } from './window-rows.ts'

interface LongListProps<Item> {
  label: string
  items: readonly Item[]
  keyOf: (item: Item) => string | number
  /** Scrolling asks for them again and again: they are worth a `memo`. */
  children: (item: Item) => ReactNode
  likelyHeight: number
  /** How an entry is laid out. */
  rowClassName?: string | undefined
}

/** A list of which only what is in sight is drawn. */
export function LongList<Item>(props: LongListProps<Item>) {
  const { label, items, keyOf, children, likelyHeight, rowClassName = '' } = props
  const list = useRef<HTMLUListElement>(null)
  const inSight = useWindowRows(list, items.length, likelyHeight)
  return (
    <ul ref={list} className={classes.list} aria-label={label} style={{ height: inSight.getTotalSize() }}>
      {inSight.getVirtualItems().map(({ index, start }) => {
        const item = items[index]
        return (
          item !== undefined && (
            <li
              key={keyOf(item)}
              ref={inSight.measureElement}
              data-index={index}
              className={`${classes.row} ${rowClassName}`}
              aria-setsize={items.length}
              aria-posinset={index + 1}
              style={{ transform: `translateY(${start - inSight.options.scrollMargin}px)` }}
            >
              {children(item)}
            </li>
          )
        )
      })}
    </ul>
  )
}
