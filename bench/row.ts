/** One line of the table: ours against a baseline of the same run. */
export interface Row {
  readonly part: string
  readonly row: string
  readonly engine?: 'SQLite' | 'PostgreSQL'
  readonly concurrency?: number
  readonly unit: 'req/s' | 'msg/s' | 'frames/s' | 'changes/s' | 's' | 'ms' | 'µs' | 'kB' | 'MB' | 'of them'
  readonly ours: number
  readonly against: string
  readonly baseline: number
  /** Ours divided by the baseline. */
  readonly ratio: number
  /** What was hoped for, as text, and whether it was reached; absent where nothing was promised. */
  readonly aim?: string
  readonly met?: boolean
  /** What a reader of the number has to know. */
  readonly note?: string
  /** Everything else that was seen. */
  readonly detail?: Readonly<Record<string, unknown>>
}

type Measured = Omit<Row, 'ratio' | 'aim' | 'met'>

/** A row whose aim is about the ratio. */
export function ratioRow(row: Measured, atLeast?: number): Row {
  const ratio = row.ours / row.baseline
  return { ...row, ratio, ...(atLeast !== undefined && { aim: `ratio ≥ ${atLeast}`, met: ratio >= atLeast }) }
}

/** A row whose aim is about our own number. */
export function limitRow(row: Measured, below?: number): Row {
  const ratio = row.ours / row.baseline
  return {
    ...row,
    ratio,
    ...(below !== undefined && { aim: `< ${below} ${row.unit}`, met: row.ours < below }),
  }
}

/** A row that must not grow beyond so many times its baseline. */
export function growthRow(row: Measured, atMost: number): Row {
  const ratio = row.ours / row.baseline
  return { ...row, ratio, aim: `ratio ≤ ${atMost}`, met: ratio <= atMost }
}

/** A row with an aim for our own number, and whose baseline is the same of something smaller. */
export function scaleRow(row: Measured, below: number, atMost: number): Row {
  const ratio = row.ours / row.baseline
  const aim = `< ${below} ${row.unit}, ratio ≤ ${atMost}`
  return { ...row, ratio, aim, met: row.ours < below && ratio <= atMost }
}

export interface Results {
  readonly machine: Machine
  readonly seconds: number
  readonly rows: readonly Row[]
}

export interface Machine {
  readonly date: string
  readonly node: string
  readonly platform: string
  readonly arch: string
  readonly cpus: number
  readonly cpuModel: string
  readonly memoryGb: number
  /** The server under test had a cpu to itself. */
  readonly pinned: boolean
}
