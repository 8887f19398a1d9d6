import { StatementSync } from 'node:sqlite'
import type { TestContext } from 'node:test'
import pg from 'pg'
import { NamedQuery } from '../src/platform/store/postgres-query.ts'

/** A statement as the database got it. */
export interface Statement {
  readonly sql: string
  /** Which connection it came by; only on PostgreSQL, where there are several. */
  readonly client?: pg.Client
}

/** Everything that any part of this process asks its databases for, until the test ends or `stop` is called. */
export interface Statements {
  readonly all: readonly Statement[]
  /** Without what only begins and ends transactions. */
  work(): string[]
  stop(): void
}

/** Who says when it is over: a test, or whoever else counts. */
type Ending = { after(end: () => unknown): void } | Pick<TestContext, 'after'>

type Method = (this: unknown, ...args: unknown[]) => unknown

/** Watches below the store, where nothing can be asked for unseen. */
export function recordStatements(t: Ending): Statements {
  const all: Statement[] = []
  const undo = [
    ...(['all', 'get', 'run', 'iterate'] as const).map((name) =>
      before(StatementSync.prototype, name, (statement) => {
        all.push({ sql: (statement as StatementSync).sourceSQL })
      }),
    ),
    before(pg.Client.prototype, 'query', (client, [query]) => {
      // What goes in the same go is asked for all the same.
      if (query instanceof NamedQuery)
        for (const { text } of query.before) all.push({ sql: text, client: client as pg.Client })
      const sql = typeof query === 'string' ? query : (query as { text?: string }).text
      if (sql !== undefined) all.push({ sql, client: client as pg.Client })
    }),
  ]
  const stop = () => {
    for (const restore of undo.splice(0)) restore()
  }
  t.after(stop)
  return { all, work: () => all.map(({ sql }) => sql).filter(isWork), stop }
}

const isWork = (sql: string): boolean => /^\s*(select|insert|update|delete|with)\b/i.test(sql)

/** Looks at every call of a method before it is made. Returns what takes that back. */
function before<T extends object>(
  prototype: T,
  name: keyof T,
  look: (self: unknown, args: unknown[]) => void,
): () => void {
  const original = prototype[name] as Method
  prototype[name] = function (this: unknown, ...args: unknown[]) {
    look(this, args)
    return original.apply(this, args)
  } as T[keyof T]
  return () => {
    prototype[name] = original as T[keyof T]
  }
}
