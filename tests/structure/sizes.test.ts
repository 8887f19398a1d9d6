import assert from 'node:assert/strict'
import { dirname } from 'node:path'
import { test } from 'node:test'
import ts from 'typescript'
import { files, read } from './repository-files.ts'

/** A folder that needs more is two; a file or function that does has two things in it. */
const MOST_FILES = 12
const MOST_LINES = 300
const FUNCTION_BELOW = 60

/** Still longer, and to be cut; an entry that is no longer needed makes the test fail. */
const STILL_LONG: string[] = []

/** Migrations are left out: what was released is never edited. */
const isOurs = (file: string) => /^(packages\/[^/]+\/(src|build)|scripts|bench)\//.test(file)
const isProduction = (file: string) =>
  isOurs(file) && /\.(ts|tsx|mjs|cjs)$/.test(file) && !/\.test\.\w+$/.test(file)

interface Long {
  readonly name: string
  readonly lines: number
}

/** Functions with so many lines or more, those inside others too. */
function longFunctions(file: string, text: string): Long[] {
  const kind = file.endsWith('.tsx') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind)
  const lineAt = (position: number) => source.getLineAndCharacterOfPosition(position).line
  const found: Long[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body) {
      const lines = lineAt(node.end) - lineAt(node.getStart()) + 1
      if (lines >= FUNCTION_BELOW) found.push({ name: `${file} ${nameOf(node)}`, lines })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

function nameOf(node: ts.SignatureDeclaration): string {
  const holder = node.name ? node : node.parent
  return 'name' in holder && holder.name ? (holder.name as ts.Node).getText() : 'without a name'
}

function fullFolders(paths: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const path of paths) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1)
  return [...counts].filter(([, count]) => count > MOST_FILES).map(([folder]) => folder)
}

const lengthOf = (text: string) => text.trimEnd().split('\n').length

test('folders, of features, hold at most 12 files', () => {
  const ofFeatures = files.filter((file) => file.startsWith('packages/server/src/features/'))
  assert.ok(ofFeatures.length > 200)
  assert.deepEqual(fullFolders(ofFeatures), [])
})

test('files, in production, have at most 300 lines', () => {
  const long = files.filter((file) => isProduction(file) && lengthOf(read(file)) > MOST_LINES)
  assert.deepEqual(long, [])
})

test('functions, wherever they are, have fewer than 60 lines', () => {
  const long = files.filter(isProduction).flatMap((file) => longFunctions(file, read(file)))
  assert.deepEqual(long.map(({ name }) => name).sort(), [...STILL_LONG].sort())
})

test('sizes, when something is one too large, are noticed', () => {
  const lines = (count: number) => Array.from({ length: count }, (_, i) => `  call(${i})`).join('\n')
  const planted = (count: number) => [
    `function declared() {\n${lines(count)}\n}`,
    `const arrow = () => {\n${lines(count)}\n}`,
    `class Some {\n  method() {\n${lines(count)}\n}\n}`,
    `const made = {\n  inner: {\n    async deep() {\n${lines(count)}\n}\n}\n}`,
  ]
  const found = (count: number) =>
    planted(count).flatMap((text) => longFunctions('planted.ts', text).map(({ name }) => name))
  assert.deepEqual(found(FUNCTION_BELOW - 3), [])
  assert.deepEqual(found(FUNCTION_BELOW - 2), [
    'planted.ts declared',
    'planted.ts arrow',
    'planted.ts method',
    'planted.ts deep',
  ])
  const folderOf = (count: number) => Array.from({ length: count }, (_, i) => `features/a/${i}.ts`)
  assert.deepEqual(fullFolders(folderOf(MOST_FILES)), [])
  assert.deepEqual(fullFolders(folderOf(MOST_FILES + 1)), ['features/a'])
  assert.equal(lengthOf(`${lines(MOST_LINES)}\n`), MOST_LINES)
})
