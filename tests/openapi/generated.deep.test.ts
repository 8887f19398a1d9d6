import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import createFetchClient from 'openapi-fetch'
import { createWorld } from '../../packages/server/test/world.ts'
import { compileAll, generateAll } from './generators.ts'
import { type MadeRequest, type Operation, operations, requestOf } from './requests.ts'

/** A generated client, ready to call: one operation, with what the document asks for. */
type Drive = (operation: Operation, request: MadeRequest) => Promise<unknown>

// biome-ignore lint/suspicious/noExplicitAny: what was generated a moment ago has no types here; the compiler has seen it
type Generated = any

const nameOf = ({ operationId }: Operation): string =>
  operationId.replace(/\.(\w)/, (_all, letter: string) => letter.toUpperCase())

/** How each of the four is called; the names are of their making. */
function drivesOf(folder: string, url: string, token: string): Record<string, Drive> {
  const load = (path: string): Generated => createRequire(join(folder, 'js', 'index.js'))(`./${path}`)
  const headers = { authorization: `Bearer ${token}` }
  const fetchClient: Generated = createFetchClient({ baseUrl: url, headers })
  const hey = load('hey/index.js')
  load('hey/client.gen.js').client.setConfig({ baseUrl: url, headers })
  const swagger = new (load('swagger/api.js').Api)({ baseUrl: url, baseApiParams: { headers } })
  const codegen = load('codegen/index.js')
  codegen.OpenAPI.BASE = url
  codegen.OpenAPI.TOKEN = token
  const services = Object.values<Generated>(codegen).filter((value) => typeof value === 'function')
  const groups = Object.values<Generated>(swagger).filter((value) => value && typeof value === 'object')
  return {
    'openapi-typescript': ({ method, path }, { path: params, query, body }) =>
      fetchClient[method](path, { params: { path: params, query }, ...(body !== undefined && { body }) }),
    '@hey-api/openapi-ts': (operation, { path, query, body }) =>
      hey[nameOf(operation)]({ path, query, body }),
    'swagger-typescript-api': (operation, { path, query, body }) => {
      const group = groups.find((calls) => typeof calls[nameOf(operation)] === 'function')
      const parameters = { ...path, ...query }
      const hasParameters = (operation.parameters ?? []).some((parameter) => parameter.in !== 'header')
      const given = [...(hasParameters ? [parameters] : []), ...(operation.requestBody ? [body ?? {}] : [])]
      return group[nameOf(operation)](...given)
    },
    'openapi-typescript-codegen': (operation, { path, query, body }) => {
      const service = services.find((calls) => typeof calls[nameOf(operation)] === 'function')
      return service[nameOf(operation)]({ ...path, ...query, requestBody: body })
    },
  }
}

test('clients that generators make from the document compile, and drive every operation', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'latchwork-generated-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  await generateAll(folder)
  assert.equal(await compileAll(folder), '')
  const w = await createWorld(t, 'sqlite', { sandbox: true })
  const url = await w.service.app.listen({ port: 0, host: '127.0.0.1' })
  const sent: { method: string; path: string; status: number }[] = []
  const realFetch = globalThis.fetch
  t.after(() => {
    globalThis.fetch = realFetch
  })
  globalThis.fetch = async (input, init) => {
    const request = new Request(input as Request, init)
    const response = await realFetch(request)
    sent.push({ method: request.method, path: new URL(request.url).pathname, status: response.status })
    return response
  }
  // A stream has no end; tests/clients listens to it.
  const driven = operations.filter(({ operationId }) => operationId !== 'events.stream')
  // Each has an account of its own, which it ends with.
  for (const name of Object.keys(drivesOf(folder, url, ''))) {
    const { token } = await w.account()
    const drive = drivesOf(folder, url, token)[name] as Drive
    await t.test(name, async () => {
      for (const operation of driven) {
        sent.length = 0
        const request = requestOf(operation, 'minimal', () => undefined)
        // A refusal is thrown by some; what was asked and answered counts.
        await drive(operation, request).catch(() => undefined)
        const [call] = sent
        const label = `${operation.operationId} ${JSON.stringify(call)}`
        assert.equal(sent.length, 1, label)
        assert.equal(call?.method, operation.method, label)
        assert.equal(call?.path, request.url.split('?')[0], label)
        assert.ok(String(call?.status) in operation.responses, label)
      }
    })
  }
})
