import type { ActAnswer, FamilyTools, Order } from '../../../family.ts'
import { ENDS } from '../topics.ts'
import { passed, type WebAnswer, type WebClient } from './web-client.ts'
import { listOf, lockOf, logEntryOf, type WebLock } from './web-shapes.ts'

export interface WebRoad {
  readonly client: WebClient
  readonly tools: FamilyTools
  readonly lock: WebLock
  /** How long to wait before the first look at what became of something. */
  readonly rereadMs: number
}

const JAMMED = 254

/**
 * Orders a movement. That the service took it says nothing: done is what it shows afterwards and did not show before, so
 * that a list which is a day old proves nothing.
 */
export async function moveByWeb(road: WebRoad, order: Order, signal: AbortSignal): Promise<ActAnswer> {
  const { client, tools, lock } = road
  const ends = ENDS[order.action]
  if (!ends || order.action > 5) return { answer: 'refused', why: 'notCapable' }
  const before = await lockNow(road, signal)
  if (!before?.isOnline) return { answer: 'notSent' }
  // One that stands there already shows no change: only a new line of its log can.
  const standsThere = ends.includes(before.state)
  const known = standsThere ? new Set((await logNow(road, signal))?.map(({ id }) => id)) : undefined
  if (signal.aborted || tools.clock.now() >= order.deadline) return { answer: 'notSent' }
  const body = { action: order.action }
  const said = await client.ask('POST', `/smartlock/${lock.id}/action`, { signal, body, isUrgent: true })
  const isProof = async ({ state }: WebLock) =>
    ends.includes(state) && (!known || (await isLogged(road, order.action, known, signal)))
  return refusalOf(said) ?? (await whatBecame(road, before, isProof, signal))
}

async function whatBecame(
  road: WebRoad,
  before: WebLock,
  isProof: (lock: WebLock) => Promise<boolean>,
  signal: AbortSignal,
): Promise<ActAnswer> {
  while (await passed(road.tools.clock, road.rereadMs, signal)) {
    const now = await lockNow(road, signal)
    if (now?.state === JAMMED && before.state !== JAMMED) return { answer: 'refused', why: 'jammed' }
    if (now && (await isProof(now))) return { answer: 'proven', how: 'read', state: now.sight }
  }
  return { answer: 'unproven' }
}

/** Undefined: it took the order, or may have. */
function refusalOf(said: WebAnswer): ActAnswer | undefined {
  if (said.said === 'notAsked') return { answer: 'notSent' }
  if (said.said !== 'no') return undefined
  if (said.status === 423) return { answer: 'refused', why: 'busy' }
  return { answer: 'refused', why: said.status === 405 ? 'notCapable' : 'refused' }
}

export async function lockNow(road: WebRoad, signal: AbortSignal): Promise<WebLock | undefined> {
  const answer = await road.client.get(`/smartlock/${road.lock.id}`, { signal, isUrgent: true })
  return answer.said === 'yes' ? lockOf(answer.value) : undefined
}

async function logNow({ client, lock }: WebRoad, signal: AbortSignal) {
  const answer = await client.get(`/smartlock/${lock.id}/log?limit=20`, { signal, isUrgent: true })
  return answer.said === 'yes' ? listOf(answer.value, logEntryOf) : undefined
}

async function isLogged(
  road: WebRoad,
  action: number,
  known: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<boolean> {
  // Where the log could not be read before, nothing in it is known to be new.
  if (known.size === 0) return false
  const entries = (await logNow(road, signal)) ?? []
  return entries.some((entry) => entry.action === action && entry.isDone && !known.has(entry.id))
}
