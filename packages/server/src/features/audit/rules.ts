import type { Selectable } from 'kysely'
import type { AuditTable } from '../../schema/audit.ts'

/** Everything of an entry but its own hash. */
export type Unhashed = Omit<Selectable<AuditTable>, 'hash'>

/** What an entry's hash covers: every column, and through the hash before it every earlier entry. */
export const chained = (previousHash: string, entry: Unhashed): string =>
  JSON.stringify([
    previousHash,
    entry.account_id,
    entry.seq,
    entry.at,
    entry.actor_account_id,
    entry.actor_name,
    entry.action,
    entry.subject,
    entry.detail,
    entry.request_id,
  ])

/** What the proof of a chain's end covers. */
export const headText = (accountId: number, head: { seq: number; hash: string }): string =>
  JSON.stringify([accountId, head.seq, head.hash])

/** One chain in the list that a seal covers. */
export const anchorLine = (anchor: { account_id: number; seq: number; hash: string }): string =>
  `${anchor.account_id} ${anchor.seq} ${anchor.hash}\n`

/** What the proof of the seal covers. */
export const sealText = (seal: {
  number: number
  since: number
  at: number
  accounts: number
  entries: number
  digest: string
}): string => JSON.stringify([seal.number, seal.since, seal.at, seal.accounts, seal.entries, seal.digest])
