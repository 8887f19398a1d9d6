import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { BareRoute } from './bare-fastify.ts'
import { firstMatch, newDirectory, type Side, startNode, stopChild } from './processes.ts'

const CHILD = fileURLToPath(new URL('bare-fastify.ts', import.meta.url))

export interface BareServer {
  readonly url: string
  readonly pid: number
  stop(): Promise<void>
}

export async function startBareFastify(
  routes: readonly BareRoute[],
  { side = 'measured' as Side, token = undefined as string | undefined } = {},
): Promise<BareServer> {
  const routesFile = join(newDirectory(), 'routes.json')
  writeFileSync(routesFile, JSON.stringify(routes))
  const child = startNode([CHILD, routesFile, ...(token === undefined ? [] : [token])], { side })
  const [, url = ''] = await firstMatch(child, /listening on (\S+)/)
  return { url, pid: child.pid as number, stop: () => stopChild(child) }
}
