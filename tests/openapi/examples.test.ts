import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { api, errorCodesOf, type Route } from '@latchwork/contract'
import { Compile } from 'typebox/compile'
import type { Example } from '../../scripts/examples/choose.ts'
import { secretsIn } from '../../scripts/examples/clean.ts'

/** docs/examples is what the reference shows; `npm run examples` writes it anew. */
const root = join(import.meta.dirname, '../..')
const folder = join(root, 'docs/examples')
const examples = Object.fromEntries(
  readdirSync(folder).map((file) => [
    file.replace('.json', ''),
    JSON.parse(readFileSync(join(folder, file), 'utf8')) as Record<string, Example>,
  ]),
)
const routes = Object.entries(api).flatMap(([area, calls]) =>
  Object.entries<Route>(calls).map(([name, route]) => ({ label: `${area}.${name}`, route, area, name })),
)
const shown = routes.flatMap(({ area, name, ...rest }) => {
  const example = examples[area]?.[name]
  return example ? [{ ...rest, example }] : []
})

test('every operation has an example, and every example an operation', () => {
  const without = routes.filter(({ route, area, name }) => !route.stream && !examples[area]?.[name])
  assert.deepEqual(
    without.map(({ label }) => label),
    [],
  )
  const known = new Set(routes.map(({ label }) => label))
  const all = Object.entries(examples).flatMap(([area, calls]) =>
    Object.keys(calls).map((name) => `${area}.${name}`),
  )
  assert.deepEqual(
    all.filter((label) => !known.has(label)),
    [],
  )
})

test('every example is answered as the operation answers today, and names the fields that it takes', () => {
  for (const { label, route, example } of shown) {
    if (example.status >= 400) {
      assert.ok(ALWAYS_REFUSED.has(label), label)
      continue
    }
    assert.equal(example.status, route.returns || route.file ? 200 : 204, label)
    if (route.returns && !route.file) {
      const answer = Compile(route.returns)
      assert.ok(answer.Check(example.answer), `${label}: ${JSON.stringify(answer.Errors(example.answer))}`)
      assert.deepEqual(unknownIn(route.returns, example.answer), [], label)
    }
    assert.deepEqual(Object.keys(example.params ?? {}), Object.keys(properties(route.params)), label)
    for (const code of Object.keys(example.refusals ?? {}))
      assert.ok(errorCodesOf(route).includes(code as never) || isOfAnother(code), `${label} ${code}`)
  }
})

/** There is nothing behind these (D133). */
const ALWAYS_REFUSED = new Set(['get', 'pay', 'activate', 'terminate'].map((name) => `subscriptions.${name}`))

/** Then it was not this operation that answered (D6). */
const isOfAnother = (code: string) => code === 'method_not_allowed' || code === 'path_not_found'

test('every example comes from a test that is there', () => {
  const texts = new Map<string, string>()
  for (const { label, example } of shown) {
    const path = join(root, example.file)
    assert.ok(existsSync(path), `${label}: ${example.file}`)
    const text = texts.get(path) ?? readFileSync(path, 'utf8')
    texts.set(path, text)
    // Names that are put together are there in parts.
    const ends = [example.test.slice(0, 12), example.test.slice(-12)]
    assert.ok(
      ends.some((end) => text.includes(end)),
      `${label}: ${example.test}`,
    )
  }
})

test('no example shows a secret: they are blanked, wherever they stand', () => {
  const all = shown.flatMap(({ example }) => secretsIn(example as never))
  const isBlank = (text: string) => /^[xX0\W_]*$/.test(text) || text.startsWith('0123456789abcdef')
  assert.deepEqual(
    all.filter((secret) => !isBlank(secret) && !/^65f0c1a2b3d4\d{12}$/.test(secret)),
    [],
  )
})

interface Shape {
  properties?: Record<string, Shape>
  items?: Shape
  anyOf?: Shape[]
  patternProperties?: object
  additionalProperties?: boolean
}
const properties = (schema: unknown) => (schema as Shape | undefined)?.properties ?? {}

/** Fields that the schema does not have: an answer of an earlier day. */
function unknownIn(schema: unknown, value: unknown, path = ''): string[] {
  const { items, properties: fields, anyOf, patternProperties, additionalProperties } = schema as Shape
  if (Array.isArray(value)) return items ? value.flatMap((item) => unknownIn(items, item, `${path}[]`)) : []
  if (value === null || typeof value !== 'object' || anyOf || patternProperties || additionalProperties)
    return []
  return Object.entries(value).flatMap(([name, inner]) => {
    const field = fields?.[name]
    if (!field) return fields && Object.keys(fields).length > 0 ? [`${path}.${name}`] : []
    return unknownIn(field, inner, `${path}.${name}`)
  })
}
