import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Smartlock, SmartlockConfig, SmartlockLog } from '@latchwork/contract'
import fc from 'fast-check'
import Type from 'typebox'
import { Compile } from 'typebox/compile'
import type { JsonSchema } from './json-schema.ts'
import { Issues, readValue } from './read-value.ts'

const read = (schema: unknown, value: unknown) => {
  const issues = new Issues()
  const result = readValue(schema as JsonSchema, value, '', issues)
  return { result, issues: issues.list }
}

/** Values near what the schema wants, so that both answers are common. */
const anything = fc.oneof(
  fc.integer({ min: -300, max: 70_000 }),
  fc.double(),
  fc.boolean(),
  fc.string({ maxLength: 40 }),
  fc.constantFrom('0123456789abcdef01234567', ''),
  fc.array(fc.integer(), { maxLength: 3 }),
)

const objectLike = (schema: { properties: Record<string, unknown> }) =>
  fc.record(Object.fromEntries(Object.keys(schema.properties).map((name) => [name, anything])), {
    requiredKeys: [],
  })

for (const [name, schema] of Object.entries({ Smartlock, SmartlockConfig, SmartlockLog })) {
  test(`reading agrees with the JSON Schema of ${name}: what passes is valid, what is refused is not`, () => {
    const valid = Compile(schema)
    fc.assert(
      fc.property(objectLike(schema), (value) => {
        const { result, issues } = read(schema, value)
        if (issues.length === 0) assert.ok(valid.Check(result), JSON.stringify(result))
        else assert.ok(!valid.Check(value) || hasDate(schema), JSON.stringify({ value, issues }))
      }),
      { numRuns: 300 },
    )
  })
}

/** Our dates are stricter than the schema's format, which is a hint only. */
const hasDate = (schema: unknown) => JSON.stringify(schema).includes('date-time')

test('an integer takes digit strings, and only whole safe ones', () => {
  const schema = Type.Integer({ minimum: 0, maximum: 1000 })
  assert.equal(read(schema, '384').result, 384)
  for (const bad of ['', '1e3', '0x10', ' 5', '5.0', '99999999999999999999', 1.5, true, null, [], {}]) {
    assert.equal(read(schema, bad).issues.length, 1, JSON.stringify(bad))
  }
})

test('strings count characters, not UTF-16 units, and hold no NUL', () => {
  const schema = Type.String({ maxLength: 3 })
  assert.equal(read(schema, '🔒🔑🚪').result, '🔒🔑🚪')
  assert.equal(read(schema, '🔒🔑🚪!').issues.length, 1)
  assert.equal(read(schema, 'a\0').issues.length, 1)
  const names = Type.Array(Type.String(), { uniqueItems: true })
  assert.equal(read(names, ['\ud800', '\ud801']).issues.length, 1, 'what is stored alike counts as the same')
})

test('arrays name the entry that is wrong, and refuse repeated entries where told', () => {
  const schema = Type.Array(Type.Integer(), { maxItems: 3, uniqueItems: true })
  assert.equal(read(schema, [1, 'x', 2]).issues[0]?.path, '[1]')
  assert.equal(read(schema, [1, '1']).issues.length, 1)
  assert.equal(read(schema, [1, 2, 3, 4]).issues.length, 1)
})

test('a key called __proto__ stays a plain key', () => {
  const schema = Type.Record(Type.String(), Type.Unknown())
  const { result } = read(schema, JSON.parse('{"__proto__":{"admin":true}}'))
  assert.equal(({} as { admin?: boolean }).admin, undefined)
  assert.equal((result as { admin?: boolean }).admin, undefined)
})

test('complaints are bounded, however much is wrong', () => {
  const schema = Type.Array(Type.Integer())
  assert.equal(read(schema, Array(10_000).fill('x')).issues.length, 100)
})
