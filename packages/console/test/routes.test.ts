import { test } from 'node:test'
import { PAGE_WALK_MS, walk } from './page-walk.ts'

test('every page, in English, light, at a desk, is well made', { timeout: PAGE_WALK_MS }, (t) =>
  walk(t, { checksAccessibility: true }, (address, { go }) => go(address)),
)
