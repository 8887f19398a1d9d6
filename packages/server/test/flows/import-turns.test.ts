import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import type { Import } from '@latchwork/contract'
import { account, codeOf, entryOf, HERE, hex, LOCK, lockOf, made, TOKEN } from '../other-account.ts'
import { type OtherService, startOther } from '../other-service.ts'
import { type Api, createWorld } from '../world.ts'

const LOCKS = 24
const ENTRIES = 1000

test('sources that take their time do not hold up the import of somebody else, and lose nothing by making way', async (t) => {
  const w = await createWorld(t, 'sqlite', HERE)
  const [slow, slowToo, quick] = [await startOther(t), await startOther(t), await startOther(t, account())]
  const callers = [await w.account(), await w.account()] as const
  const at = async (api: Api, importId: string): Promise<Import> =>
    (await api.imports.get({ params: { importId } })).data
  const until = (api: Api, importId: string, state: Import['state']) =>
    w.until(`it is ${state}`, async () => {
      const shown = await at(api, importId)
      return shown.state === state && shown
    })
  const compare = async (api: Api, { url }: OtherService) =>
    (await api.imports.create({ body: { url, token: TOKEN } })).data.importId

  // One is brought over and has a long log, one is compared and has many doors: both take both places for long.
  Object.assign(slow.account, {
    locks: [lockOf(LOCK + 1000, 'Gate')],
    logs: { [LOCK + 1000]: Array.from({ length: ENTRIES }, (_, i) => entryOf(i / 10, { id: hex(i + 1) })) },
  })
  const ids = Array.from({ length: LOCKS }, (_, i) => LOCK + 2000 + i)
  Object.assign(slowToo.account, {
    locks: [...ids.map((id) => lockOf(id, `Door ${id}`)), 'nonsense'],
    rights: Object.fromEntries(
      ids.map((id, i) => [id, [codeOf(i, { code: 384_361 }), { ...codeOf(0), id: hex(i + 900), type: 0 }]]),
    ),
  })
  const first = await compare(callers[0].api, slow)
  await until(callers[0].api, first, 'planned')
  let isSlow = true
  const takesItsTime = async (path: string) => {
    if (isSlow && /log|auth/.test(path)) await wait(400)
    return undefined
  }
  slow.instead = takesItsTime
  slowToo.instead = takesItsTime
  await callers[0].api.imports.start({ params: { importId: first } })
  const second = await compare(callers[1].api, slowToo)
  await w.until('both are under way', async () => slow.requests.length > 6 && slowToo.requests.length > 2)

  const third = await compare(w.api, quick)
  await until(w.api, third, 'planned')
  await w.api.imports.start({ params: { importId: third } })
  const whole = await until(w.api, third, 'done')
  assert.deepEqual(made(whole), { person: 1, lock: 2, address: 1, unit: 1, right: 3, log: 120 })
  assert.equal((await at(callers[0].api, first)).state, 'running', 'the slow ones are still at it')
  assert.equal((await at(callers[1].api, second)).state, 'planning')
  isSlow = false
  assert.equal(made(await until(callers[0].api, first, 'done')).log, ENTRIES)
  const { counts } = await until(callers[1].api, second, 'planned')
  assert.partialDeepStrictEqual(counts, {
    lock: { made: LOCKS, leftOut: 1 },
    right: { made: LOCKS, leftOut: LOCKS },
  })
})
