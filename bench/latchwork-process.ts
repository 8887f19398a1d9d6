import { fileURLToPath } from 'node:url'
import { createClient } from '@latchwork/sdk'
import { firstMatch, residentMb, type Side, startProgram, stopChild } from './processes.ts'

/** As `npm run serve` starts it. */
const START = [
  process.execPath,
  '--max-semi-space-size=8',
  fileURLToPath(new URL('../build/server/src/start.js', import.meta.url)),
]
export const TOKEN = 'token-of-the-benchmark-with-at-least-32-characters'

export type Api = ReturnType<typeof createClient>

/** Where a service keeps its data. */
export interface Storage {
  readonly dataDir: string
  readonly databaseUrl?: string
}

export interface LatchworkProcess {
  readonly url: string
  readonly brokerUrl: string
  readonly pid: number
  readonly api: Api
  residentMb(): number
  stop(): Promise<void>
}

/** The real service in a process of its own, with its defaults but for the limits on rates and its ports. */
export async function startLatchwork(
  storage: Storage,
  {
    side = 'measured' as Side,
    program = START as readonly string[],
    args = [] as readonly string[],
    env = {} as Record<string, string>,
  } = {},
): Promise<LatchworkProcess> {
  const child = startProgram([...program, ...args], {
    side,
    env: {
      PATH: process.env.PATH,
      LATCHWORK_DATA_DIR: storage.dataDir,
      LATCHWORK_DATABASE_URL: storage.databaseUrl,
      LATCHWORK_HTTP_PORT: '0',
      LATCHWORK_MQTT_PORT: '0',
      LATCHWORK_LOG_LEVEL: 'warn',
      LATCHWORK_RATE_TOKEN_PER_SECOND: '0',
      LATCHWORK_RATE_ACCOUNT_PER_SECOND: '0',
      LATCHWORK_RATE_DEVICE_PER_SECOND: '0',
      LATCHWORK_RATE_DEVICE_ACCOUNT_PER_SECOND: '0',
      LATCHWORK_QUOTA_STREAMS_PER_ACCOUNT: '100000',
      // All clients of the bench come from one address.
      LATCHWORK_HTTP_MAX_CONNECTIONS_PER_ADDRESS: '0',
      LATCHWORK_MQTT_MAX_CONNECTIONS_PER_ADDRESS: '0',
      LATCHWORK_ADMIN_TOKEN: TOKEN,
      ...env,
    },
  })
  const [, url = '', brokerUrl = ''] = await firstMatch(
    child,
    /API +(http\S+)[\s\S]*Devices +(\S+)[\s\S]*API token/,
  )
  const pid = child.pid as number
  return {
    url,
    brokerUrl,
    pid,
    api: createClient({ baseUrl: url, token: TOKEN }),
    residentMb: () => residentMb(pid),
    stop: () => stopChild(child),
  }
}
