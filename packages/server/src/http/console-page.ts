import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { AppError } from '../platform/app-error.ts'
import { createFileReader, sendFile } from './built-files.ts'

export interface ConsoleOptions {
  /** Where the built console is. */
  folder: string
  /** What its page is told about this service, so that it need not ask. */
  facts: readonly string[]
}

/** Everything the console answers; all of it is GET. */
export const CONSOLE_PATHS = ['/', '/console', '/console/*']

/** What is a file; every other path below is a page that the console's own router knows. */
const FILES = /^(assets\/[\w.-]+|icon\.svg|icon-\w+\.png|manifest\.webmanifest|service-worker\.js)$/

/**
 * Scripts come only from here. Styles that the console makes at run time carry the nonce of their page. Nothing is
 * loaded from elsewhere, nothing may frame the console, and it calls nothing but this service.
 */
const policyOf = (nonce: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "manifest-src 'self'",
    "connect-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
  ].join('; ')

/** How the console's page answers an address that is not its own. */
export interface Appearance {
  status: number
  /** What the page is told about this answer, beside what it is told always. */
  facts: readonly string[]
}

export type ShowConsole = (reply: FastifyReply, appearance: Appearance) => Promise<FastifyReply>

/**
 * The console: static files under /console, and one page for every address below it that its own router knows. All
 * other paths stay the API's, so an unknown one is still 404 with an error body (D6). Returns how the page is shown where
 * another area of the service has something to ask a person.
 */
export function mountConsole(app: FastifyInstance, { folder, facts }: ConsoleOptions): ShowConsole {
  const files = createFileReader(folder)
  app.get('/', (_request, reply) => reply.redirect('/console/'))
  app.get('/console', (_request, reply) => sendPage(reply, folder, facts))
  app.get<{ Params: { '*': string } }>('/console/*', async (request, reply) => {
    const path = request.params['*']
    if (FILES.test(path)) return sendFile(files, path, request, reply)
    if (path.startsWith('assets/')) throw new AppError('path_not_found')
    return sendPage(reply, folder, facts)
  })
  return async (reply, { status, facts: more }) => {
    const { html, headers } = await readPage(folder, [...facts, ...more])
    return reply
      .code(status)
      .headers({ ...headers, 'cache-control': 'no-store' })
      .send(html)
  }
}

/** Whoever opened the console in a window of theirs has no hold on it. */
async function sendPage(reply: FastifyReply, folder: string, facts: readonly string[]) {
  const { html, headers } = await readPage(folder, facts)
  return reply.headers({ ...headers, 'cross-origin-opener-policy': 'same-origin' }).send(html)
}

/** Filled in anew for every answer: a nonce that was used before protects nobody. */
async function readPage(folder: string, facts: readonly string[]) {
  const page = await readFile(join(folder, 'index.html'), 'utf8').catch(() => {
    throw new AppError('path_not_found', {
      message: 'The console is not built here; `npm start` and `npm run serve` build it.',
    })
  })
  const nonce = randomBytes(16).toString('base64')
  return {
    html: page.replaceAll('%LATCHWORK_NONCE%', nonce).replace('%LATCHWORK_FACTS%', facts.join(' ')),
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'content-security-policy': policyOf(nonce),
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'permissions-policy': 'camera=(), microphone=(), geolocation=()',
    },
  }
}
