import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ownersObjects } from '../../packages/server/test/route-objects.ts'
import { createWorld, type World } from '../../packages/server/test/world.ts'
import { type Amount, codesOf, type Operation, operations, requestOf } from './requests.ts'

/** Answers that are no fault of a request, and wait for somebody. */
const STREAMS = new Set(['events.stream'])

interface Answer {
  operation: Operation
  status: number
  code: string | undefined
  text: string
}

async function answersTo(w: World, amount: Amount): Promise<Answer[]> {
  const objects = await ownersObjects(w)
  const known = (name: string) => objects[name]
  const answers: Answer[] = []
  for (const operation of operations.filter(({ operationId }) => !STREAMS.has(operationId))) {
    const { url, body } = requestOf(operation, amount, known)
    const token = operation.security.length === 0 ? { token: null } : {}
    const response = await w.request(operation.method, url, { ...token, ...(body !== undefined && { body }) })
    const isError = response.statusCode >= 400
    answers.push({
      operation,
      status: response.statusCode,
      code: isError ? response.json().code : undefined,
      text: isError ? response.payload.slice(0, 400) : '',
    })
  }
  return answers
}

/** Rules between parameters of a query, or about what is stored, which OpenAPI has no words for; all are in their descriptions. */
const BEYOND_WORDS: Record<string, string> = {
  'authorizations.explain': 'one of two parameters of the query',
  'bulk.create': 'what belongs to it depends on the action',
  'bulk.items': 'an id of another kind has the same name',
  'bulk.preview': 'what belongs to it depends on the action',
  'sheets.check': 'what belongs to it depends on the kind and the columns of the file',
  'sheets.rows': 'an id of another kind has the same name',
  'alerts.addChannel': 'what a channel needs depends on its kind',
  'events.list': 'each cursor goes with its own order',
  'openers.intercoms': 'a parameter of the query, unless another is true',
  'reservations.create': 'one date after another',
  'reservations.search': 'goes on behind a reservation that is there',
  'audit.list': 'an id of another kind has the same name',
  'sandbox.change': 'which switches there are depends on the device',
  'sandbox.happen': 'what can happen depends on the device',
}

/** What says that a request is not as the document wants it. */
const MALFORMED = new Set(['invalid_parameter', 'body_required', 'invalid_json', 'conflicting_alias'])

for (const amount of ['minimal', 'full'] as const)
  test(`requests made from the document alone, ${amount}, are as it says, and get the answers that it declares`, async (t) => {
    const w = await createWorld(t, 'sqlite', { sandbox: true, plainOwner: true })
    const answers = await answersTo(w, amount)
    const undeclared = answers.filter(
      ({ operation, status, code }) =>
        !(status in operation.responses) || (code && !codesOf(operation, status).includes(code)),
    )
    const malformed = answers.filter(
      ({ operation, code }) => code && MALFORMED.has(code) && !(operation.operationId in BEYOND_WORDS),
    )
    const shown = ({ operation, status, text }: Answer) => `${operation.operationId}: ${status} ${text}`
    assert.deepEqual([...undeclared, ...malformed].map(shown), [])
    const done = answers.filter(({ status }) => status < 300)
    assert.ok(done.length > operations.length / 3, `only ${done.length} of ${operations.length} were done`)
  })
