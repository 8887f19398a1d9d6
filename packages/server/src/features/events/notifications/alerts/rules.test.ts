import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AlertChoices, AlertMessage } from '@latchwork/contract'
import { postFor } from './posts.ts'
import { countWrongCode, isWanted, type Mark, tellAt } from './rules.ts'

const choices = (more: Partial<AlertChoices> = {}): AlertChoices => ({
  rules: [{ kinds: ['leftOpen'] }, { smartlockId: 7, kinds: ['opened'] }],
  offlineMinutes: 15,
  timeZone: 'Europe/Berlin',
  ...more,
})

const alert = (kind: 'opened' | 'leftOpen' | 'arrival', smartlockId?: number) => ({
  ...{ id: 'a', kind, title: 'Door', at: '', path: '/' },
  ...(smartlockId !== undefined && { smartlockId }),
})

test('a door with rules of its own goes by those alone, every other one and a stay by the rule for all (D183)', () => {
  assert.equal(isWanted(choices(), alert('opened', 7)), true)
  assert.equal(isWanted(choices(), alert('leftOpen', 7)), false)
  assert.equal(isWanted(choices(), alert('leftOpen', 8)), true)
  assert.equal(isWanted(choices(), alert('opened', 8)), false)
  assert.equal(isWanted(choices({ rules: [{ kinds: ['arrival'] }] }), alert('arrival')), true)
})

test('quiet hours hold an alert until they end, by the wall clock of the person, over both clock changes (D183)', () => {
  const night = choices({ quiet: { from: 22 * 60, until: 7 * 60, except: ['leftOpen'] } })
  const told = (at: string, kind: 'opened' | 'leftOpen' = 'opened') =>
    new Date(tellAt(night, kind, Date.parse(at))).toISOString()
  assert.equal(told('2026-11-16T21:30:00.000Z'), '2026-11-17T06:00:00.000Z', 'before midnight')
  assert.equal(told('2026-11-17T02:00:00.000Z'), '2026-11-17T06:00:00.000Z', 'after midnight')
  assert.equal(told('2026-11-17T06:00:00.000Z'), '2026-11-17T06:00:00.000Z', 'over')
  assert.equal(told('2026-11-17T02:00:00.000Z', 'leftOpen'), '2026-11-17T02:00:00.000Z', 'excepted')
  assert.equal(told('2026-03-28T23:30:00.000Z'), '2026-03-29T05:00:00.000Z', 'an hour is missing')
  assert.equal(told('2026-10-24T22:30:00.000Z'), '2026-10-25T06:00:00.000Z', 'an hour is there twice')
  const noon = choices({ quiet: { from: 12 * 60, until: 13 * 60, except: [] }, timeZone: 'Asia/Kathmandu' })
  assert.equal(
    new Date(tellAt(noon, 'opened', Date.parse('2026-11-16T06:30:00Z'))).toISOString(),
    '2026-11-16T07:15:00.000Z',
  )
  assert.equal(tellAt(choices(), 'opened', 5), 5, 'none are set')
})

test('wrong codes are counted to three within ten minutes, and then from one again (D183)', () => {
  const minutes = [0, 4, 9, 9.9, 10, 12, 19]
  const counts: number[] = []
  let mark: Mark | undefined
  for (const minute of minutes) {
    mark = countWrongCode(mark, minute * 60_000)
    counts.push(mark.count)
  }
  assert.deepEqual(counts, [1, 2, 3, 4, 1, 2, 3])
})

test('each service is told in its own form, with the id where it has a place for one (D184)', () => {
  const message: AlertMessage = {
    ...{
      alertId: 'f'.repeat(24),
      kind: 'leftOpen',
      title: 'Front "door"',
      text: 'The door has been left open.',
    },
    ...{ date: '2026-11-16T12:00:00.000Z', path: '/doors/7' },
  }
  const sent = { message, link: 'https://locks.example/console/doors/7', isUrgent: true }
  const ntfy = postFor('ntfy', { url: 'https://ntfy.example/my-doors/', token: 't' }, sent)
  assert.deepEqual(
    [ntfy.url, ntfy.headers.authorization, JSON.parse(ntfy.body).topic, JSON.parse(ntfy.body).priority],
    ['https://ntfy.example', 'Bearer t', 'my-doors', 5],
  )
  assert.equal(JSON.parse(ntfy.body).title, 'Front "door"')
  const gotify = postFor('gotify', { url: 'https://gotify.example/g', token: 'k' }, sent)
  assert.deepEqual([gotify.url, gotify.headers['x-gotify-key']], ['https://gotify.example/g/message', 'k'])
  const telegram = postFor('telegram', { token: '1:A', room: '-100' }, { ...sent, link: undefined })
  assert.equal(telegram.url, 'https://api.telegram.org/bot1:A/sendMessage')
  assert.deepEqual(JSON.parse(telegram.body).text, 'Front "door": The door has been left open.')
  const matrix = postFor('matrix', { url: 'https://m.example', token: 'a', room: '!x:m.example' }, sent)
  assert.deepEqual(
    [matrix.method, matrix.url],
    [
      'PUT',
      `https://m.example/_matrix/client/v3/rooms/!x%3Am.example/send/m.room.message/${message.alertId}`,
    ],
  )
})
