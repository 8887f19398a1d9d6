import { type Compilable, type CompiledQuery, type Expression, sql } from 'kysely'
import { type Db, type Engine, engineOf } from './engine.ts'

/** Stands in a compiled query where a value will go. */
class Slot {
  readonly name: PropertyKey

  constructor(name: PropertyKey) {
    this.name = name
  }
}

type Slots<P> = <K extends keyof P>(name: K) => Expression<P[K]>

const slot = (name: PropertyKey) => sql`${new Slot(name)}`

/**
 * A query that is built and compiled once per engine and then only filled in. Building one costs several times what
 * SQLite needs to run it, so the statements of every action and every device message are made this way.
 */
export function prepared<P extends object, R>(
  build: (db: Db, slots: Slots<P>, engine: Engine) => Compilable<R>,
): (db: Db, values: P) => Promise<R[]> {
  const compiled = new Map<Engine, Filled<R>>()
  return async (db, values) => {
    const engine = engineOf(db)
    let statement = compiled.get(engine)
    if (!statement) {
      const query = build(db, slot as Slots<P>, engine).compile()
      statement = { query: withoutTree(query), fill: filling(query.parameters) }
      compiled.set(engine, statement)
    }
    const { query, fill } = statement
    const parameters = fill(values)
    const { rows } = await db.executeQuery<R>({ ...query, parameters })
    return rows
  }
}

interface Filled<R> {
  readonly query: CompiledQuery<R>
  readonly fill: (values: object) => readonly unknown[]
}

/** The tree that it was compiled from takes several times the room of its text, and only its kind is looked at. */
const withoutTree = <R>(query: CompiledQuery<R>): CompiledQuery<R> => ({
  ...query,
  query: { kind: query.query.kind } as typeof query.query,
  parameters: [],
})

const asTheyAre: Filled<unknown>['fill'] = (values) => (Array.isArray(values) ? values : [])

/**
 * Puts values where the slots are. Where they are wanted in the order in which they come, or a text without slots was
 * written for them, they are taken as they are.
 */
function filling(parameters: readonly unknown[]): Filled<unknown>['fill'] {
  const names = parameters.map((p) => (p instanceof Slot ? p.name : undefined))
  if (names.every((name, i) => name === i)) return asTheyAre
  return (values) =>
    names.map((name, i) =>
      name === undefined ? parameters[i] : (values as Record<PropertyKey, unknown>)[name],
    )
}

/** The same for statements whose columns vary: one compiled query for each set of columns that comes. */
export function preparedFor<P extends object, R>(
  build: (db: Db, columns: string[], slots: Slots<P>, engine: Engine) => Compilable<R>,
): (db: Db, columns: string[], values: P) => Promise<R[]> {
  type Statement = (db: Db, values: P) => Promise<R[]>
  const byColumns = new Map<string, Statement>()
  let last: { columns: string[]; statement: Statement } | undefined
  return (db, columns, values) => {
    // Mostly the same come again; to compare them is quicker than to make a name of them.
    if (!last || !isSame(last.columns, columns)) {
      const key = columns.join()
      const statement =
        byColumns.get(key) ?? prepared<P, R>((d, slots, engine) => build(d, columns, slots, engine))
      byColumns.set(key, statement)
      last = { columns, statement }
    }
    return last.statement(db, values)
  }
}

const isSame = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((column, i) => column === others[i])
