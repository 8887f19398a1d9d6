import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { api, RIGHTS, type Route } from '@latchwork/contract'

interface Row {
  number: string
  area: string
  method: string
  path: string
  success_status: string
  body_kind: string
  scope: string
  right_bit: string
  async: string
}

const [header = '', ...lines] = readFileSync(new URL('operations.tsv', import.meta.url), 'utf8')
  .trim()
  .split('\n')
const names = header.split('\t')
const rows = lines.map(
  (line) => Object.fromEntries(line.split('\t').map((cell, i) => [names[i], cell])) as unknown as Row,
)
const routes = Object.values(api).flatMap((area) => Object.values<Route>(area))

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, i) => from + i)
}

const accessText = ({ access }: Route) => {
  if (access === 'public') return ['none', '0']
  if (access === 'token') return ['any', '0']
  // No operation of the interface is a gateway's or a guest's.
  if (access === 'gateway' || access === 'guest') return [access, '0']
  const right = access.master ? 'master' : String(access.right ? RIGHTS[access.right] : 0)
  return [access.scopes.join('|'), right]
}

const bodyKind = ({ returns }: Route) => (returns as { type?: string } | undefined)?.type ?? 'none'

test('the table names all operations of the interface, once each', () => {
  assert.deepEqual(
    rows.map((row) => Number(row.number)).sort((a, b) => a - b),
    range(1, 101),
  )
})

for (const row of rows) {
  const route = routes.find((candidate) => candidate.number === Number(row.number))
  test(`#${row.number} ${row.method} ${row.path} is as the interface says`, () => {
    assert.ok(route, 'the contract has it')
    assert.deepEqual(
      [
        route.method,
        route.path,
        route.returns ? '200' : '204',
        bodyKind(route),
        ...accessText(route),
        route.async ? 'yes' : 'no',
      ],
      [row.method, row.path, row.success_status, row.body_kind, row.scope, row.right_bit, row.async],
    )
  })
}

test('no two routes share a method and path', () => {
  const keys = routes.map((route) => `${route.method} ${route.path}`)
  assert.equal(new Set(keys).size, keys.length)
})
