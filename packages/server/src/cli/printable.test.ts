import assert from 'node:assert/strict'
import { test } from 'node:test'
import { printable, tableOf } from './printable.ts'

test('what a terminal would obey is shown instead, and what people write stays', () => {
  const shown = printable('a\u001b[2Jb\u009b31mc\u0007d\re\u202ef\u007f — Zoë 門\t1\n2')
  assert.equal(shown, 'a\\u001b[2Jb\\u009b31mc\\u0007d\\u000de\\u202ef\\u007f — Zoë 門\t1\n2')
})

test('a value in a table can fake neither a column nor a row', () => {
  const table = tableOf(['id', 'name'], [[1, 'x\ty\n2\tadmin\u001b]0;title\u0007']])
  assert.deepEqual(table.split('\n'), ['id\tname', '1\tx\\u0009y\\u000a2\\u0009admin\\u001b]0;title\\u0007'])
})
