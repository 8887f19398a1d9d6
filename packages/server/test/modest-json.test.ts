import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isModestJson } from '@latchwork/contract/modest-json'

const MOST = { objects: 3, members: 4, shapes: 3 }

test('JSON with more objects and lists, members or shapes than allowed is noticed', () => {
  const cases: [unknown, boolean][] = [
    [[[], {}], true],
    [[[], {}, []], false],
    [
      [
        { a: 1, b: 2 },
        { a: 1, b: 2 },
      ],
      true,
    ],
    [{ a: 1, b: 2, c: { a: 1 } }, true],
    [{ a: 1, b: 2, c: 3, d: 4 }, false],
    [
      [
        { a: 1, b: 2 },
        { b: 1, a: 2 },
      ],
      false,
    ],
    [[{ a: 1 }, { a: 1, b: 2, c: 3, a2: 4 }], false],
  ]
  for (const [value, isModest] of cases)
    assert.equal(isModestJson(JSON.stringify(value), MOST), isModest, JSON.stringify(value))
})

test('signs within texts are not counted, and a name with quotes is one name', () => {
  assert.equal(isModestJson(JSON.stringify(['[[[[{{{{::::', '\\"[[[[', 'x\\']), MOST), true)
  const quoted = { 'a":1,"b': 1 }
  assert.equal(isModestJson(JSON.stringify([quoted, quoted]), { ...MOST, shapes: 1 }), true)
})

test('what is not JSON is left to the parser', () => {
  for (const text of ['', ']]]]', '"', '"\\', ':', '{"a":', '}{'])
    assert.equal(isModestJson(text, { objects: 9, members: 9, shapes: 9 }), true, text)
})
