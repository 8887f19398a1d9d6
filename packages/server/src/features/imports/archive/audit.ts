import type { ArchivedRow } from '../../../storage/export/archive-rows.ts'
import { type Archive, numbered } from '../../../storage/export/read-archive.ts'
import * as audit from '../../audit/service.ts'
import { integer, text } from '../shapes.ts'
import type { Walk } from '../walk.ts'

/** Entries of one transaction. */
const CHUNK = 500
/** A log that never ends is none. */
const MOST = 1_000_000
const LONGEST = 1000

/**
 * The log of the other service is added to the one here, as what it is: each entry says what the file says was done there,
 * when and by whom, with the hash that it has there.
 */
export async function bringAudit(walk: Walk, { accountId, rows }: Archive): Promise<void> {
  const id = String(accountId)
  const known = (await walk.known('audit', [id])).get(id)
  let last = Number(known?.own_id ?? 0)
  for (let count = 0; count < MOST; count += CHUNK) {
    walk.goOn()
    const page = rows.after('audit', id, numbered(last), CHUNK)
    const sound = page.flatMap((row) => integer(row.seq, 1, Number.MAX_SAFE_INTEGER) ?? [])
    const to = sound.at(-1)
    if (to === undefined || to <= last) return
    last = to
    await walk.step({}, async (tx, notes) => {
      notes.count('audit', 'made', page.length)
      if (walk.isDry) return undefined
      await audit.recordAll(tx, page.map(entryOf))
      walk.keep(tx, 'audit', id, String(to))
      return undefined
    })
  }
}

const entryOf = (row: ArchivedRow): audit.NewEntry => {
  const at = integer(row.at, 0, 0xffff_ffff_ffff)
  const [action, by] = [text(row.action, 100), text(row.actor_name, 255)]
  const [subject, detail, hash] = [text(row.subject, 255), text(row.detail, LONGEST), text(row.hash, 128)]
  return {
    action: 'import.entry',
    ...(subject && { subject }),
    detail: {
      ...(at !== undefined && { at: new Date(at).toISOString() }),
      ...(action && { action }),
      ...(by && { by }),
      ...(detail && { detail }),
      ...(hash && { hash }),
    },
  }
}
