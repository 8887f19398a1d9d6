import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newEnd, newName } from './rules.ts'

test('a pattern makes names of the name there is and of the number, or of a part that is replaced', () => {
  assert.equal(newName({ to: 'West {n}' }, 'Door', 7), 'West 7')
  assert.equal(newName({ to: '{name} (old) {name}' }, '{n}', 7), '{n} (old) {n}', 'a name is no pattern')
  assert.equal(newName({ find: 'Wing A', to: 'West' }, 'Wing A 12', 1), 'West 12')
  assert.equal(newName({ find: 'o', to: '$&{n}' }, 'Door', 3), 'D$&3$&3r', 'nothing in it is special')
  assert.equal(newName({ find: 'x', to: 'y' }, 'Door', 1), 'Door')
})

test('what is no name for a door is none: empty, too long, with control characters', () => {
  for (const to of ['', '   ', 'x'.repeat(33), 'a\u0000b', 'line\nbreak'])
    assert.equal(newName({ to }, 'Door', 1), undefined, to)
  assert.equal(newName({ to: '{name}{name}' }, 'y'.repeat(20), 1), undefined)
  assert.equal(newName({ to: '😀'.repeat(32) }, 'Door', 1), '😀'.repeat(32), 'characters are counted')
})

test('a right is extended to a day, or by days from its own end; one without an end stays so', () => {
  assert.equal(newEnd({ untilDate: '2030-01-01T00:00:00Z' }, null), Date.UTC(2030, 0, 1))
  assert.equal(newEnd({ days: 2 }, 1000), 1000 + 2 * 86_400_000)
  assert.equal(newEnd({ days: 2 }, null), undefined)
})
