import assert from 'node:assert/strict'
import { apiTest, bothTest, type World } from '../../../../test/world.ts'

const put = (w: World, body: object, token?: string) =>
  w.request('PUT', '/account/setting', { body, ...(token !== undefined && { token }) })
const pathsOf = (answer: { json(): { errors: { path: string }[] } }) =>
  answer.json().errors.map(({ path }) => path)

apiTest('settings are empty, then merged key by key, then forgotten (4.20, D11)', async (w) => {
  assert.deepEqual((await w.api.accountSettings.get()).data, { web: {} })
  const stale = [{ smartlockId: 17_179_869_184, name: 'Door', read: false }]
  await put(w, {
    web: {
      deviceViewType: 'TILE',
      annotations: { 'example.com/a': '1', 'example.com/b': '2' },
      removedStaledDevices: [...stale, ...stale],
    },
  })
  const merged = await put(w, {
    web: {
      deviceSortType: 'NAME_ASC',
      unknown: 1,
      annotations: { 'example.com/a': null, 'x.example.com/c.d': '3' },
      removedStaledDevices: stale,
    },
  })
  const expected = {
    web: {
      deviceViewType: 'TILE',
      annotations: { 'example.com/b': '2', 'x.example.com/c.d': '3' },
      removedStaledDevices: stale,
      deviceSortType: 'NAME_ASC',
    },
  }
  assert.deepEqual(merged.json(), expected, 'lists are replaced, null takes a key away')
  assert.deepEqual((await w.api.accountSettings.get()).data, expected)
  assert.deepEqual((await put(w, expected)).json(), expected, 'sent back as read (D9)')
  assert.equal((await w.api.accountSettings.remove()).data.success, true)
  assert.deepEqual((await w.api.accountSettings.get()).data, { web: {} })
})

apiTest('settings of the wrong form or over 64 kB are refused and leave the old ones', async (w) => {
  await put(w, { web: { nukiClubDismissed: true } })
  for (const [path, web] of [
    ['web.deviceViewType', { deviceViewType: 'GRID' }],
    ['web.nukiClubDismissed', { nukiClubDismissed: 'yes' }],
    ['web.annotations.no-prefix', { annotations: { 'no-prefix': 'x' } }],
    ['web.annotations.UPPER.example/x', { annotations: { 'UPPER.example/x': 'x' } }],
    ['web.annotations.a.b/c', { annotations: { 'a.b/c': 5 } }],
    ['web.markedStaledDevices[0].read', { markedStaledDevices: [{ read: 1 }] }],
    ['web', { annotations: { 'a.b/c': 'ä'.repeat(33_000) } }],
  ] as const) {
    assert.deepEqual(pathsOf(await put(w, { web })), [path])
  }
  assert.deepEqual(pathsOf(await put(w, {})), ['web'])
  assert.equal((await w.request('PUT', '/account/setting')).json().code, 'body_required')
  assert.deepEqual((await w.api.accountSettings.get()).data, { web: { nukiClubDismissed: true } })
})

bothTest('two merges at the same time both count', async (w) => {
  const keys = Array.from({ length: 8 }, (_, i) => `example.com/k${i}`)
  await Promise.all(keys.map((key) => put(w, { web: { annotations: { [key]: 'x' } } })))
  const { annotations = {} } = (await w.api.accountSettings.get()).data.web
  assert.deepEqual(Object.keys(annotations).toSorted(), keys)
})

apiTest('a sub-account has settings of its own (D39)', async (w) => {
  const sub = await w.caller({ rights: 0 })
  await put(w, { web: { deviceViewType: 'LIST' } }, sub.token)
  assert.deepEqual((await w.api.accountSettings.get()).data, { web: {} })
  assert.deepEqual((await sub.api.accountSettings.get()).data, { web: { deviceViewType: 'LIST' } })
})
