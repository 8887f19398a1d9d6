import { type FocusEvent, type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { areKeysOn, isPlainKey, isTyping } from '../keys/typing.ts'

interface RowKeysOptions {
  body: RefObject<HTMLElement | null>
  count: number
  /** Brings a row into sight, also one that is not drawn yet. */
  reveal: (index: number) => void
  /** Chooses the row, or leaves it. */
  toggle: ((index: number) => void) | undefined
}

const REACHABLE = 'a[href], button:not(:disabled), input:not(:disabled)'
/** What Enter does for a row; a link unless a row says otherwise. */
const OPENS = { said: '[data-opens]', link: 'a[href]' }

/**
 * One row of a table can be reached with Tab; the arrows, Home and End go on from there, to the left and right through
 * what is in the row.
 */
export function useRowKeys({ body, count, reveal, toggle }: RowKeysOptions) {
  const [current, setCurrent] = useState(0)
  const awaited = useRef<number>(undefined)
  const rowAt = (index: number) => body.current?.querySelector<HTMLElement>(`tr[data-index="${index}"]`)
  // It may be drawn only after the page was scrolled there.
  useLayoutEffect(() => {
    const row = awaited.current === undefined ? undefined : rowAt(awaited.current)
    if (!row) return
    awaited.current = undefined
    row.focus({ preventScroll: true })
  })
  const go = (index: number) => {
    const to = Math.min(Math.max(index, 0), count - 1)
    awaited.current = to
    reveal(to)
    setCurrent(to)
    const row = rowAt(to)
    if (!row) return
    awaited.current = undefined
    row.focus({ preventScroll: true })
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const row = rowOf(event.currentTarget, event.target)
    if (!row || event.defaultPrevented || !isPlainKey(event.nativeEvent) || isTyping(event.target)) return
    const index = Number(row.dataset.index)
    const act: Record<string, (() => void) | undefined> = {
      ArrowDown: () => go(index + 1),
      ArrowUp: () => go(index - 1),
      Home: () => go(0),
      End: () => go(count - 1),
      ArrowRight: () => step(row, 1),
      ArrowLeft: () => step(row, -1),
      Enter: event.target === row ? () => opens(row)?.click() : undefined,
      x: toggle && areKeysOn() ? () => toggle(index) : undefined,
    }
    const found = Object.hasOwn(act, event.key) ? act[event.key] : undefined
    if (!found) return
    event.preventDefault()
    found()
  }
  const onFocus = (event: FocusEvent<HTMLElement>) => {
    const row = rowOf(event.currentTarget, event.target)
    if (row) setCurrent(Number(row.dataset.index))
  }
  return { current, onKeyDown, onFocus }
}

/** What stands in a dialog that a row has opened is not in the row. */
function rowOf(body: HTMLElement, target: EventTarget): HTMLElement | undefined {
  if (!(target instanceof Element) || !body.contains(target)) return undefined
  return target.closest<HTMLElement>('tr[data-index]') ?? undefined
}

const opens = (row: HTMLElement): HTMLElement | null =>
  row.querySelector<HTMLElement>(OPENS.said) ?? row.querySelector<HTMLElement>(OPENS.link)

function step(row: HTMLElement, by: number): void {
  const stops = [row, ...row.querySelectorAll<HTMLElement>(REACHABLE)].filter((one) => one.checkVisibility())
  const at = stops.indexOf(document.activeElement as HTMLElement)
  stops[Math.min(Math.max(at + by, 0), stops.length - 1)]?.focus()
}
