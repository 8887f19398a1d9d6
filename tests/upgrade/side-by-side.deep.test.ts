import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { MIGRATIONS } from '../../packages/server/src/schema/migrations.ts'
import { newStorage, removeStorage } from '../../packages/server/test/storage.ts'
import { checkOutCode, commitBefore } from './old-version.ts'
import { workSideBySide } from './side-by-side.ts'

test('the code of before the newest migrations and that of today work side by side on one PostgreSQL', {
  timeout: 1_200_000,
}, async (t) => {
  const commit = commitBefore(Object.keys(MIGRATIONS).toSorted())
  if (commit === undefined) return t.skip('the history of this clone does not reach back to earlier code')
  const folder = mkdtempSync(join(tmpdir(), 'latchwork-old-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const storage = await newStorage('postgres', { untouched: true })
  t.after(() => removeStorage(storage))
  await workSideBySide({
    databaseUrl: storage.databaseUrl ?? '',
    oldMain: checkOutCode(commit, folder),
    locks: 1,
    say: (line) => t.diagnostic(line),
  })
})
