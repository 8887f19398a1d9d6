import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { createClient } from '@latchwork/sdk'
import { START } from './programs.ts'
import type { Storage } from './storage.ts'
import type { Api } from './world.ts'

export interface ServiceProcess {
  readonly url: string
  readonly brokerUrl: string
  readonly api: Api
  readonly pid: number
  /** Everything it printed. */
  readonly output: () => string
  /** Whether it is gone, by itself or not. */
  readonly hasEnded: () => boolean
  /** SIGKILL: no chance to tidy up. */
  kill(): Promise<void>
  /** SIGTERM; resolves with the exit code. */
  stop(): Promise<number | null>
}

export const PROCESS_TOKEN = 'token-of-the-test-with-at-least-32-characters'

/** What a service of a test is started with, unless told otherwise. */
export const processSettings = (storage: Storage, settings: Record<string, string | undefined>) => ({
  LATCHWORK_DATA_DIR: storage.dataDir,
  ...(storage.databaseUrl && { LATCHWORK_DATABASE_URL: storage.databaseUrl }),
  LATCHWORK_HTTP_PORT: '0',
  LATCHWORK_MQTT_PORT: '0',
  LATCHWORK_LOG_LEVEL: 'warn',
  LATCHWORK_RATE_TOKEN_PER_SECOND: '0',
  LATCHWORK_RATE_ACCOUNT_PER_SECOND: '0',
  LATCHWORK_ADMIN_TOKEN: PROCESS_TOKEN,
  ...settings,
})

/** The real service as its own process, the way an operator runs it. */
export async function startProcess(
  storage: Storage,
  settings: Record<string, string | undefined> = {},
  args: string[] = [],
  main = START,
): Promise<ServiceProcess> {
  const child = spawn(process.execPath, [main, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH ?? '',
      // Whoever is told at once where compiled code lies need not load the part of Node that strips types.
      ...(process.env.NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE }),
      ...processSettings(storage, settings),
    },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk))
  const exited = once(child, 'exit')
  const url = await addressLine(child, exited, 'API ', () => output)
  const brokerUrl = /Devices +(\S+)/.exec(output)?.[1] ?? ''
  return {
    url,
    brokerUrl,
    pid: child.pid as number,
    api: createClient({ baseUrl: url, token: PROCESS_TOKEN }),
    output: () => output,
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    async kill() {
      child.kill('SIGKILL')
      await exited
    },
    async stop() {
      child.kill('SIGTERM')
      const [code] = (await exited) as [number | null]
      return code
    },
  }
}

function addressLine(
  child: ChildProcess,
  exited: Promise<unknown>,
  label: string,
  output: () => string,
): Promise<string> {
  const found = new Promise<string>((resolve) => {
    createInterface({ input: child.stdout as NodeJS.ReadableStream }).on('line', () => {
      // The banner is written at once, so with its last part all of it is there.
      const match = new RegExp(`${label} +(\\S+)`).exec(output())
      if (match?.[1] && output().includes('API token')) resolve(match[1])
    })
  })
  return Promise.race([
    found,
    exited.then(() => {
      throw new Error(`the service ended instead of starting:\n${output()}`)
    }),
  ])
}
