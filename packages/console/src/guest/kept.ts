import type { GuestPage, Language, Picture } from '@latchwork/contract'
import { token } from './service.ts'
import { fetchWords } from './words/index.ts'

/** What was read stays readable without a network: on this phone, for this link, until the stay is over. */

const DATA = 'guest-data'
/** The page without what it says: the same for every link, as the worker has it. */
const FRAMES = 'guest-frames'
const FRAME = '/g/frame'

/** Browsers keep nothing for pages that came without TLS. */
const canKeep = (): boolean => 'caches' in globalThis

export interface KeptPage {
  page: GuestPage
  /** By this phone's clock. */
  readAt: number
}

const keyOf = (name: string) => `/g/kept/${token}/${name}`

async function put(name: string, value: unknown): Promise<void> {
  if (!canKeep()) return
  const answer = new Response(JSON.stringify(value), { headers: { 'content-type': 'application/json' } })
  await (await caches.open(DATA)).put(keyOf(name), answer)
}

async function get<T>(name: string): Promise<T | undefined> {
  if (!canKeep()) return undefined
  const answer = await (await caches.open(DATA)).match(keyOf(name))
  return answer && ((await answer.json()) as T)
}

export const keepPage = (page: GuestPage) => put('page', { page, readAt: Date.now() } satisfies KeptPage)

/** What is over is not shown again, also where nobody can be asked. */
export async function keptPage(): Promise<KeptPage | undefined> {
  const kept = await get<KeptPage>('page').catch(() => undefined)
  const until = kept?.page.untilDate
  if (until === undefined || Date.parse(until) > Date.now()) return kept
  await forget()
  return undefined
}

export const keepPicture = (id: string, picture: Picture) => put(`picture/${id}`, picture)
export const keptPicture = (id: string) => get<Picture>(`picture/${id}`)

/** The link has ended: nothing of it stays on the phone. */
export async function forget(): Promise<void> {
  if (!canKeep()) return
  const data = await caches.open(DATA)
  for (const { url } of await data.keys())
    if (new URL(url).pathname.startsWith(`/g/kept/${token}/`)) await data.delete(url)
}

/** The page itself: with the files that this view needed, and none of an earlier version. */
export async function keepFrame(language: Language): Promise<void> {
  if (!canKeep() || !('serviceWorker' in navigator)) return
  await navigator.serviceWorker.register('/g/worker.js', { scope: '/g/' })
  await fetchWords(language)
  const used = performance
    .getEntriesByType('resource')
    .map(({ name }) => name)
    .filter((name) => new URL(name).pathname.startsWith('/g/assets/'))
  const files = await caches.open(FRAMES)
  const held = (await files.keys()).map(({ url }) => url)
  await files.addAll(used.filter((url) => !held.includes(url)))
  // Never the page as it came: that one says what it knows, which is for this link alone.
  const frame = await fetch(FRAME, { cache: 'no-cache', credentials: 'omit' })
  if (frame.ok) await files.put(FRAME, frame)
  for (const url of held)
    if (new URL(url).pathname.startsWith('/g/assets/') && !used.includes(url)) await files.delete(url)
}
