import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { request } from 'node:http'
import type { Receiver } from '../../packages/server/test/webhook-receiver.ts'
import type { World } from '../../packages/server/test/world.ts'
import type { RecordedStep } from './recorded/client.ts'

/** What the names in braces stand for. */
export type Names = Map<string, unknown>

export interface Played {
  readonly w: World
  readonly url: string
  readonly receiver: Receiver
}

/** Replaces the names in every string; a string that is one name only becomes the value itself. */
function filled(value: unknown, names: Names): unknown {
  if (typeof value === 'string') {
    const [, only] = /^\{(\w+)\}$/.exec(value) ?? []
    if (only !== undefined) return named(only, names)
    return value.replace(/\{(\w+)\}/g, (_all, name: string) => String(named(name, names)))
  }
  if (Array.isArray(value)) return value.map((one) => filled(one, names))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([field, one]) => [field, filled(one, names)]))
}

function named(name: string, names: Names): unknown {
  assert.ok(names.has(name), `no earlier step kept ${name}`)
  return names.get(name)
}

/** Sends one call over a real connection, checks the answer, and keeps what later steps need. */
export async function play(step: RecordedStep, names: Names, { w, url, receiver }: Played): Promise<void> {
  const heardBefore = receiver.messages.length
  const { status, text } = await send(step, names, url)
  if (step.status === undefined) assert.ok(status >= 200 && status < 300, `${status} ${text}`)
  else assert.equal(status, step.status, text)
  if (step.says !== undefined) assert.ok(text.includes(step.says), text)
  if (step.reads !== undefined) readAnswer(step, names, JSON.parse(text))
  if (step.hears !== undefined) named('webhookSecret', names)
  for (const [feature, shape] of Object.entries(step.hears ?? {})) {
    const message = await w.until(`${feature} arrived`, async () =>
      receiver.messages
        .slice(heardBefore)
        .find(({ payload, path }) => payload.feature === feature && path === names.get('webhookPath')),
    )
    assert.deepEqual(lacking(shape, message.payload), [])
    const signature = createHmac('sha256', String(names.get('webhookSecret')))
      .update(message.body)
      .digest('hex')
    assert.equal(message.headers['x-nuki-signature-sha256'], signature)
  }
}

/** Finds what the client looks for, keeps what later steps need, and checks that nothing the client reads is missing. */
function readAnswer(step: RecordedStep, names: Names, answer: unknown): void {
  const [shape, found] = Array.isArray(step.reads)
    ? [step.reads[0], elementFor(step, names, answer)]
    : [step.reads, answer]
  for (const [name, field] of Object.entries(step.keeps ?? {})) {
    const value = (found as Record<string, unknown> | undefined)?.[field]
    if (value !== undefined) names.set(name, value)
  }
  if (shape === undefined) return
  const checked = step.readsEach ? (answer as unknown[]) : [found]
  assert.deepEqual([...new Set(checked.flatMap((one) => lacking(shape, one)))], [])
}

/** The element of a list that the client looks for; of several the one that has most of what it reads. */
function elementFor(step: RecordedStep, names: Names, answer: unknown): unknown {
  assert.ok(Array.isArray(answer), `not a list: ${JSON.stringify(answer)}`)
  const [shape] = step.reads as unknown[]
  const wanted = Object.entries(filled(step.finds ?? {}, names) as Record<string, unknown>)
  const candidates = answer.filter((one) => wanted.every(([field, value]) => one[field] === value))
  if (shape !== undefined)
    assert.ok(candidates.length > 0, `nothing has ${JSON.stringify(wanted)} in ${JSON.stringify(answer)}`)
  return candidates.toSorted((a, b) => lacking(shape, a).length - lacking(shape, b).length)[0]
}

/** The fields of the example that the value lacks, or has with another type. */
function lacking(example: unknown, value: unknown, at = 'answer'): string[] {
  if (Array.isArray(example)) {
    if (!Array.isArray(value)) return [`${at} is not a list`]
    const [shape] = example
    if (shape === undefined) return []
    return value.length === 0 ? [`${at} is empty`] : lacking(shape, value[0], `${at}[0]`)
  }
  if (example !== null && typeof example === 'object') {
    if (value === null || typeof value !== 'object' || Array.isArray(value)) return [`${at} is not an object`]
    return Object.entries(example).flatMap(([key, one]) => {
      const field = key.replace(/\?$/, '')
      const part = (value as Record<string, unknown>)[field]
      return key !== field && part === undefined ? [] : lacking(one, part, `${at}.${field}`)
    })
  }
  return typeof value === typeof example ? [] : [`${at} is ${typeof value}, not ${typeof example}`]
}

/** `fetch` cannot send a GET with a body, which some of these clients do. */
function send(step: RecordedStep, names: Names, base: string): Promise<{ status: number; text: string }> {
  const [method = '', path] = (filled(step.call, names) as string).split(' ')
  const given = filled(step.body, names)
  const payload = given === undefined || typeof given === 'string' ? given : JSON.stringify(given)
  const bearer = names.get('access') ?? names.get('token')
  const headers = {
    accept: 'application/json',
    ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
    ...(payload !== undefined && {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(payload),
    }),
    ...(filled(step.headers ?? {}, names) as Record<string, string | null>),
  }
  const sent = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== null))
  return new Promise((resolve, reject) => {
    const call = request(
      `${base}${path}`,
      { method, headers: sent as Record<string, string> },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }),
        )
      },
    )
    call.on('error', reject)
    call.end(payload)
  })
}
