import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '../eventually.ts'
import { emptyAccount, type OtherService, startOther } from '../other-service.ts'
import { type ServiceProcess, startProcess } from '../service-process.ts'
import { newStorage, removeStorage } from '../storage.ts'

const LOCKS = 4
const CODES = 20
const ENTRIES = 1200
const SETTINGS = { LATCHWORK_OUTBOUND_ALLOW_LOOPBACK: 'true' }

const hex = (n: number) => n.toString(16).padStart(24, '0')
const idOf = (n: number) => 0x4_0000_0000 + n
/** Keypads have no 0. */
const codeOf = (i: number) => 333_311 + Math.floor(i / 9) * 10 + (i % 9)

/** Four locks with twenty codes and twelve hundred entries each. */
function fill({ account }: OtherService): void {
  for (let n = 1; n <= LOCKS; n++) {
    const smartlockId = idOf(n)
    account.locks.push({ smartlockId, type: 4, name: `Door ${n}`, config: { keypadPaired: true } })
    account.rights[smartlockId] = Array.from({ length: CODES }, (_, i) => ({
      ...{ id: hex(n * 1000 + i), type: 13, name: `Code ${i}`, code: codeOf(i), enabled: true },
    }))
    account.logs[smartlockId] = Array.from({ length: ENTRIES }, (_, i) => ({
      ...{ id: hex(n * 1_000_000 + i), action: 1, trigger: 0, state: 0, name: '' },
      date: new Date(Date.now() - i * 60_000).toISOString(),
    }))
  }
}

const stateOf = async ({ api }: ServiceProcess, importId: string) =>
  (await api.imports.get({ params: { importId } })).data

const pathsOf = (other: OtherService, word: string) =>
  other.requests.map(({ path }) => path).filter((path) => path.includes(word))

test('an import whose process is killed goes on where it was, and nothing is there twice', async (t) => {
  const other = await startOther(t, emptyAccount())
  fill(other)
  const storage = await newStorage('sqlite')
  t.after(() => removeStorage(storage))
  const first = await startProcess(storage, SETTINGS)
  const { data } = await first.api.imports.create({ body: { url: other.url, token: 'token-of-there' } })
  const { importId } = data
  await eventually('it is planned', async () => (await stateOf(first, importId)).state === 'planned')
  // In the middle of the third log, after a batch of it was stored.
  const reached = Promise.withResolvers<void>()
  let pages = 0
  other.instead = (path) => {
    if (path.startsWith(`/smartlock/${idOf(3)}/log`) && ++pages > 15) {
      reached.resolve()
      return Promise.withResolvers<undefined>().promise
    }
    return undefined
  }
  await first.api.imports.start({ params: { importId } })
  await reached.promise
  await first.kill()
  other.requests.length = 0
  other.instead = () => undefined
  const second = await startProcess(storage, SETTINGS)
  try {
    await eventually('it is done', async () => (await stateOf(second, importId)).state === 'done')
    const { counts } = await stateOf(second, importId)
    assert.equal(counts.log?.made, LOCKS * ENTRIES)
    assert.equal(counts.right?.made, LOCKS * CODES)
    assert.deepEqual(pathsOf(other, '/auth'), [], 'what was done before is not asked for again')
    assert.deepEqual(pathsOf(other, `/${idOf(2)}/log`), [])
    assert.ok(pathsOf(other, `/${idOf(3)}/log`)[0]?.includes('&id='), 'the log goes on where it was')
    const { data: page } = await second.api.authorizations.paged({ query: { size: 1 } })
    assert.equal(page.pagination.totalItems, LOCKS * CODES)
  } finally {
    await second.stop()
  }
})
