import type { FastifyInstance, FastifyReply } from 'fastify'
import { AppError } from '../platform/app-error.ts'
import { createFileReader, sendFile } from './built-files.ts'

/** Everything a guest's page is made of; all of it is GET. What it says comes from the API. */
export const GUEST_PAGE_PATHS = [
  '/g/{token}',
  '/g/{token}/manifest.webmanifest',
  '/g/assets/{file}',
  '/g/worker.js',
  '/g/icon.svg',
]

/** 256 bits as base64url: what is none is no link. */
const TOKEN = /^[A-Za-z0-9_-]{43}$/

/** Nothing but our own files, no style or script in the page, nobody may frame it, and no form leads anywhere. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')

/** The address of the page is a secret: it is told to nobody who is led elsewhere, and no search engine keeps it. */
const SECRET_ADDRESS = {
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow, noarchive',
  'x-content-type-options': 'nosniff',
}

/**
 * The page of a guest. It is the same for every link, also for one that is none: whoever tries tokens out learns nothing
 * here, and what the page says of a link is asked from the API, within its limits.
 */
export function mountGuestPage(app: FastifyInstance, folder: string): void {
  const files = createFileReader(folder)
  const sendPage = async (reply: FastifyReply) => {
    const page = await files('guest.html')
    if (!page) throw new AppError('path_not_found', { message: 'The page of guests is not built here.' })
    return reply
      .headers({
        ...SECRET_ADDRESS,
        'cache-control': 'private, no-cache',
        'content-security-policy': POLICY,
        'x-frame-options': 'DENY',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'permissions-policy': 'camera=(), microphone=(), geolocation=()',
      })
      .type('text/html; charset=utf-8')
      .send(page)
  }
  app.get<{ Params: { token: string } }>('/g/:token', async (request, reply) => {
    assertToken(request.params.token)
    return sendPage(reply)
  })
  app.get<{ Params: { token: string } }>('/g/:token/manifest.webmanifest', async (request, reply) => {
    const { token } = request.params
    assertToken(token)
    return reply
      .headers({ ...SECRET_ADDRESS, 'cache-control': 'private, max-age=3600' })
      .type('application/manifest+json; charset=utf-8')
      .send(JSON.stringify(manifestOf(token)))
  })
  app.get<{ Params: { file: string } }>('/g/assets/:file', async (request, reply) => {
    const { file } = request.params
    if (!/^[\w.-]+$/.test(file)) throw new AppError('path_not_found')
    return sendFile(files, `assets/${file}`, request, reply)
  })
  for (const name of ['worker.js', 'icon.svg'])
    app.get(`/g/${name}`, async (request, reply) => sendFile(files, name, request, reply))
}

function assertToken(token: string): void {
  if (!TOKEN.test(token)) throw new AppError('path_not_found')
}

/** Installed, the page opens the stay it was installed from, and nothing of another. */
const manifestOf = (token: string) => ({
  name: 'My stay',
  short_name: 'My stay',
  id: `/g/${token}`,
  start_url: `/g/${token}`,
  scope: `/g/${token}`,
  display: 'standalone',
  background_color: '#f6f7f9',
  theme_color: '#0b5d4e',
  icons: [{ src: '/g/icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' }],
})
