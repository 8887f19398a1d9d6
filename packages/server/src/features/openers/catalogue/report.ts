import type { BrandRow, IntercomRow } from '../store.ts'
import type { ImportPlan } from './plan.ts'

const MAX_LINES = 200

/** What an import did, or would do, for the operator to read. */
export function reportImport(plan: ImportPlan, brands: readonly BrandRow[], dryRun: boolean): string {
  const { models } = plan
  const names = new Map(
    [...brands, ...plan.brands.added, ...plan.brands.renamed].map((b) => [b.brand_id, b.brand]),
  )
  const line = (sign: string) => (model: IntercomRow) =>
    `${sign} ${names.get(model.brand_id)} ${model.model} (${model.intercom_id})`
  return [
    `${dryRun ? 'Dry run, nothing was changed. Models' : 'Models'}: ${counts(models)}. Brands: ${brandCounts(plan)}.`,
    ...shortened([
      ...models.added.map(line('+')),
      ...models.changed.map(line('~')),
      ...models.removed.map(line('-')),
    ]),
  ].join('\n')
}

/** Why a file was not taken. */
export const reportProblems = (problems: readonly string[]): string =>
  ['Nothing was imported:', ...shortened(problems)].join('\n')

const counts = ({ added, changed, removed }: ImportPlan['models']) =>
  `${added.length} added, ${changed.length} changed, ${removed.length} removed`

const brandCounts = ({ brands: { added, renamed, removed } }: ImportPlan) =>
  `${added.length} added, ${renamed.length} renamed, ${removed.length} removed`

function shortened(lines: readonly string[]): string[] {
  if (lines.length <= MAX_LINES) return [...lines]
  return [...lines.slice(0, MAX_LINES), `… and ${lines.length - MAX_LINES} more`]
}
