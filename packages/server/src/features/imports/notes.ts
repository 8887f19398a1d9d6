import { isDeepStrictEqual } from 'node:util'
import {
  type ImportCounts,
  type ImportKind,
  type ImportLine,
  type ImportOutcome,
  MAX_IMPORT_LINES,
} from '@latchwork/contract'

const NONE: ImportCounts = { made: 0, changed: 0, same: 0, gone: 0, leftOut: 0 }

/** As an import keeps it. */
interface KeptNotes {
  counts: string
  lines: string
  more_lines: number
}

/** The same thing is told once; of rights several share a line, by what is special about them. */
const keyOf = ({ kind, name, smartlockId, reason }: ImportLine): string =>
  JSON.stringify([kind, smartlockId ?? name, kind === 'right' ? reason : null])

/** What became of everything that was found: numbers, and a line for what is worth one. */
export class Notes {
  readonly #counts: Map<string, ImportCounts>
  readonly #lines: Map<string, ImportLine>
  #more: number
  #isListNew = false

  private constructor(counts: Map<string, ImportCounts>, lines: Map<string, ImportLine>, more: number) {
    this.#counts = counts
    this.#lines = lines
    this.#more = more
  }

  static empty(): Notes {
    return new Notes(new Map(), new Map(), 0)
  }

  static of({ counts, lines, more_lines }: KeptNotes): Notes {
    const kept = JSON.parse(lines) as ImportLine[]
    return new Notes(
      new Map(Object.entries(JSON.parse(counts) as Record<string, ImportCounts>)),
      new Map(kept.map((line) => [keyOf(line), line])),
      more_lines,
    )
  }

  /** A transaction that is tried again begins with what was known before it. */
  copy(): Notes {
    const counts = new Map([...this.#counts].map(([kind, numbers]) => [kind, { ...numbers }]))
    return new Notes(counts, new Map(this.#lines), this.#more)
  }

  count(kind: ImportKind, outcome: ImportOutcome, n = 1): void {
    if (n === 0) return
    const counts = this.#counts.get(kind) ?? { ...NONE }
    counts[outcome] += n
    this.#counts.set(kind, counts)
  }

  /** Counts it, and lists it. */
  tell(line: ImportLine): void {
    this.count(line.kind, line.outcome, line.count ?? 1)
    this.list(line)
  }

  list(line: ImportLine): void {
    const key = keyOf(line)
    if (isDeepStrictEqual(this.#lines.get(key), line)) return
    this.#isListNew = true
    if (this.#lines.has(key) || this.#lines.size < MAX_IMPORT_LINES) this.#lines.set(key, line)
    else this.#more++
  }

  made(kind: ImportKind): number {
    return this.#counts.get(kind)?.made ?? 0
  }

  /** What is to be stored after a step: the list only where it is another one. */
  changes(): Partial<KeptNotes> {
    const { counts, ...list } = this.columns()
    return { counts, ...(this.#isListNew && list) }
  }

  columns(): KeptNotes {
    return {
      counts: JSON.stringify(Object.fromEntries(this.#counts)),
      lines: JSON.stringify([...this.#lines.values()]),
      more_lines: this.#more,
    }
  }
}
