import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LockCapability, LockCodes } from '@latchwork/contract'
import { FOUND_CAPABILITY } from '../../../../test/played-gateway.ts'
import { soundCapability } from './sound.ts'

const withCodes = (codes: Partial<LockCodes>): LockCapability => ({
  ...FOUND_CAPABILITY,
  codes: { ...(FOUND_CAPABILITY.codes as LockCodes), ...codes },
})

test('what a lock says that makes sense is taken as it is', () => {
  assert.deepEqual(soundCapability(FOUND_CAPABILITY), FOUND_CAPABILITY)
})

test('a lock whose rules no code can follow holds no codes', () => {
  const nonsense: Partial<LockCodes>[] = [
    { minDigits: 8, maxDigits: 4 },
    { alphabet: '1111' },
    { alphabet: '012', forbiddenPrefixes: ['1', '2'] },
  ]
  for (const codes of nonsense)
    assert.equal(soundCapability(withCodes(codes)).codes, undefined, JSON.stringify(codes))
})

test('what is said twice counts once, what contradicts itself does not count, and what nobody knows is not kept', () => {
  const told = {
    ...withCodes({ alphabet: '3123', forbiddenPrefixes: ['12', '12'], readBack: 'none', foreign: true }),
    actions: [2, 1, 2],
    surprise: '<script>',
  }
  const { codes, actions, ...rest } = soundCapability(told)
  assert.deepEqual([codes?.alphabet, codes?.forbiddenPrefixes, codes?.foreign], ['123', ['12'], false])
  assert.deepEqual([actions, 'surprise' in rest], [[1, 2], false])
})
