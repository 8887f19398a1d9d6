import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AdvancedConfigChange, SmartlockConfigChange } from '@latchwork/contract'
import { brokenRule, changesOf, type FieldSchema, fieldsOf } from '../src/kit/forms/schema-fields.ts'

test('a form, made from a schema, has the fields that the device shows and no others', () => {
  const names = fieldsOf(SmartlockConfigChange, { name: 'Front door', ledBrightness: 3, keypadPaired: true })
  assert.deepEqual(
    names.map(({ name }) => name),
    ['name', 'ledBrightness'],
  )
})

test('what is sent is what was changed, and only that', () => {
  const values = { autoLock: true, lngTimeout: 20 }
  assert.deepEqual(changesOf({ autoLock: true, lngTimeout: 30 }, values), { lngTimeout: 30 })
  assert.deepEqual(changesOf({}, values), {})
})

test('a value is checked by the rules of its schema before it is sent', () => {
  const { ledBrightness, name } = SmartlockConfigChange.properties
  const { lngTimeout, autoLock } = AdvancedConfigChange.properties
  assert.equal(brokenRule(ledBrightness, 5), undefined)
  assert.equal(brokenRule(ledBrightness, 6), 'range')
  assert.equal(brokenRule(ledBrightness, ''), 'required')
  assert.equal(brokenRule(name, ''), 'length')
  assert.equal(brokenRule(name, 'x'.repeat(33)), 'length')
  assert.equal(brokenRule(name, '🔑'.repeat(32)), undefined, 'characters are counted, not their halves')
  assert.equal(brokenRule(lngTimeout as FieldSchema, 20), undefined)
  assert.equal(brokenRule(lngTimeout as FieldSchema, 21), 'range')
  assert.equal(brokenRule(autoLock, false), undefined)
})
