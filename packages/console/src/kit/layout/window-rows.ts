import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useLayoutEffect, useState } from 'react'

/** Which of many rows are in sight, in the scroll of the window; `list` is the element that holds them. */
export function useWindowRows(list: RefObject<HTMLElement | null>, count: number, likelyHeight: number) {
  const [top, setTop] = useState(0)
  // After every drawing: whatever stands above the list may have grown.
  useLayoutEffect(() => {
    const offset = list.current ? list.current.getBoundingClientRect().top + window.scrollY : 0
    setTop((before) => (Math.abs(before - offset) > 1 ? offset : before))
  })
  return useWindowVirtualizer({ count, estimateSize: () => likelyHeight, overscan: 3, scrollMargin: top })
}
