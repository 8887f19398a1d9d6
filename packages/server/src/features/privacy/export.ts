import type { Ctx } from '../../platform/context.ts'
import * as store from './store.ts'

const PAGE = 200

const NOTE = [
  'Everything the account keeps about this person: who they are, what they may open, what they did, and mails to them.',
  'Left out: codes and other secrets. Stays and the audit log are found by their own names and are not in it.',
  'Times are milliseconds since 1970-01-01 UTC; truth values are 0 and 1.',
]

type Pages = AsyncIterable<readonly object[]>

async function* following<T extends { id: string }>(
  page: (after: string) => Promise<T[]>,
): AsyncGenerator<T[]> {
  for (let after = ''; ; ) {
    const rows = await page(after)
    if (rows.length > 0) yield rows
    if (rows.length < PAGE) return
    after = rows.at(-1)?.id ?? after
  }
}

/** Everything about one person as JSON, part by part: what there is costs time and no memory. */
export async function* exported(ctx: Ctx<never>, accountUserId: number): AsyncGenerator<string> {
  const { db, accountId } = ctx
  const person = await store.findPerson(db, accountId, accountUserId)
  const rights = () => following((after) => store.listRights(db, accountId, accountUserId, after, PAGE))
  const versions = async function* () {
    for await (const rows of rights())
      yield await store.listVersions(
        db,
        accountId,
        rows.map(({ id }) => id),
      )
  }
  const tables: Record<string, Pages> = {
    smartlock_auth: rights(),
    smartlock_auth_version: versions(),
    smartlock_log: following((after) => store.listLog(db, accountId, accountUserId, after, PAGE)),
    mail: following((after) => store.listMails(db, accountId, person?.email ?? '', after, PAGE)),
  }
  const exportedAt = new Date(ctx.clock.now()).toISOString()
  const head = { format: 1, exportedAt, accountId, note: NOTE, account_user: person ? [person] : [] }
  yield JSON.stringify(head).slice(0, -1)
  for (const [name, pages] of Object.entries(tables)) yield* listOf(name, pages)
  yield '\n}\n'
}

async function* listOf(name: string, pages: Pages): AsyncGenerator<string> {
  yield `,\n"${name}": [`
  let isFirst = true
  for await (const rows of pages) {
    if (rows.length === 0) continue
    yield `${isFirst ? '\n' : ',\n'}${rows.map((row) => JSON.stringify(row)).join(',\n')}`
    isFirst = false
  }
  yield ']'
}
