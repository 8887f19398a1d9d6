import { FOREIGN_PAGE, type UpForeign } from '@latchwork/contract/device'

type Page = Omit<UpForeign, 'sess' | 'sig'>

/** All places that hold codes of others; a page speaks for everything after the last place of the one before it. */
export function foreignPages(foreign: Iterable<number>): Page[] {
  const slots = [...foreign].sort((a, b) => a - b)
  const pages: Page[] = []
  for (let start = 0; start === 0 || start < slots.length; start += FOREIGN_PAGE) {
    const page = slots.slice(start, start + FOREIGN_PAGE)
    const [after, upTo] = [slots[start - 1], page.at(-1)]
    const isLast = start + FOREIGN_PAGE >= slots.length
    pages.push({
      ...(after !== undefined && { after }),
      ...(!isLast && upTo !== undefined && { upTo }),
      codes: page.map((slot) => ({ slot })),
    })
  }
  return pages
}
