import { type HeldPairing, PAIRING_PAGE } from '@latchwork/contract'
import { FOREIGN_PAGE, type UpForeign, type UpPairings } from '@latchwork/contract/device'

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

/** All that the lock knows by itself, in pages of the same kind. */
export function pairingPages(
  pairings: readonly HeldPairing[] | undefined,
): Omit<UpPairings, 'sess' | 'sig'>[] {
  if (!pairings) return []
  const all = pairings.toSorted((a, b) => a.pairingId - b.pairingId)
  const pages: Omit<UpPairings, 'sess' | 'sig'>[] = []
  for (let start = 0; start === 0 || start < all.length; start += PAIRING_PAGE) {
    const page = all.slice(start, start + PAIRING_PAGE)
    const [after, upTo] = [all[start - 1]?.pairingId, page.at(-1)?.pairingId]
    const isLast = start + PAIRING_PAGE >= all.length
    pages.push({
      ...(after !== undefined && { after }),
      ...(!isLast && upTo !== undefined && { upTo }),
      pairings: page,
    })
  }
  return pages
}
