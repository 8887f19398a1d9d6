import type { GuestPage } from '@latchwork/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../platform/app-error.ts'
import { createFileReader, sendFile } from './built-files.ts'
import { guestDocuments } from './guest-document.ts'

/** Everything a guest's page is made of; all of it is GET. */
export const GUEST_PAGE_PATHS = [
  '/g/{token}',
  '/g/{token}/manifest.webmanifest',
  '/g/frame',
  '/g/assets/{file}',
  '/g/worker.js',
  '/g/icon.svg',
]

/** 256 bits as base64url: what is none is no link. */
const TOKEN = /^[A-Za-z0-9_-]{43}$/

/** The address of the page is a secret: it is told to nobody who is led elsewhere, and no search engine keeps it. */
const SECRET_ADDRESS = {
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow, noarchive',
  'x-content-type-options': 'nosniff',
}

export interface GuestPageOptions {
  /** Where the built page is. */
  folder: string
  /** What the page of this link says, as the API would answer it, within the same limits; throws what it refuses. */
  read: (request: FastifyRequest, token: string) => Promise<GuestPage>
}

/**
 * The page of a guest. It comes with what it says, so that a bad connection is crossed once. To whoever is no guest it
 * comes without, and is then the same for every link, also for one that is none: it asks the API, and is told why there.
 */
export function mountGuestPage(app: FastifyInstance, { folder, read }: GuestPageOptions): void {
  const files = createFileReader(folder)
  const send = guestDocuments(files)
  app.get<{ Params: { token: string } }>('/g/:token', async (request, reply) => {
    const { token } = request.params
    assertToken(token)
    const page = isVisit(request) ? await read(request, token).catch(() => undefined) : undefined
    return send(request, reply.headers(SECRET_ADDRESS), page)
  })
  app.get('/g/frame', async (request, reply) => send(request, reply.headers(SECRET_ADDRESS), 'frame'))
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

/**
 * Somebody opens the page in a browser. Programs that look at links in messages, and browsers that load ahead, get
 * nothing that is a guest's, and the host is not told that the page was seen.
 */
const isVisit = ({ headers }: FastifyRequest): boolean =>
  headers['sec-fetch-mode'] === 'navigate' &&
  headers['sec-purpose'] === undefined &&
  headers.purpose === undefined

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
