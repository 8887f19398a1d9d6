import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Service, ServiceLink } from '@latchwork/contract'
import { objectIn, settingsChange } from '../src/pages/addresses/address-fields.ts'
import { calendarUrl } from '../src/pages/addresses/calendar-url.ts'
import { worstOf } from '../src/pages/addresses/calendars.ts'

test('the address of a calendar, as platforms hand it out, is sent as https; anything else is not sent', () => {
  assert.equal(calendarUrl(' https://a.example/1.ics?s=x '), 'https://a.example/1.ics?s=x')
  assert.equal(calendarUrl('webcal://a.example/1.ics'), 'https://a.example/1.ics')
  for (const text of ['', 'a.example/1.ics', 'ftp://a.example/1.ics', 'https://', 'javascript:alert(1)']) {
    assert.equal(calendarUrl(text), undefined, text)
  }
})

test('settings of an address, edited as a whole, are sent so that a key that was taken out goes', () => {
  assert.deepEqual(settingsChange({ a: 1, b: 2 }, { b: 3, c: 4 }), { a: null, b: 3, c: 4 })
  assert.deepEqual(objectIn('{"a": 1}'), { a: 1 })
  assert.deepEqual(objectIn(' '), {})
  for (const text of ['[]', '1', 'null', '{']) assert.equal(objectIn(text), undefined, text)
})

test('several calendars of an address are summed up by the one that most needs a look', () => {
  const service = { enabled: true } as Service
  const good = { service, link: { status: 'active', lastSyncDate: '2026-01-01T00:00:00Z' } as ServiceLink }
  const failing = { service, link: { ...good.link, lastError: 'The server answered 500.' } }
  const paused = { service, link: { ...failing.link, status: 'paused' as const } }
  const waiting = { service, link: { status: 'active' } as ServiceLink }
  const off = { service: { enabled: false } as Service, link: good.link }
  assert.equal(worstOf([]), undefined)
  assert.equal(worstOf([good]), 'good')
  assert.equal(worstOf([good, waiting]), 'waiting')
  assert.equal(worstOf([good, failing, waiting]), 'failing')
  assert.equal(worstOf([failing, off]), 'off')
  assert.equal(worstOf([off, paused, good]), 'paused')
})
