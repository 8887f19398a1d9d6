import { sql } from 'kysely'
import { type Db, engineOf } from './engine.ts'

/** So many characters a part has at most (migration 0091). */
const PART_LENGTH = 12

/** Where more places than this fit, going through all names in their order soon finds enough of them. */
const MOST = 500

/** Behind the last character there is. */
export const END = '\u{10FFFF}'

/**
 * The ids of those that may have one of these texts somewhere in what they are called: all that have one, and some that
 * only have its beginning. Undefined where they are many, or the texts say nothing.
 */
async function idsWith(
  db: Db,
  accountId: number,
  kind: number,
  texts: readonly string[],
): Promise<Set<string> | undefined> {
  const found = new Set<string>()
  let places = 0
  for (const text of texts) {
    const beginning = beginningOf(text)
    if (beginning === '') return undefined
    const { rows } = await placesWith(db, accountId, kind, beginning, MOST + 1 - places)
    places += rows.length
    if (places > MOST) return undefined
    for (const row of rows) found.add(row.ref_id)
  }
  return found
}

interface Found {
  ref_id: string
}

/** On SQLite by the key of the table, on PostgreSQL by an index of parts that say whose they are: the signs keep it to that. */
const placesWith = (db: Db, accountId: number, kind: number, beginning: string, limit: number) =>
  engineOf(db) === 'sqlite'
    ? sql<Found>`select ref_id from name_part where account_id = ${accountId} and kind = ${kind}
        and part >= ${beginning} and part < ${beginning + END} limit ${limit}`.execute(db)
    : sql<Found>`select ref_id from name_part where +account_id = ${accountId} and +kind = ${kind}
        and parts @@ cast(${lexeme(`${accountId} ${kind} ${beginning}`)} as tsquery) limit ${limit}`.execute(
        db,
      )

/** What begins like this, as PostgreSQL is asked for it; whatever people type stands for itself. */
const lexeme = (beginning: string): string => `'${beginning.replace(/[\\']/g, '$&$&')}':*`

/** Parts begin with no space and are as long as they are, in characters. */
const beginningOf = (text: string): string => [...text.replace(/^ +/, '')].slice(0, PART_LENGTH).join('')

/**
 * The same for several words, each in one of its ways, all of which are to be there: by the first of them that few have.
 */
export async function idsWithAll(
  db: Db,
  accountId: number,
  kind: number,
  words: readonly (readonly string[])[],
): Promise<Set<string> | undefined> {
  for (const ways of words) {
    const found = await idsWith(db, accountId, kind, ways)
    if (found) return found
  }
  return undefined
}
