import { X509Certificate } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, open, readFile, rm, statfs } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import type { Config } from '../../config.ts'
import { newestBackup } from '../../storage/backup/create.ts'
import { bad, type Finding, good, warning } from './check.ts'

/** What can be seen from this machine, whether a service runs or not. */

const SYNCS = 20
const SLOW_SYNC_MS = 20
const CONNECT_MS = 3000
const DAY_MS = 86_400_000
const MIB = 2 ** 20

/** How much room there is, and how long the disk takes to have something for good: every accepted change waits for it. */
export async function lookAtDisk({ dataDir, database }: Config): Promise<Finding[]> {
  const about = 'disk'
  const file = join(dataDir, `doctor-${process.pid}`)
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 })
    const { bavail, bsize } = await statfs(dataDir)
    const freeMb = Math.floor((bavail * bsize) / MIB)
    const syncMs = await syncTime(file)
    const says = `${freeMb} MB free in ${dataDir}; half of the syncs take less than ${syncMs.toFixed(1)} ms`
    if (freeMb < database.minFreeMb)
      return [bad(about, says, `Make room: below ${database.minFreeMb} MB changes are refused.`)]
    if (freeMb < database.warnFreeMb) return [warning(about, says, 'Make room, or move the data directory.')]
    if (syncMs > SLOW_SYNC_MS)
      return [
        warning(
          about,
          says,
          'Use a disk with a write cache that survives a loss of power, or PostgreSQL elsewhere.',
        ),
      ]
    return [good(about, says)]
  } catch (error) {
    return [bad(about, (error as Error).message, `Let the user of the service write to ${dataDir}.`)]
  } finally {
    await rm(file, { force: true })
  }
}

async function syncTime(path: string): Promise<number> {
  const file = await open(path, 'w', 0o600)
  try {
    const times: number[] = []
    for (let i = 0; i < SYNCS; i++) {
      await file.write(Buffer.alloc(4096, i), 0, 4096, 0)
      const start = performance.now()
      await file.datasync()
      times.push(performance.now() - start)
    }
    return times.sort((a, b) => a - b)[SYNCS / 2] as number
  } finally {
    await file.close()
  }
}

/** Something listens where the service should, or nothing does and it could. */
export async function lookAtPorts(config: Config, isRunning: boolean): Promise<Finding[]> {
  const ports = [
    ['HTTP', 'LATCHWORK_HTTP_PORT', config.http] as const,
    ...(config.mqtt.url === undefined ? [['MQTT', 'LATCHWORK_MQTT_PORT', config.mqtt] as const] : []),
  ].filter(([, , { port }]) => port !== 0)
  return Promise.all(
    ports.map(async ([name, setting, { host, port }]) => {
      const about = `port ${name}`
      const problem = isRunning ? await problemToReach(host, port) : await problemToTake(host, port)
      if (problem === undefined)
        return good(about, isRunning ? `${host}:${port} answers` : `${host}:${port} is free`)
      const advice = isRunning
        ? 'The service runs with other settings than this command: give both the same.'
        : `Stop what uses it, or choose another with ${setting}.`
      return bad(about, `${host}:${port}: ${problem}`, advice)
    }),
  )
}

const problemToTake = (host: string, port: number): Promise<string | undefined> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error) => resolve(error.message))
    server.listen(port, host, () => server.close(() => resolve(undefined)))
  })

/** An address that means "every interface" is no address to connect to. */
const reachable = (host: string): string => (host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host)

const problemToReach = (host: string, port: number): Promise<string | undefined> =>
  new Promise((resolve) => {
    const socket = connect({ host: reachable(host), port, timeout: CONNECT_MS })
    const end = (problem?: string) => {
      socket.destroy()
      resolve(problem)
    }
    socket.once('connect', () => end())
    socket.once('timeout', () => end('no answer'))
    socket.once('error', (error) => end(error.message))
  })

const PORTS: Record<string, number> = { 'mqtt:': 1883, 'mqtts:': 8883, 'smtp:': 587, 'smtps:': 465 }

/** Whether a server that the settings name can be reached at all. */
export async function lookAtServer(
  about: string,
  url: string | undefined,
  advice: string,
): Promise<Finding[]> {
  if (url === undefined) return []
  const { protocol, hostname, port } = new URL(url)
  const at = Number(port) || (PORTS[protocol] ?? 0)
  const problem = await problemToReach(hostname.replace(/^\[(.*)\]$/, '$1'), at)
  const where = `${hostname}:${at}`
  return [
    problem === undefined ? good(about, `${where} answers`) : bad(about, `${where}: ${problem}`, advice),
  ]
}

const ENDS_SOON_DAYS = 14

export async function lookAtCertificate({ tls: { certFile } }: Config, now: number): Promise<Finding[]> {
  if (certFile === undefined) return []
  const about = 'certificate'
  try {
    const days = Math.floor(
      (Date.parse(new X509Certificate(await readFile(certFile)).validTo) - now) / DAY_MS,
    )
    if (days < 0) return [bad(about, `${certFile} has ended`, 'Renew it; the service follows the files.')]
    const says = `${certFile} is good for ${days} days`
    return [
      days < ENDS_SOON_DAYS
        ? warning(about, says, 'Renew it; the service follows the files.')
        : good(about, says),
    ]
  } catch (error) {
    return [bad(about, (error as Error).message, 'Check LATCHWORK_TLS_CERT_FILE.')]
  }
}

/** Access rights begin and end by the clock: one that nobody sets is not to be relied on. */
export function lookAtClock(): Finding[] {
  const isManaged = existsSync('/run/systemd/timesync')
  if (existsSync('/run/systemd/timesync/synchronized')) return [good('clock', 'set by the network')]
  if (!isManaged) return [good('clock', 'not by systemd-timesyncd; whoever sets it is not known here')]
  return [warning('clock', 'has not been set by the network yet', 'See: timedatectl timesync-status')]
}

export async function lookAtBackups(
  { backup: { dir, everyHours } }: Config,
  now: number,
): Promise<Finding[]> {
  const about = 'backup'
  if (dir === undefined)
    return [
      warning(
        about,
        'none are made by the service',
        'Set LATCHWORK_BACKUP_DIR, or call "latchwork backup" from a timer.',
      ),
    ]
  const { newest, toCome } = await newestBackup(dir, now)
  if (toCome > 0)
    return [
      warning(
        about,
        `${toCome} in ${dir} bear a date to come`,
        'The clock was wrong when they were made, or is wrong now. Move them away once others are there: they are kept as the newest.',
      ),
    ]
  if (newest === undefined)
    return [warning(about, `there is none in ${dir}`, 'The log says why, if the service runs.')]
  const hours = Math.floor((now - newest) / 3_600_000)
  const says = `the newest is ${hours} hours old`
  return [
    hours > 2 * everyHours
      ? bad(about, says, 'The log says why the job "backup" failed.')
      : good(about, says),
  ]
}
