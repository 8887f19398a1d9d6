import type { ErrorCode } from '@latchwork/contract'
import type { Updateable } from 'kysely'
import { type Ctx, inTransaction, type LateWrite } from '../../platform/context.ts'
import { LATE } from '../../platform/late-writes.ts'
import type { Hold } from '../../platform/work/queue.ts'
import type { ImportRunTable } from '../../schema/imports.ts'
import * as items from './item-store.ts'
import { Notes } from './notes.ts'
import { originOf } from './rules.ts'
import type { Source } from './source.ts'
import * as store from './store.ts'

/** Somebody canceled it, another process has it, or the service stops: what is left is for whoever comes next. */
export class Interrupted extends Error {}

/** Others wait for the place that this one has had for a while. */
export class TurnOver extends Error {}

/** How far an import is. */
export type Progress = Partial<
  Pick<store.RunRow, 'phase' | 'position' | 'cursor' | 'done' | 'total' | 'taken'>
>

/** One look through the other account: first to compare, then to bring it over. */
export class Walk {
  readonly ctx: Ctx<ErrorCode>
  readonly source: Source
  /** Where it all comes from: ids are unique there. */
  readonly origin: string
  /** Nothing is made: it is only said what would be. */
  readonly isDry: boolean
  /** It goes on where it was left. */
  readonly isResumed: boolean
  /** Whether somebody else should have its place now. */
  readonly isTurnOver: () => Promise<boolean>
  readonly #hold: Hold<string>
  #run: store.RunRow
  #notes: Notes

  constructor(
    ctx: Ctx<ErrorCode>,
    run: store.RunRow,
    source: Source,
    hold: Hold<string>,
    isTurnOver = async () => false,
  ) {
    this.ctx = ctx
    this.source = source
    this.origin = originOf(run.url)
    this.isDry = run.state === 'planning'
    this.isTurnOver = isTurnOver
    this.isResumed = run.phase !== null && (!this.isDry || run.cursor === reachOf(run))
    this.#hold = hold
    this.#run = run
    this.#notes = this.isDry && !this.isResumed ? Notes.empty() : Notes.of(run)
  }

  get run(): store.RunRow {
    return this.#run
  }

  get notes(): Notes {
    return this.#notes
  }

  /** Asked before everything that takes a while. */
  goOn(): void {
    if (this.#hold.isStopping() || !this.#hold.isOurs(this.#run.id)) throw new Interrupted()
  }

  /**
   * What belongs together, and how far the import is then, in one transaction that begins with the import's own row: so
   * nobody else goes on with it at the same time, and one that was canceled makes nothing more.
   */
  async step(
    progress: Progress,
    work: (tx: Ctx<ErrorCode>, notes: Notes) => Promise<Progress | undefined>,
  ): Promise<void> {
    this.goOn()
    const { run } = this
    const done = await inTransaction(this.ctx, async (tx) => {
      const held = await store.findForUpdate(tx.db, tx.engine, run.account_id, run.id)
      if (held?.lease_owner !== this.#hold.owner || held.state !== run.state) throw new Interrupted()
      const notes = this.#notes.copy()
      const further = { ...progress, ...(await work(tx, notes)) }
      const kept = this.isDry ? {} : notes.changes()
      // Only what is done for good: a comparison begins anew after each failure, and must come to an end as well.
      const isFurther = !this.isDry && (progress.position !== undefined || progress.cursor !== undefined)
      const failures = isFurther ? 0 : run.failures
      await store.update(tx.db, run.account_id, run.id, { ...further, ...kept, failures })
      return { notes, further: { ...further, failures } }
    })
    this.#notes = done.notes
    this.#run = { ...run, ...done.further }
    if (this.#run.phase !== null && (await this.isTurnOver())) throw new TurnOver()
  }

  /** What is kept of it while others have their turn: of a comparison also its notes, and how far those reach. */
  atRest(): Updateable<ImportRunTable> {
    const kept = this.isDry ? { ...this.#notes.columns(), cursor: reachOf(this.#run) } : {}
    return { ...kept, gap_ms: this.source.gapMs, ...store.NOBODYS }
  }

  /** Notes what things of the other account are here, with the rest of the transaction. */
  keep(tx: Ctx<ErrorCode>, kind: items.ItemKind, sourceId: string, ownId: string, logUntil?: number): void {
    tx.late.add(ITEMS, {
      account_id: tx.accountId,
      source: this.origin,
      kind,
      source_id: sourceId,
      own_id: ownId,
      log_until: logUntil ?? null,
    })
  }

  /** What these are here, as far as they were brought over before. */
  async known(kind: items.ItemKind, sourceIds: readonly string[]): Promise<Map<string, items.ItemRow>> {
    const { ctx, origin: source } = this
    return items.findAll(ctx.db, ctx.accountId, { source, kind }, [...new Set(sourceIds)])
  }
}

/** Of a comparison, which stores its notes only when its turn is over: a killed one is further than they are, and begins anew. */
const reachOf = ({ phase, position }: store.RunRow): string => `${phase}:${position}`

const ITEMS: LateWrite<items.ItemRow> = {
  rank: LATE.imports,
  write: ({ db }, rows) => items.put(db, rows),
}

/**
 * The elements of a list that make sense, each once, and how many do not. What is beyond what an account may have is not
 * even looked at: a list without end must not keep anybody busy.
 */
export function soundOnes<T extends { id: unknown }>(
  value: unknown,
  read: (element: unknown) => T | undefined,
  most: number,
) {
  const list = Array.isArray(value) ? value.slice(0, most) : []
  const sound = list.flatMap((element) => read(element) ?? [])
  const byId = new Map(sound.map((element) => [element.id, element]))
  return { sound: [...byId.values()], unreadable: list.length - sound.length }
}
