import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { Config } from '../../config.ts'
import { StartupError } from '../../platform/startup-error.ts'
import type { Outcome, Terminal } from '../command.ts'
import { jsonLines, sendLine, socketOf } from './lines.ts'

/** Nobody listens, or nobody has for a while: the store can be opened from here. */
const NOBODY = ['ENOENT', 'ECONNREFUSED', 'ENOTSOCK', 'EINVAL']

/** Has the service that runs on this data directory run a command; undefined where none does. */
export async function askService(
  dataDir: string,
  words: readonly string[],
  terminal: Terminal,
): Promise<Outcome | undefined> {
  const socket = await reach(socketOf(dataDir))
  if (!socket) return undefined
  await sendLine(socket, { words })
  return firstOf(socket, onlyNamed(terminal, words))
}

/** Whoever runs the service may be less than who typed this, root perhaps: it gets no file but those that were named. */
const onlyNamed = (terminal: Terminal, words: readonly string[]): Terminal => ({
  readText: async (path) => {
    if (!words.includes(path)) throw new Error('no such file was named')
    return terminal.readText(path)
  },
  readPart: async (path, from) => {
    if (!words.includes(path)) throw new Error('no such file was named')
    return terminal.readPart(path, from)
  },
})

/** Whether a service holds the data directory; only one with SQLite says so this way. */
export async function isServiceThere({ dataDir, http, database }: Config): Promise<boolean> {
  const socket = database.url === undefined ? await reach(socketOf(dataDir)) : await reachHttp(http)
  socket?.destroy()
  return socket !== undefined
}

const reachHttp = ({ host, port }: Config['http']): Promise<Socket | undefined> =>
  new Promise((resolve) => {
    const socket = connect({ port, ...(host !== '0.0.0.0' && host !== '::' && { host }) })
    socket.once('connect', () => resolve(socket)).once('error', () => resolve(undefined))
  })

async function reach(path: string): Promise<Socket | undefined> {
  const socket = connect(path)
  try {
    await once(socket, 'connect')
    return socket
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? ''
    if (NOBODY.includes(code)) return undefined
    if (code === 'EACCES' || code === 'EPERM')
      throw new StartupError(`${path} may be opened by the user of the service only: run this as that user.`)
    throw error
  }
}

/** Parts are handed on as they come, so the first message says what kind of outcome it is. */
async function firstOf(socket: Socket, terminal: Terminal): Promise<Outcome> {
  const lines = messages(socket, terminal)
  const first = await lines.next()
  if (first.done) throw new StartupError('The service ended the connection; it may be stopping. Try again.')
  if (typeof first.value.part !== 'string') return outcomeOf(first.value)
  const { promise: exitAfter, resolve } = Promise.withResolvers<number>()
  return { text: '', parts: partsOf(first.value.part, lines, resolve), exitAfter }
}

interface Message {
  part?: string
  text?: string
  failed?: boolean
  exitCode?: number
}

async function* messages(socket: Socket, terminal: Terminal): AsyncGenerator<Message, undefined> {
  for await (const line of jsonLines(socket)) {
    const message = line as Message & { read?: string; from?: number }
    if (message.read === undefined) yield message
    else
      await sendLine(
        socket,
        await readFor(terminal, message.read, message.from).catch((error: Error) => ({
          error: error.message,
        })),
      )
  }
  return undefined
}

/** The whole text, or the part from a place on. */
const readFor = async (terminal: Terminal, path: string, from: number | undefined): Promise<object> =>
  from === undefined
    ? { text: await terminal.readText(path) }
    : { text: (await terminal.readPart(path, from)).toString('base64') }

const outcomeOf = ({ text = '', failed = false, exitCode }: Message): Outcome => ({
  text,
  failed,
  ...(exitCode !== undefined && { exitCode }),
})

async function* partsOf(
  first: string,
  others: AsyncGenerator<Message>,
  ended: (exitCode: number) => void,
): AsyncGenerator<string> {
  yield first
  for await (const { part, text, exitCode } of others) {
    if (part === undefined) {
      if (text) throw new Error(text)
      return ended(exitCode ?? 0)
    }
    yield part
  }
  throw new Error('the service ended the connection before all was said')
}
