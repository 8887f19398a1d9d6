import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toJavaScript } from '../../scripts/package/javascript.ts'
import { files, read } from '../structure/repository-files.ts'

test('TypeScript, when it is built, keeps its lines and names the built files', () => {
  const source = [
    "import type { A } from './a.ts'",
    "import { b } from '../b.ts'",
    "export * from './c.ts'",
    "const load = () => import('./d.ts')",
    "const worker = new URL('./e.ts', import.meta.url)",
    "const words: string = 'see f.ts'",
  ]
  assert.deepEqual(toJavaScript(source.join('\n')).split('\n'), [
    '',
    "import { b } from '../b.js'",
    "export * from './c.js'",
    "const load = () => import('./d.js')",
    "const worker = new URL('./e.js', import.meta.url)",
    "const words         = 'see f.ts'",
  ])
})

test('sources, when they are built, name no file that is not there any more', () => {
  const ours = files.filter((file) =>
    /^packages\/(?!console|sdk)[^/]+\/(src|migrations)\/.*(?<!\.test)\.ts$/.test(file),
  )
  assert.ok(ours.length > 400)
  const naming = (file: string) => toJavaScript(read(file)).match(/['"]\.{1,2}\/[^'"\n]*\.ts['"]/g) ?? []
  assert.deepEqual(ours.flatMap(naming), [])
})
