import assert from 'node:assert/strict'
import { clockOf, HOUR_MS, onMovableClock, stay, stayAt, windowOf } from '../../../../test/stays.ts'
import { apiTest } from '../../../../test/world.ts'

apiTest(
  'a door that a guest asks for with the same key again moves once, also when it was open long since (D29)',
  async (w) => {
    const { smartlockId } = await w.simulated()
    const place = await stayAt(w, [smartlockId], { inDays: 1 })
    const [from = 0] = windowOf(await stay(w, place))
    await clockOf(w).moveTo(from + HOUR_MS)
    const tokens: string[] = []
    for (let i = 0; i < 2; i++) {
      const { data } = await w.api.guestLinks.createForStay({ params: place, body: {} })
      tokens.push(data.path.slice('/g/'.length))
    }
    const [token = '', other = ''] = tokens
    const open = async (by: string, key: string) => {
      const headers = { 'idempotency-key': key }
      const answer = await w.request('POST', `/guest/door/${smartlockId}/open`, { token: by, headers })
      assert.equal(answer.statusCode, 204, answer.payload)
      return String(answer.headers['operation-id'])
    }
    const first = await open(token, 'wish')
    await w.untilOperation(first, 'confirmed')
    assert.equal(await open(token, 'wish'), first)
    const second = await open(token, 'another')
    await w.untilOperation(second, 'confirmed')
    const others = await open(other, 'wish')
    await w.untilOperation(others, 'confirmed')
    assert.equal(new Set([first, second, others]).size, 3, 'another wish, and the wish of another')
    const { data: operations } = await w.api.operations.list({ query: { smartlockId } })
    assert.equal(operations.filter(({ type }) => type === 'action').length, 3)
  },
  onMovableClock,
)
