import type { Ctx } from '../../../platform/context.ts'
import { chained, GONE } from './rules.ts'
import * as store from './store.ts'

const PAGE = 1000

interface HistoryVerdict {
  versions: number
  /** One sentence for each authorization whose history does not hold. */
  problems: string[]
}

/** Recomputes the history of every authorization of all accounts: for the operator. */
export async function verifyHistory(ctx: Ctx<never>): Promise<HistoryVerdict> {
  const verdict: HistoryVerdict = { versions: 0, problems: [] }
  const broken = new Set<string>()
  const began = await store.findBeginning(ctx.db)
  let last: store.VersionRow | undefined
  for (;;) {
    const from = last ?? { account_id: -1, auth_id: '', number: 0 }
    const page = await store.listAfter(ctx.db, from, PAGE)
    for (const version of page) {
      const before: store.VersionRow | undefined = isNext(last, version) ? last : undefined
      const problem = problemOf(ctx, version, before, began)
      if (problem && !broken.has(version.auth_id)) {
        broken.add(version.auth_id)
        verdict.problems.push(`Account ${version.account_id}, authorization ${version.auth_id}: ${problem}`)
      }
      verdict.versions += 1
      last = version
    }
    if (page.length < PAGE) break
  }
  verdict.problems.push(...(await unwritten(ctx)))
  return verdict
}

/** The last version of an authorization cannot be removed alone without being missed. */
const unwritten = async (ctx: Ctx<never>): Promise<string[]> =>
  (await store.listUnwritten(ctx.db, PAGE)).map(
    ({ account_id, id }) => `Account ${account_id}, authorization ${id}: how it stands is not written down.`,
  )

const isNext = (last: store.VersionRow | undefined, { account_id, auth_id }: store.VersionRow): boolean =>
  last?.account_id === account_id && last.auth_id === auth_id

/** The first that is left of one whose oldest versions were removed by age cannot be compared with those. */
function problemOf(
  ctx: Ctx<never>,
  version: store.VersionRow,
  before: store.VersionRow | undefined,
  began: number,
): string | undefined {
  if (before && version.number !== before.number + 1) return `version ${before.number + 1} is missing.`
  if (before && before.until_at !== version.from_at) return `the end of version ${before.number} was altered.`
  if (version.sync_state === GONE && version.until_at !== version.from_at)
    return `the end of version ${version.number} was altered.`
  if (!before && version.number > 1) return undefined
  // Taken over when there were authorizations before there was a history.
  if (version.hash === '' && version.number === 1 && version.from_at === began) return undefined
  const macs = ctx.sealer.macs(chained(before?.hash ?? '', version), 'rights history')
  return macs.includes(version.hash) ? undefined : `version ${version.number} was altered.`
}
