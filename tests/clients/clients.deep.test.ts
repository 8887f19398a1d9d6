import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { nukiWebApi } from './api-clients.ts'
import { hbNbTools, iobrokerNukiExtended, nukiBridgeApi } from './bridge-clients.ts'
import { eventSource, standardWebhooks, svix } from './event-clients.ts'
import { type Client, openHouse } from './house.ts'
import { openidClient, simpleOauth2 } from './oauth-clients.ts'

const CLIENTS: readonly Client[] = [
  nukiWebApi,
  iobrokerNukiExtended,
  nukiBridgeApi,
  hbNbTools,
  openidClient,
  simpleOauth2,
  eventSource,
  standardWebhooks,
  svix,
]

test('programs and libraries that exist, unmodified, do what they are used for', async (t) => {
  const house = await openHouse(t)
  for (const { name, calls } of CLIENTS)
    for (const [call, run] of Object.entries(calls))
      await t.test(`${name}: ${call}`, async () => void (await run(house)))
})

const TABLE = new URL('../../docs/clients.md', import.meta.url)

const versionOf = (name: string): string =>
  JSON.parse(readFileSync(new URL(`../../node_modules/${name}/package.json`, import.meta.url), 'utf8'))
    .version

const rowOf = ({ name, speaks, calls }: Client): string =>
  `| ${name} ${versionOf(name)} | ${speaks} | ${Object.keys(calls).join('; ')} |`

const tableOf = (clients: readonly Client[]): string => `# Clients that run against every change

Programs and libraries of others, as the registry has them. \`tests/clients\` runs each of these calls against a started
service with simulated locks, and writes this table.

| Client | Speaks to | Calls |
|---|---|---|
${clients.map(rowOf).join('\n')}
`

test('the table of clients and their calls is of today', () => {
  const table = tableOf(CLIENTS)
  const written = readFileSync(TABLE, 'utf8')
  writeFileSync(TABLE, table)
  assert.equal(written, table, 'docs/clients.md was out of date and has been written anew')
})
