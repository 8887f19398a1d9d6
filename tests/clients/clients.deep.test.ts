import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { nukiWebApi } from './api-clients.ts'
import { hbNbTools, iobrokerNukiExtended, nukiBridgeApi } from './bridge-clients.ts'
import { eventSource, standardWebhooks, svix } from './event-clients.ts'
import { type Client, openHouse } from './house.ts'
import { openidClient, simpleOauth2 } from './oauth-clients.ts'
import type { RecordedClient } from './recorded/client.ts'
import { RECORDED } from './recorded/clients.ts'

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

/** Operations, once each and without what is asked in the query. */
const callsOf = ({ steps }: RecordedClient): string =>
  [...new Set(steps.map(({ call }) => `\`${call.split('?')[0]}\``))].join(', ')

const accessOf = ({ token, oauth }: RecordedClient): string => {
  if (oauth !== undefined) return `OAuth 2: ${oauth}`
  if (token === 'management') return 'management token'
  return token === undefined ? 'none' : `API token: ${token}`
}

const recordedRowOf = (client: RecordedClient): string =>
  `| ${client.client} | ${client.source} | ${accessOf(client)} | ${callsOf(client)} |`

const tableOf = (clients: readonly Client[]): string => `# Clients that run against every change

The tests write this document.

## Libraries that run unmodified

Published packages, used without changes. \`tests/clients\` runs each of these calls against a started service with
simulated locks.

| Client | Speaks to | Calls |
|---|---|---|
${clients.map(rowOf).join('\n')}

## Recorded calls

Public programs that call this interface. Their calls are recorded as data in \`tests/clients/recorded\`: method, path, body
and the fields that the program reads. The test sends each call to the account of a fresh installation, with the access
that the program has, and checks the status and the type of every field. The recordings hold facts about calls; they
contain no code of these programs.

A change that breaks one of these clients needs a decision in [api-decisions.md](api-decisions.md) that names the client
and says why (D259). Change the recording only together with that decision, or when the program itself has changed.

| Repository | File | Access | Calls |
|---|---|---|---|
${RECORDED.map(recordedRowOf).join('\n')}
`

test('the table of clients and their calls is of today', () => {
  const table = tableOf(CLIENTS)
  const written = readFileSync(TABLE, 'utf8')
  writeFileSync(TABLE, table)
  assert.equal(written, table, 'docs/clients.md was out of date and has been written anew')
})

test('D259: each recorded client is there once, with a source and with calls', () => {
  const names = RECORDED.map(({ client }) => client)
  assert.deepEqual(
    names.filter((name, at) => names.indexOf(name) !== at),
    [],
  )
  for (const { client, source, steps } of RECORDED) assert.ok(source !== '' && steps.length > 0, client)
})
