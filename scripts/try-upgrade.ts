// `npm run try:upgrade -- --commit=<commit>`: the version of that commit and this one side by side on one PostgreSQL and one
// Mosquitto, as during an upgrade of several processes. The old one has the dependencies that it had then, from the registry;
// `npm test` does the same with those of today. --checkout=<folder> keeps what was checked out and installed for the next run.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createDatabase, startPostgres } from '../packages/server/test/postgres.ts'
import { checkOut } from '../tests/upgrade/old-version.ts'
import { workSideBySide } from '../tests/upgrade/side-by-side.ts'

const { values } = parseArgs({ options: { commit: { type: 'string' }, checkout: { type: 'string' } } })
if (values.commit === undefined) throw new Error('--commit=<commit>')
const place = mkdtempSync(join(tmpdir(), 'latchwork-upgrade-'))
await using ends = new AsyncDisposableStack()
ends.defer(() => rmSync(place, { recursive: true, force: true }))
const oldMain = await checkOut(values.commit, values.checkout ?? join(place, 'checkout'))
const postgres = await startPostgres()
ends.defer(() => postgres.stop())
const databaseUrl = await createDatabase(postgres.url, 'upgrade')
await workSideBySide({ databaseUrl, oldMain, locks: 4, say: (line) => console.log(line) })
console.log('Both versions worked side by side.')
