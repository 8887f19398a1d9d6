import type { Scope } from '@latchwork/contract'
import type { RunRow } from './store.ts'

export const sealContext = (id: string): string => `import_run.token_sealed:${id}`

/** What an import makes, a token has to be for (2.1): people, locks and rights. */
export const NEEDED_SCOPES: readonly Scope[] = ['account', 'smartlock', 'smartlock.auth']

/** Where the other side is, without what does not belong to it: paths of the interface are added. */
export function baseUrl(text: string): string | undefined {
  const url = URL.parse(text)
  if (url?.search !== '' || url.hash !== '') return undefined
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '')
}

/** How an import is named that comes from a file: by the account it is of, and when that was written. */
export const ARCHIVE = 'archive:'
export const isArchive = (url: string): boolean => url.startsWith(ARCHIVE)
export const archiveUrl = (account: string, exportedAt: number): string =>
  `${ARCHIVE}${account}?at=${new Date(exportedAt).toISOString()}`

/** Where it all comes from: ids are unique there. */
export const originOf = (url: string): string =>
  isArchive(url) ? (url.split('?')[0] as string) : new URL(url).origin

/** How far it is; the last steps of one that has not ended may still fail. */
export function percentOf({ done, total, state }: Pick<RunRow, 'done' | 'total' | 'state'>): number {
  if (state === 'done' || state === 'planned') return 100
  return total === 0 ? 0 : Math.min(Math.floor((done / total) * 100), 99)
}

const FIRST_PAUSE_MS = 2000
const LONGEST_BACK_OFF_MS = 900_000

/** How long to wait after so many failures in a row. */
export const backOffMs = (failures: number): number =>
  Math.min(FIRST_PAUSE_MS * 2 ** Math.min(failures, 20), LONGEST_BACK_OFF_MS)
