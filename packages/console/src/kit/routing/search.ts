/** How a list is shown; the address keeps it, so that a reload, the way back and a link show the same. */
export interface ListSearch {
  /** The columns in sight, by their names with dots between. */
  columns?: string
  /** By what it is ordered: a name, with a minus before it the other way round. */
  sort?: string
  /** How many pages of a long list were asked for. */
  pages?: number
}

type Raw = Record<string, unknown>

const LIST_KEYS = ['columns', 'sort', 'pages'] as const
export const MOST_PAGES = 20
const MOST_WORDS = 200
const isNames = (value: unknown): value is string =>
  typeof value === 'string' && /^[a-z]+(\.[a-z]+){0,19}$/i.test(value)
const isOrder = (value: unknown): value is string =>
  typeof value === 'string' && /^-?[a-z_]{1,40}$/i.test(value)
const isPages = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) > 1 && Number(value) <= MOST_PAGES

/** What an address says about how a list is shown, as far as it makes sense. */
export const listSearch = ({ columns, sort, pages }: Raw): ListSearch => ({
  ...(isNames(columns) && { columns }),
  ...(isOrder(sort) && { sort }),
  ...(isPages(pages) && { pages }),
})

/** Words that are looked for. An address that was typed may have a number there. */
export function searchWords(value: unknown): { q?: string } {
  const words = typeof value === 'number' ? String(value) : value
  return typeof words === 'string' && words !== '' ? { q: words.slice(0, MOST_WORDS) } : {}
}

interface Checked {
  options: { validateSearch?: unknown }
}

/**
 * Leaves pages their own search parameters and nothing else. The router hands them also what their check left out, just
 * as it stands in the address; nobody who reads them would expect it.
 */
export function dropUnknown(routes: Iterable<Checked>): void {
  for (const { options } of routes) {
    const check = options.validateSearch
    if (typeof check !== 'function') continue
    options.validateSearch = (raw: Raw) => {
      const nothing = Object.fromEntries(Object.keys(raw).map((name) => [name, undefined]))
      return { ...nothing, ...listSearch(raw), ...check(raw) }
    }
  }
}

/** Nothing but how the list is shown was asked for. */
export const isPlain = (search: object): boolean =>
  Object.entries(search).every(
    ([name, value]) => value === undefined || LIST_KEYS.includes(name as (typeof LIST_KEYS)[number]),
  )
