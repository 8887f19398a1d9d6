import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

interface CallFrame {
  readonly functionName: string
  readonly url: string
  /** Counted from 0. */
  readonly lineNumber: number
}

interface ProfileNode {
  readonly id: number
  readonly callFrame: CallFrame
  readonly children?: readonly number[]
}

export interface CpuProfile {
  readonly nodes: readonly ProfileNode[]
  readonly samples: readonly number[]
  /** Microseconds since the sample before. */
  readonly timeDeltas: readonly number[]
}

const SAMPLE_EVERY_MICROS = 500

/** Watches what the event loop of a process does that was started with `--inspect` on this port. */
export async function profileWhile(port: number, work: () => Promise<unknown>): Promise<CpuProfile> {
  const targets = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as {
    webSocketDebuggerUrl: string
  }[]
  const socket = new WebSocket(targets[0]?.webSocketDebuggerUrl ?? '')
  await once(socket, 'open')
  let last = 0
  const ask = async <T>(method: string, params = {}): Promise<T> => {
    const id = ++last
    socket.send(JSON.stringify({ id, method, params }))
    for (;;) {
      const [{ data }] = (await once(socket, 'message')) as [MessageEvent]
      const answer = JSON.parse(String(data)) as { id?: number; result: T }
      if (answer.id === id) return answer.result
    }
  }
  await ask('Profiler.enable')
  await ask('Profiler.setSamplingInterval', { interval: SAMPLE_EVERY_MICROS })
  await ask('Profiler.start')
  await work()
  const { profile } = await ask<{ profile: CpuProfile }>('Profiler.stop')
  socket.close()
  return profile
}

/**
 * The share of each component in what the event loop did; what is done by native code counts for who called it. Shares and
 * no times: a sample counts the time in which another process had the cpu.
 */
export function sharesOf({ nodes, samples, timeDeltas }: CpuProfile): Map<string, number> {
  const component = componentsOf(nodes)
  const shares = new Map<string, number>()
  let all = 0
  for (const [index, id] of samples.entries()) {
    const name = component.get(id) ?? OTHER
    // A sample stands for the time until the next.
    const micros = timeDeltas[index + 1] ?? 0
    if (name === IDLE) continue
    shares.set(name, (shares.get(name) ?? 0) + micros)
    all += micros
  }
  return new Map([...shares].map(([name, micros]) => [name, micros / all]))
}

const OTHER = 'other libraries'
const IDLE = 'nothing'
const OF_THE_ENGINE: ReadonlyMap<string, string> = new Map([
  ['(idle)', IDLE],
  ['(garbage collector)', 'garbage collection'],
  ['(program)', 'the system and the engine itself'],
  ['(root)', OTHER],
])

function componentsOf(nodes: readonly ProfileNode[]): Map<number, string> {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const components = new Map<number, string>()
  const name = (id: number, ofCaller: string): void => {
    const node = byId.get(id)
    if (!node) return
    const own = componentOf(node.callFrame) ?? ofCaller
    components.set(id, own)
    for (const child of node.children ?? []) name(child, own)
  }
  const called = new Set(nodes.flatMap(({ children }) => children ?? []))
  for (const { id } of nodes) if (!called.has(id)) name(id, OTHER)
  return components
}

/** By where its source is, the first that fits; what is not named here is not worth a line of its own. */
const COMPONENTS: readonly (readonly [RegExp, string])[] = [
  [/^packages\/server\/src\/platform\/store\//, 'statements, commits and rows'],
  [/^kysely$|^pg(-|$)|^node:sqlite/, 'query builder and driver'],
  [/^packages\/server\/src\/http\//, 'our HTTP kit'],
  [/^fastify|^find-my-way$|^fast-|^avvio$|^light-my|^secure-json/, 'Fastify'],
  [/^node:(_http|internal\/http|http)/, "Node's HTTP"],
  [
    /^node:(net|internal\/stream|stream|internal\/js_stream|buffer|internal\/buffer)/,
    "Node's sockets and streams",
  ],
  [/^node:(internal\/crypto|crypto)/, 'hashing and signing'],
  [/^node:/, "Node's timers, promises and rest"],
  [/^aedes|^mqtt|^mqemitter|^packages\/server\/src\/devices\/bus\//, 'broker and packets'],
  [/^packages\/server\/src\/devices\//, 'device protocol'],
  [/^packages\/server\/src\/features\/(locks|operations)\//, 'locks and operations'],
  [/^packages\/server\/src\/features\/events\//, 'event log, streams and webhooks'],
  [/^packages\/server\/src\/features\//, 'accounts, audit and other features'],
  [/^packages\/server\/src\//, 'platform: context, wake-ups, metrics'],
  [/^packages\/contract\/|^typebox$|^@sinclair/, 'reading and checking input'],
]

/** Undefined for native code. */
function componentOf({ functionName, url, lineNumber }: CallFrame): string | undefined {
  if (url === '') return OF_THE_ENGINE.get(functionName)
  const source = sourceOf(url, lineNumber)
  return COMPONENTS.find(([pattern]) => pattern.test(source))?.[1] ?? OTHER
}

/** The file in the repository, the name of the package, or Node's own module. */
function sourceOf(url: string, lineNumber: number): string {
  if (url.startsWith('node:')) return url
  const path = url.includes('/build/server/') ? regionAt(url, lineNumber) : url
  const inPackage = path.lastIndexOf('node_modules/')
  if (inPackage < 0) return path.slice(Math.max(0, path.indexOf('packages/')))
  const [scope = '', name = ''] = path.slice(inPackage + 'node_modules/'.length).split('/')
  return scope.startsWith('@') ? `${scope}/${name}` : scope
}

const regions = new Map<string, readonly { readonly line: number; readonly path: string }[]>()

/** The build writes down in comments where each part of a file is from. */
function regionAt(url: string, lineNumber: number): string {
  const known = regions.get(url) ?? readRegions(url)
  regions.set(url, known)
  return known.findLast(({ line }) => line <= lineNumber)?.path ?? url
}

const readRegions = (url: string) =>
  readFileSync(fileURLToPath(url), 'utf8')
    .split('\n')
    .flatMap((text, line) => {
      const path = /^\/\/#region (\S+)/.exec(text)?.[1]
      return path === undefined ? [] : [{ line, path }]
    })
