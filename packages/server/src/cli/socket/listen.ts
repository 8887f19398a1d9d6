import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { umask } from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Service } from '../../compose/compose.ts'
import type { Config } from '../../config.ts'
import type { Log } from '../../platform/observe/log.ts'
import { explainedTrouble } from '../../platform/store/store-trouble.ts'
import { type Command, findCommand, type Outcome, type Terminal } from '../command.ts'
import { jsonLines, sendLine, socketOf } from './lines.ts'

/** A name of a socket that is longer cannot be bound. */
const LONGEST_PATH = 107
const MOST_AT_ONCE = 8
/** Somebody who connects and says nothing is let go. */
const SILENT_MS = 10_000
const STOP_WITHIN_MS = 3000
const UNHEARD = 'commands cannot be taken while the service runs'

export interface LocalSocket {
  stop(): Promise<void>
}

/**
 * Lets the command line work while the service holds the SQLite file: a socket in the data directory that only the
 * owner of the directory may open. The rights of the file are the whole of the authentication (ADR 0056).
 */
export async function listenForCommands(service: Service, config: Config): Promise<LocalSocket | undefined> {
  const { log } = service.platform
  if (service.platform.engine !== 'sqlite') return undefined
  const path = socketOf(config.dataDir)
  if (Buffer.byteLength(path) > LONGEST_PATH) {
    log.warn({ path }, 'the path of the data directory is too long for commands while the service runs')
    return undefined
  }
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket)
    socket.setTimeout(SILENT_MS, () => socket.destroy())
    socket.on('error', () => undefined).on('close', () => open.delete(socket))
    // Not waited for: whoever asked may have been stopped, or have more to say that nobody reads.
    void serve(socket, service, config).finally(() => socket.destroySoon())
  })
  server.maxConnections = MOST_AT_ONCE
  server.on('error', (err) => log.warn({ err }, UNHEARD))
  try {
    // One service has the file, and that is us: what is there was left by one that was killed.
    rmSync(path, { force: true })
    await listen(server, path)
  } catch (err) {
    // Not every file system has sockets. Doors are opened all the same.
    log.warn({ err, path }, UNHEARD)
    return undefined
  }
  return { stop: () => stop(server, open) }
}

/** Nobody else could open it even for a moment: it is made with these rights, not given them afterwards. */
async function listen(server: Server, path: string): Promise<void> {
  const before = umask(0o177)
  try {
    // The file is there when this returns; other files of the process keep their rights.
    server.listen(path)
  } finally {
    umask(before)
  }
  await once(server, 'listening')
}

async function stop(server: Server, open: Set<Socket>): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  const abort = new AbortController()
  const late = sleep(STOP_WITHIN_MS, undefined, { signal: abort.signal }).then(
    () => open.forEach((socket) => void socket.destroy()),
    () => undefined,
  )
  await closed
  abort.abort()
  await late
}

/** One command: its words come in, its answer goes out. */
async function serve(socket: Socket, service: Service, config: Config): Promise<void> {
  const { log } = service.platform
  try {
    const lines = jsonLines(socket)
    const words = wordsOf((await lines.next()).value)
    if (!words) return
    socket.setTimeout(0)
    await answer(socket, await runCommand(words, service, config, terminalOf(socket, lines)))
  } catch (error) {
    await sendLine(socket, { failed: true, text: explained(error, log) }).catch(() => undefined)
  }
}

function wordsOf(value: unknown): string[] | undefined {
  const words = (value as { words?: unknown } | undefined)?.words
  return Array.isArray(words) && words.every((word) => typeof word === 'string') ? words : undefined
}

/** Loaded when the first one comes: a service that nobody asks need not have them. */
async function runCommand(
  words: string[],
  service: Service,
  config: Config,
  terminal: Terminal,
): Promise<Outcome> {
  const { commands } = await import('../commands.ts')
  const found = findCommand(commands, words)
  if (!found || !('run' in found.command))
    return { text: 'The service that runs does not know this command; it may be older.', failed: true }
  return (found.command as Command).run(service.contextFor(0), found.values, config, terminal)
}

async function answer(
  socket: Socket,
  { parts, text, failed, exitCode: known, exitAfter }: Outcome,
): Promise<void> {
  if (parts) for await (const part of parts) await sendLine(socket, { part })
  const exitCode = (await exitAfter) ?? known
  await sendLine(socket, { text: parts ? '' : text, failed: failed === true, exitCode })
}

/** What the command reads is read by whoever typed it. */
function terminalOf(socket: Socket, lines: AsyncGenerator<unknown>): Terminal {
  const read = async (what: { read: string; from?: number }): Promise<string> => {
    await sendLine(socket, what)
    const answer = (await lines.next()).value as { text?: unknown; error?: unknown } | undefined
    if (typeof answer?.text === 'string') return answer.text
    throw new Error(typeof answer?.error === 'string' ? answer.error : 'it was not sent')
  }
  return {
    readText: (path) => read({ read: path }),
    readPart: async (path, from) => Buffer.from(await read({ read: path, from }), 'base64'),
  }
}

function explained(thrown: unknown, log: Log): string {
  const error = explainedTrouble(thrown)
  log.warn({ err: error }, 'a command failed')
  return (error as Error).message
}
