import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../platform/app-error.ts'

const TYPES: Record<string, string> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  png: 'image/png',
  svg: 'image/svg+xml',
  webmanifest: 'application/manifest+json',
  woff2: 'font/woff2',
}

export type FileReader = (path: string) => Promise<Buffer | undefined>

/** Files have the hash of their content in their name, so one that was read once is kept; their number is the build's. */
export function createFileReader(folder: string): FileReader {
  const known = new Map<string, Buffer>()
  return async (path) => {
    const kept = known.get(path)
    if (kept) return kept
    const bytes = await readFile(join(folder, path)).catch(() => undefined)
    if (bytes) known.set(path, bytes)
    return bytes
  }
}

/** A worker that browsers kept would keep itself: they ask for it anew. */
function cachingOf(path: string): string {
  if (path.startsWith('assets/')) return 'public, max-age=31536000, immutable'
  return path === 'service-worker.js' ? 'no-cache' : 'public, max-age=3600'
}

export async function sendFile(
  files: FileReader,
  path: string,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const type = TYPES[path.slice(path.lastIndexOf('.') + 1)]
  const found = type === undefined ? undefined : await readPreferred(files, path, request)
  if (!found || type === undefined) throw new AppError('path_not_found')
  return reply
    .headers({
      'cache-control': cachingOf(path),
      'x-content-type-options': 'nosniff',
      vary: 'accept-encoding',
      ...(found.encoding && { 'content-encoding': found.encoding }),
    })
    .type(type)
    .send(found.bytes)
}

const ENCODINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const

const accepts = (request: FastifyRequest, encoding: string): boolean =>
  new RegExp(`\\b${encoding}\\b(?!;q=0)`).test(String(request.headers['accept-encoding'] ?? ''))

/** For what is compressed as it is sent: the smallest form the client takes. */
export const acceptedEncoding = (request: FastifyRequest) =>
  ENCODINGS.map(([encoding]) => encoding).find((encoding) => accepts(request, encoding))

/** The smallest form the client takes; what was too small to be worth it is there only as it is. */
async function readPreferred(files: FileReader, path: string, request: FastifyRequest) {
  for (const [encoding, ending] of ENCODINGS) {
    const bytes = accepts(request, encoding) ? await files(`${path}${ending}`) : undefined
    if (bytes) return { bytes, encoding }
  }
  const bytes = await files(path)
  return bytes && { bytes, encoding: undefined }
}
