import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createLog, type Log } from './log.ts'

/** What a logger wrote, as text and as parsed lines. */
function listen(level = 'info'): { log: Log; text: () => string; lines: () => Record<string, unknown>[] } {
  const written: string[] = []
  const log = createLog({ level, destination: { write: (line: string) => void written.push(line) } })
  return { log, text: () => written.join(''), lines: () => written.map((line) => JSON.parse(line)) }
}

describe('a log line', () => {
  test('has an ISO time, a level by name, its fields and its message', () => {
    const { log, lines } = listen()
    log.info({ smartlockId: 21913877581 }, 'command published')
    const [line] = lines()
    assert.match(String(line?.time), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    assert.partialDeepStrictEqual(line, { level: 'info', smartlockId: 21913877581, msg: 'command published' })
  })

  test('below the level is not written', () => {
    const { log, text } = listen('warn')
    log.info('quiet')
    assert.equal(text(), '')
  })
})

describe('secrets in log lines', () => {
  const SECRET = 'hush-4711'
  const NAMES = [
    ...[
      'authorization',
      'Authorization',
      'cookie',
      'set-cookie',
      'token',
      'accessToken',
      'access_token',
      'refreshToken',
    ],
    ...[
      'secret',
      'clientSecret',
      'client_secret',
      'webhookSecret',
      'password',
      'newPassword',
      'password_hash',
    ],
    ...[
      'pin',
      'adminPin',
      'admin_pin',
      'code',
      'codes',
      'keypadCode',
      'otp',
      'codeVerifier',
      'secretKey',
      'privateKey',
    ],
  ]
  for (const name of NAMES) {
    test(`the value of ${name} is hidden at the top, deep inside and in lists`, () => {
      const { log, text, lines } = listen()
      log.info(
        { [name]: SECRET, body: { auth: [{ [name]: SECRET, nested: { [name]: [SECRET] } }] } },
        'message',
      )
      assert.ok(!text().includes(SECRET), text())
      assert.equal(lines()[0]?.[name], '[redacted]')
    })
  }

  test('numbers are hidden too, absence and yes-or-no are not', () => {
    const { log, lines } = listen()
    log.info({ body: { code: 384365, pin: null, deleteApiTokens: true } })
    assert.deepEqual(lines()[0]?.body, { code: '[redacted]', pin: null, deleteApiTokens: true })
  })

  test('names that only resemble secrets stay readable', () => {
    const fields = { errorCode: 'ff', statusCode: 204, tokenId: 'a1', apiKeyId: 7, codeId: 3, spin: 1 }
    const { log, lines } = listen()
    log.info(fields)
    assert.partialDeepStrictEqual(lines()[0], fields)
  })

  test('bytes are counted, not shown', () => {
    const { log, lines } = listen()
    log.info({ device: { key: Buffer.from(SECRET) } })
    assert.deepEqual(lines()[0]?.device, { key: `[${SECRET.length} bytes]` })
  })

  test('an error keeps its message, stack and code, but not the request somebody attached to it', () => {
    const { log, text, lines } = listen()
    const error = Object.assign(new Error('refused'), {
      code: 'ECONNREFUSED',
      options: { headers: { authorization: SECRET }, password: SECRET },
    })
    log.error({ err: error }, 'failed')
    log.error(error)
    assert.ok(!text().includes(SECRET), text())
    for (const line of lines()) {
      assert.partialDeepStrictEqual(line.err, { type: 'Error', message: 'refused', code: 'ECONNREFUSED' })
      assert.match((line.err as { stack: string }).stack, /log\.test\.ts/)
    }
  })

  test('a child logger hides them in its own fields and in its lines', () => {
    const { log, text } = listen()
    const child = log.child({ requestId: 'r1', token: SECRET, req: { headers: { authorization: SECRET } } })
    child.warn({ body: { password: SECRET } }, 'refused')
    assert.ok(text().includes('r1'))
    assert.ok(!text().includes(SECRET), text())
  })

  test('the caller keeps its object as it was', () => {
    const { log } = listen()
    const fields = { body: { password: SECRET, list: [{ code: 1 }] } }
    log.info(fields)
    assert.deepEqual(fields, { body: { password: SECRET, list: [{ code: 1 }] } })
  })

  test('an object that contains itself is cut off, not followed for ever', () => {
    const { log, text } = listen()
    const round: Record<string, unknown> = { password: SECRET }
    round.self = round
    log.info({ round })
    assert.ok(text().includes('[too deep]'))
    assert.ok(!text().includes(SECRET))
  })
})
