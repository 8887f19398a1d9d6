import type { HubTrouble } from '../../family.ts'

/** What a Nuki says at once is small; the lists of nuki_hub are the largest, and its own buffer ends at 64 kB. */
export const MOST_BYTES = 65_536

/** What is heard on the way to the locks. Calls never throw, and may come at any rate. */
export interface BusListener {
  up(): void
  down(trouble: HubTrouble): void
  /** Something on a topic of a lock or hub; `isKept` where the broker had kept it from before. */
  heard(topic: string, payload: string, isKept: boolean): void
  /** Only at a broker of our own: a device logged in, or logged in anew. */
  came(tree: string, keepaliveSeconds: number): void
  /** And its last connection ended. */
  went(tree: string): void
}

/** The broker between us and the locks: our own, or one that was there before. */
export interface Bus {
  /** Our own broker knows who is connected; another one has to be believed. */
  readonly isOwn: boolean
  readonly isPrivate: boolean
  /** Only to whoever listens at this moment. False: surely nothing left. */
  send(tree: string, topic: string, payload: string, expiresInMs: number): boolean
  /** Whatever was sent on this way and has not arrived never will; the connection may have to be made anew for it. */
  dropUndelivered(tree: string): void
  close(): void
}
