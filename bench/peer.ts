import { fileURLToPath } from 'node:url'
import { freePort } from './free-port.ts'
import type { Target } from './load.ts'
import { firstMatch, startNode, stopChild } from './processes.ts'

const PRELOAD = new URL('./peer-preload.ts', import.meta.url).href
const SERVER = fileURLToPath(
  new URL('../node_modules/@seamapi/fake-seam-connect/dist/server.js', import.meta.url),
)

export interface Peer {
  readonly target: Target
  readonly pid: number
  stop(): Promise<void>
}

/** The nearest public server for lock APIs, with the locks it comes with. It keeps everything in memory. */
export async function startPeer(): Promise<Peer> {
  const port = await freePort()
  const child = startNode(['--import', PRELOAD, SERVER, '--seed'], {
    side: 'measured',
    env: { PATH: process.env.PATH, PORT: String(port) },
  })
  await firstMatch(child, /http:\/\/\S+/)
  const pid = child.pid as number
  const target: Target = {
    url: `http://127.0.0.1:${port}`,
    pid,
    headers: { authorization: 'Bearer seam_apikey1_token', 'content-type': 'application/json' },
    method: 'POST',
    body: JSON.stringify({ device_id: 'august_device_1' }),
    status: 200,
    paths: () => ['/locks/unlock_door'],
  }
  return { target, pid, stop: () => stopChild(child) }
}
