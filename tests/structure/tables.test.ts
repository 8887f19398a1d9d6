import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { files, repository } from './repository-files.ts'

/** Statements that change a table, written with the query builder, as those of a leased queue, or as SQL. */
const WRITES =
  /(?:(?:\.(?:insertInto|updateTable|deleteFrom|replaceInto|mergeInto)|\bleasesOf)\(\s*'|\b(?:insert into|update|delete from)\s+)([a-z_]+)\b/g
/** Words that follow in SQL where no table is named. */
const NO_TABLE = new Set(['set', 'skip', 'nothing', 'of'])

const tablesWritten = (source: string): string[] =>
  [...source.matchAll(WRITES)]
    .map(([, table]) => table as string)
    .filter((table) => table.includes('_') || KNOWN.has(table))
    .filter((table) => !NO_TABLE.has(table))

const sources = files
  .filter((file) => /^packages\/server\/src\/.*\.ts$/.test(file) && !file.endsWith('.test.ts'))
  .map((file) => ({ file, source: readFileSync(join(repository, file), 'utf8') }))

/** Tables whose name is one word, by the schema. */
const KNOWN = new Set(
  sources
    .filter(({ file }) => file.startsWith('packages/server/src/schema/'))
    .flatMap(({ source }) => [...source.matchAll(/^ {2}([a-z]+): [A-Z]\w*Table$/gm)].map(([, name]) => name)),
)

/** Tables that are written from folders of which none lies above the others. */
function shared(all: readonly { file: string; source: string }[]): string[] {
  const writers = new Map<string, Set<string>>()
  for (const { file, source } of all)
    for (const table of tablesWritten(source))
      writers.set(table, (writers.get(table) ?? new Set()).add(dirname(file)))
  return [...writers].flatMap(([table, folders]) => {
    const owner = [...folders].sort((a, b) => a.length - b.length)[0] as string
    const strangers = [...folders].filter((folder) => folder !== owner && !folder.startsWith(`${owner}/`))
    return strangers.map((folder) => `${table}: ${owner}, ${folder}`)
  })
}

test('the tables, all of them, are written by one folder and those below it', () => {
  assert.ok(
    sources.filter(({ source }) => tablesWritten(source).length > 0).length > 40,
    'too little was read',
  )
  assert.deepEqual(shared(sources), [])
})

/** A table that is not named where it is written could be anybody's. */
const UNNAMED = /\.(?:insertInto|updateTable|deleteFrom|replaceInto|mergeInto)\(\s*(?!\s|')/

test('the statements of features, where they write, name the table', () => {
  assert.match('db.updateTable(TABLE_OF[kind])', UNNAMED)
  assert.doesNotMatch("db\n  .updateTable(\n    'door_hinge')", UNNAMED)
  const features = sources.filter(({ file }) => file.startsWith('packages/server/src/features/'))
  const unnamed = features.filter(({ source }) => UNNAMED.test(source)).map(({ file }) => file)
  assert.deepEqual(unnamed, [])
})

test('the rule on tables, with a breach planted, names it however it is written', () => {
  const own = { file: 'features/doors/store.ts', source: "db.insertInto('door_hinge')" }
  const below = { file: 'features/doors/oil/store.ts', source: "db.updateTable('door_hinge')" }
  assert.deepEqual(shared([own, below]), [])
  for (const source of [
    "db.deleteFrom('door_hinge')",
    "db\n  .updateTable(\n 'door_hinge as d')",
    "leasesOf('door_hinge', 'id')",
    'sql`delete from door_hinge where id = 1`',
    'sql`insert into door_hinge (id) values (1)`',
    'sql`update door_hinge set id = 1`',
  ])
    assert.deepEqual(
      shared([own, below, { file: 'features/guests/store.ts', source }]),
      ['door_hinge: features/doors, features/guests'],
      source,
    )
})
