import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { type GuestPage, LANGUAGES, type Language } from '@latchwork/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../platform/app-error.ts'
import { acceptedEncoding, type FileReader } from './built-files.ts'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)
/** With every answer anew, so not at any price. */
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

/** Nothing but our own files and what is in the page as it was built; nobody may frame it, and no form leads anywhere. */
const policyOf = (scripts: readonly string[], style: string) =>
  [
    "default-src 'none'",
    `script-src 'self' ${scripts.join(' ')}`,
    `style-src 'self' ${style}`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')

const digest = (text: string) => createHash('sha256').update(text).digest('base64')
const sourceOf = (text: string) => `'sha256-${digest(text)}'`

const SECURITY = {
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
  vary: 'accept-encoding, accept-language',
}

/** The page as it was built: see packages/console/build/one-document.ts. */
interface Built {
  before: string
  after: string
  /** What the policy allows of it, each by its hash. */
  script: string
  style: string
  etag: string
}

/** Sends the page: with what a guest's says, with nothing, or as the frame that phones keep for days without a network. */
export function guestDocuments(files: FileReader) {
  let known: Built | undefined
  return async (request: FastifyRequest, reply: FastifyReply, page: GuestPage | 'frame' | undefined) => {
    known ??= await readBuilt(files)
    const built = known
    const isFrame = page === 'frame'
    if (isFrame && request.headers['if-none-match'] === built.etag) return reply.code(304).send()
    const language = isFrame ? undefined : languageFor(request, page?.language)
    const words = language && (await files(`words/${language}.js`))?.toString()
    const given = [
      ...(words ? [`<script type="module">${words}</script>`] : []),
      ...(page && !isFrame
        ? [`<script type="application/json" id="given">${jsonInPage(page)}</script>`]
        : []),
    ]
    reply.headers({
      ...SECURITY,
      // What is only for this guest is kept by the page itself; no cache on the way, nor the browser's, holds it.
      ...(isFrame ? { 'cache-control': 'no-cache', etag: built.etag } : { 'cache-control': 'no-store' }),
      'content-security-policy': policyOf([...(words ? [sourceOf(words)] : []), built.script], built.style),
    })
    return sendCompressed(request, reply, built.before + given.join('') + built.after)
  }
}

async function readBuilt(files: FileReader): Promise<Built> {
  const html = (await files('guest.html'))?.toString()
  const [before, after] = html?.split('<!--given-->') ?? []
  const [, style] = /<style>(.*?)<\/style>/s.exec(before ?? '') ?? []
  const [, script] = /<script type="module">(.*?)<\/script>/s.exec(after ?? '') ?? []
  if (html === undefined || before === undefined || after === undefined || !style || !script)
    throw new AppError('path_not_found', { message: 'The page of guests is not built here.' })
  return { before, after, style: sourceOf(style), script: sourceOf(script), etag: `W/"${digest(html)}"` }
}

/** What the phone speaks, then what the host chose, as the page itself decides; it fetches another where it was chosen on it. */
function languageFor({ headers }: FastifyRequest, hosts: Language | undefined): Language | undefined {
  const spoken = (headers['accept-language'] ?? '')
    .split(',')
    .map((name) => name.trim().slice(0, 2).toLowerCase())
  return [...spoken, hosts].find((name): name is Language => LANGUAGES.includes(name as Language))
}

/** Words of hosts and calendars are in it: nothing in them ends the script they are in, or begins a comment. */
const jsonInPage = (value: unknown): string =>
  JSON.stringify(value).replaceAll(
    /[<>&\u2028\u2029]/g,
    (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

/**
 * The secrets in it are compressed together with what others wrote. That tells a listener nothing: who cannot name the
 * address cannot make a browser ask for it again and again.
 */
async function sendCompressed(request: FastifyRequest, reply: FastifyReply, text: string) {
  reply.type('text/html; charset=utf-8')
  const encoding = acceptedEncoding(request)
  if (encoding === undefined) return reply.send(text)
  const bytes = encoding === 'br' ? await brotli(text, QUALITY) : await zip(text)
  return reply.header('content-encoding', encoding).send(bytes)
}
