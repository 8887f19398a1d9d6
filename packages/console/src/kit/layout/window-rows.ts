import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useLayoutEffect, useState } from 'react'

/** What is brought into sight stands below the frame's header. */
const PADDING = { scrollPaddingStart: 64, scrollPaddingEnd: 8 }

/** Which of many rows are in sight, in the scroll of the window; `list` is the element that holds them. */
export function useWindowRows(list: RefObject<HTMLElement | null>, count: number, likelyHeight: number) {
  const top = useTop(list)
  return useWindowVirtualizer({
    count,
    estimateSize: () => likelyHeight,
    overscan: 3,
    scrollMargin: top,
    ...PADDING,
  })
}

/**
 * How far down the page the list begins. Whatever stands above may grow, and the page with it: that is when it is
 * measured, and not while one scrolls, where it would make the browser lay out every frame twice.
 */
function useTop(list: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const measure = () => {
      const offset = list.current ? list.current.getBoundingClientRect().top + window.scrollY : 0
      setTop((before) => (Math.abs(before - offset) > 1 ? offset : before))
    }
    measure()
    const growth = new ResizeObserver(measure)
    growth.observe(document.body)
    return () => growth.disconnect()
  }, [list])
  return top
}
