import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { NotificationSetting } from '@latchwork/contract'
import { rulesOf, settingsOf } from '../src/pages/account/notification-rules.ts'

const withoutKeys = (settings: NotificationSetting[]) => rulesOf(settings).map(({ key: _, ...rule }) => rule)

test('doors of which the same is told are one rule; all doors, and doors of certain people, are rules of their own', () => {
  const rules = withoutKeys([
    { smartlockId: 1, triggerEvents: ['lock', 'ring'] },
    { triggerEvents: ['lock', 'ring'] },
    { smartlockId: 2, triggerEvents: ['ring', 'lock'] },
    { smartlockId: 3, triggerEvents: ['lock', 'ring'], authIds: ['a'] },
    { smartlockId: 3, triggerEvents: ['lock', 'ring'], authIds: ['a', 'b'] },
  ])
  assert.deepEqual(rules, [
    { doors: [1, 2], triggerEvents: ['lock', 'ring'], authIds: [] },
    { doors: [], triggerEvents: ['lock', 'ring'], authIds: [] },
    { doors: [3], triggerEvents: ['lock', 'ring'], authIds: ['a', 'b'] },
  ])
})

test('rules, sent back unchanged, tell the same as before', () => {
  const settings: NotificationSetting[] = [
    { smartlockId: 1, triggerEvents: ['unlock'] },
    { smartlockId: 2, triggerEvents: ['unlock'] },
    { triggerEvents: ['warnings'] },
    { smartlockId: 1, triggerEvents: ['unlock'], authIds: ['a'] },
    { triggerEvents: ['lock'], authIds: ['b'] },
  ]
  assert.deepEqual(settingsOf(rulesOf(settings)), settings)
})
