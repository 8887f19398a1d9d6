import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Db, engineOf } from './engine.ts'

/** So many characters a part has at most (migration 0091). */
const PART_LENGTH = 12

/** Where more places than this fit, going through all names in their order soon finds enough of them. */
const MOST = 500

const LAST_CHARACTER = 0x10ffff
/** These stand for no character by themselves. */
const SURROGATES = { before: 0xd7ff, after: 0xe000 } as const

/** The first text behind all that begin like this; undefined where they go on to the end. */
function behind(beginning: string): string | undefined {
  const characters = [...beginning]
  while (characters.length > 0) {
    const code = characters.pop()?.codePointAt(0) ?? LAST_CHARACTER
    if (code === LAST_CHARACTER) continue
    const next = code === SURROGATES.before ? SURROGATES.after : code + 1
    return characters.join('') + String.fromCodePoint(next)
  }
  return undefined
}

/** What this has begins like that: as an index is entered. */
export function beginsLike(column: Expression<string>, beginning: string): RawBuilder<SqlBool> {
  const end = behind(beginning)
  return end === undefined
    ? sql`${column} >= ${beginning}`
    : sql`(${column} >= ${beginning} and ${column} < ${end})`
}

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
        and ${beginsLike(sql.ref('part'), beginning)} limit ${limit}`.execute(db)
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
