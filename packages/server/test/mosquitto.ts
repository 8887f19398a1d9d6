import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, constants, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createConnection, createServer } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { delimiter, join } from 'node:path'
import { connectAsync } from 'mqtt'
import { eventually } from './eventually.ts'

/** As whom the service logs in to an external broker. */
export const BROKER_SERVICE_USER = {
  username: 'latchwork',
  password: 'password of the service',
  topics: ['read ldp/1/+/up/#', 'write ldp/1/+/down/#'],
}

export interface MosquittoUser {
  readonly username: string
  readonly password: string
  /** Lines of an ACL file after `topic `, such as `readwrite ldp/1/#`. */
  readonly topics: readonly string[]
}

/** A real external broker for tests: MQTT 3.1.1 and 5, no anonymous clients, loopback only. */
export interface Mosquitto {
  /** Without credentials. */
  readonly url: string
  readonly port: number
  /** With the credentials of that user. */
  urlFor(username: string): string
  /** Makes users known to the running broker, as an operator would; resolves when they can log in. */
  addUser(...more: readonly MosquittoUser[]): Promise<void>
  /** Makes the broker read its files again, as an operator would. */
  reload(): void
  /** Ends the broker; it forgets everything but comes back on the same port with `restart`. */
  kill(): Promise<void>
  restart(): Promise<void>
  /** Ends the broker for good. */
  stop(): Promise<void>
}

export async function startMosquitto(options: {
  users: readonly MosquittoUser[]
  /** Where somebody else keeps the password and ACL files. */
  accountsDir?: string
}): Promise<Mosquitto> {
  const program = findProgram('mosquitto')
  const folder = mkdtempSync(join(tmpdir(), 'latchwork-mosquitto-'))
  const port = await freePort()
  const users = [...options.users]
  const accountsDir = options.accountsDir ?? folder
  if (!options.accountsDir) writeAccounts(folder, users)
  writeConfiguration(folder, port, accountsDir)
  let broker = await run(program, folder, port)
  const kill = async (): Promise<void> => {
    if (broker.exitCode !== null || broker.signalCode !== null) return
    const exited = once(broker, 'exit')
    broker.kill('SIGKILL')
    await exited
  }
  return {
    url: `mqtt://127.0.0.1:${port}`,
    port,
    urlFor(username) {
      const user = users.find((candidate) => candidate.username === username)
      if (!user) throw new Error(`no such user: ${username}`)
      return `mqtt://${encodeURIComponent(username)}:${encodeURIComponent(user.password)}@127.0.0.1:${port}`
    },
    async addUser(...more) {
      users.push(...more)
      writeAccounts(folder, users)
      broker.kill('SIGHUP')
      await Promise.all(more.map((user) => untilKnown(port, user)))
    },
    reload: () => void broker.kill('SIGHUP'),
    kill,
    async restart() {
      await kill()
      broker = await run(program, folder, port)
    },
    async stop() {
      await kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** What a device with this id may do, and nothing else. */
export const deviceTopics = (deviceId: string): string[] => [
  `write ldp/1/${deviceId}/up/#`,
  `read ldp/1/${deviceId}/down/#`,
]

/** Nothing tells when the broker has read its files again, so the user tries until it is let in. */
export async function untilKnown(
  port: number,
  { username, password }: Pick<MosquittoUser, 'username' | 'password'>,
): Promise<void> {
  const deadline = performance.now() + 120_000
  for (;;) {
    const client = await connectAsync(`mqtt://127.0.0.1:${port}`, {
      username,
      password,
      clientId: `${username}-probe`,
      reconnectPeriod: 0,
    }).catch((error: unknown) => {
      if (performance.now() > deadline) throw error
      return undefined
    })
    if (client) return client.endAsync()
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

function writeAccounts(folder: string, users: readonly MosquittoUser[]): void {
  const passwords = join(folder, 'passwords')
  writeFileSync(passwords, '', { mode: 0o600 })
  for (const { username, password } of users) {
    execFileSync(findProgram('mosquitto_passwd'), ['-b', passwords, username, password])
  }
  const rules = users.map(({ username, topics }) =>
    [`user ${username}`, ...topics.map((topic) => `topic ${topic}`), ''].join('\n'),
  )
  writeFileSync(join(folder, 'acl'), rules.join('\n'), { mode: 0o600 })
}

function writeConfiguration(folder: string, port: number, accountsDir: string): void {
  writeFileSync(
    join(folder, 'mosquitto.conf'),
    [
      `listener ${port} 127.0.0.1`,
      'allow_anonymous false',
      `password_file ${join(accountsDir, 'passwords')}`,
      `acl_file ${join(accountsDir, 'acl')}`,
      // Started by root, it would become a user who cannot read these files.
      `user ${userInfo().username}`,
      '',
    ].join('\n'),
  )
}

// A test run that ends early must not leave a broker behind.
const running = new Set<ChildProcess>()
process.once('exit', () => {
  for (const broker of running) broker.kill('SIGKILL')
})

async function run(program: string, folder: string, port: number): Promise<ChildProcess> {
  const broker = spawn(program, ['-c', join(folder, 'mosquitto.conf')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  running.add(broker)
  broker.once('exit', () => running.delete(broker))
  let output = ''
  broker.stderr?.on('data', (chunk) => {
    output += chunk
  })
  let isListening = false
  await eventually(`mosquitto listens on port ${port}`, () => {
    if (broker.exitCode !== null) throw new Error(`mosquitto ended at once: ${output}`)
    const probe = createConnection({ port, host: '127.0.0.1' })
    probe.on('error', () => {})
    probe.on('connect', () => {
      isListening = true
      probe.destroy()
    })
    return isListening
  })
  return broker
}

/** Distributions put the broker where only root's PATH looks. */
function findProgram(name: string): string {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin', '/usr/bin']
  for (const folder of folders) {
    const path = join(folder, name)
    try {
      accessSync(path, constants.X_OK)
      return path
    } catch {}
  }
  throw new Error(
    `The program ${name} was not found. The tests of external brokers run a real Mosquitto: install the ` +
      'packages "mosquitto" (Debian, Ubuntu, Alpine, Homebrew) and, where it is separate, "mosquitto-clients".',
  )
}

export async function freePort(): Promise<number> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
