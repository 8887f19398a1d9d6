import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { type Ctx, inTransaction } from '../../../platform/context.ts'
import { findMark, lockMark, setMark } from '../../../platform/store/marks.ts'
import * as store from '../store.ts'
import type { CatalogueEntry, CatalogueFile } from './file.ts'
import { type ImportOptions, type ImportPlan, planImport } from './plan.ts'

/** The reviewed catalogue that comes with the service. */
export const SHIPPED_CATALOGUE = new URL('../../../../catalogue/intercoms.csv', import.meta.url)

/** Which shipped file is loaded, by its hash; or that the operator's catalogue took its place. */
const LOADED = 'intercom_catalogue'
const REPLACED = 'replaced'
/** The greatest id given out: ids are never used again (D18). */
const LAST_ID = 'intercom_last_id'

const ROWS_PER_STATEMENT = 200

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')

/** Its reader is loaded only where there is something to read: most starts find the catalogue as they left it. */
async function readText(text: string): Promise<CatalogueFile> {
  const { readCatalogue } = await import('./file.ts')
  return readCatalogue(text)
}

/** At every start: a shipped file that is not the one loaded last takes effect; the operator's entries stay. */
export async function loadShipped(ctx: Ctx<never>): Promise<void> {
  const text = await readFile(SHIPPED_CATALOGUE, 'utf8')
  const hash = hashOf(text)
  const isUpToDate = (mark: string | undefined) => mark === hash || mark === REPLACED
  if (isUpToDate(await findMark(ctx.db, LOADED))) return
  const { entries, problems } = await readText(text)
  await inTransaction(ctx, async (tx) => {
    if (isUpToDate(await lockMark(tx.db, LOADED))) return
    const plan = await planOf(tx, entries, { origin: 'shipped', removes: 'shipped' })
    const [problem] = [...problems, ...plan.problems]
    if (problem !== undefined) throw new Error(`the shipped catalogue of intercoms: ${problem}`)
    await apply(tx, plan)
    await setMark(tx.db, LOADED, hash)
  })
}

export interface ImportRequest {
  /** CSV or JSON. */
  readonly text: string
  /** What the file does not name goes, and the shipped catalogue does not come back by itself. */
  readonly replace: boolean
  readonly dryRun: boolean
}

/** The operator's own entries, or a whole catalogue. With any problem, and on a dry run, nothing is changed. */
export async function importCatalogue(ctx: Ctx<never>, request: ImportRequest): Promise<ImportPlan> {
  const { text, replace, dryRun } = request
  // The way back: the shipped file in place of everything is the shipped catalogue again.
  const isShipped = replace && hashOf(text) === hashOf(await readFile(SHIPPED_CATALOGUE, 'utf8'))
  const { entries, problems } = await readText(text)
  return inTransaction(ctx, async (tx) => {
    await lockMark(tx.db, LOADED)
    const plan = await planOf(tx, entries, {
      origin: isShipped ? 'shipped' : 'operator',
      removes: replace ? 'all' : 'none',
    })
    plan.problems.unshift(...problems)
    if (dryRun || plan.problems.length > 0) return plan
    await apply(tx, plan)
    if (replace) await setMark(tx.db, LOADED, isShipped ? hashOf(text) : REPLACED)
    return plan
  })
}

async function planOf(
  ctx: Ctx<never>,
  entries: readonly CatalogueEntry[],
  options: Pick<ImportOptions, 'origin' | 'removes'>,
): Promise<ImportPlan> {
  const stored = { brands: await store.brands(ctx.db), models: await store.intercoms(ctx.db, {}) }
  const lastId = Number(await lockMark(ctx.db, LAST_ID))
  return planImport(stored, entries, { ...options, lastId, now: ctx.clock.now() })
}

/** What changes is taken out and put back whole. */
async function apply({ db }: Ctx<never>, { brands, models, lastId }: ImportPlan): Promise<void> {
  const gone = [...models.removed, ...models.changed].map((model) => model.intercom_id)
  for (const ids of inParts(gone)) await store.removeIntercoms(db, ids)
  for (const rows of inParts(brands.removed))
    await store.removeBrands(
      db,
      rows.map((row) => row.brand_id),
    )
  // By way of a name no brand can have, so that two may swap theirs.
  for (const brand of brands.renamed)
    await store.renameBrand(db, { ...brand, brand_key: `\n${brand.brand_id}` })
  for (const brand of brands.renamed) await store.renameBrand(db, brand)
  for (const rows of inParts(brands.added)) await store.insertBrands(db, rows)
  for (const rows of inParts([...models.added, ...models.changed])) await store.insertIntercoms(db, rows)
  await setMark(db, LAST_ID, String(lastId))
}

function inParts<T>(rows: readonly T[]): T[][] {
  const count = Math.ceil(rows.length / ROWS_PER_STATEMENT)
  return Array.from({ length: count }, (_, i) =>
    rows.slice(i * ROWS_PER_STATEMENT, (i + 1) * ROWS_PER_STATEMENT),
  )
}
