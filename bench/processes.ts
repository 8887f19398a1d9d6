import { type ChildProcess, execFileSync, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'

const STOP_WITHIN_MS = 5000
/** A server that takes longer than this to say where it listens has failed. */
const START_WITHIN_MS = 30_000

/** `measured`: the server under test. `load`: whatever asks it or answers it. `anywhere`: no difference is made. */
export type Side = 'measured' | 'load' | 'anywhere'

const cpus = availableParallelism()
/**
 * The server under test has the first cpu to itself, everything else shares the others, so that neither side can take
 * time from the other. Without `taskset` (or with a single cpu) the operating system decides.
 */
export const isPinned = cpus > 1 && canPin()

const CPUS_OF: Record<Side, string> = {
  measured: '0',
  load: `1-${cpus - 1}`,
  anywhere: `0-${cpus - 1}`,
}

function canPin(): boolean {
  try {
    execFileSync('taskset', ['-p', String(process.pid)], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Moves the benchmark itself, which makes the load, out of the way of what it measures. */
export function pinOwnProcess(): void {
  if (isPinned) execFileSync('taskset', ['-apc', CPUS_OF.load, String(process.pid)], { stdio: 'ignore' })
}

/** For a server that something else started: it inherited the place of its starter. */
export function letRunAnywhere(pid: number): void {
  if (isPinned) execFileSync('taskset', ['-apc', CPUS_OF.anywhere, String(pid)], { stdio: 'ignore' })
}

const children = new Set<ChildProcess>()
let scratch: string | undefined

/** A directory of this run, removed at its end. */
export function newDirectory(): string {
  if (!scratch) {
    scratch = mkdtempSync(join(tmpdir(), 'latchwork-bench-'))
    // Started by root, PostgreSQL runs as another user, who has to reach his directory in here.
    chmodSync(scratch, 0o711)
  }
  return mkdtempSync(join(scratch, 'data-'))
}

/** Whatever happens to this process, its children and its data do not outlive it. */
export function cleanUpAtExit(): void {
  process.once('exit', () => {
    for (const child of children) child.kill('SIGKILL')
    // A process that is being killed may still write a last file into a directory that is being removed.
    if (scratch) rmSync(scratch, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 })
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, endEarly)
}

const stops = new Set<() => Promise<void>>()

/** For what has to be stopped in order when the run is broken off: a database server that is killed leaves files behind. */
export function stopWhenInterrupted(stop: () => Promise<void>): void {
  stops.add(stop)
}

function endEarly(): void {
  const stopped = Promise.allSettled([...stops].map((stop) => stop()))
  void Promise.race([stopped, delay(3 * STOP_WITHIN_MS)]).then(() => process.exit(1))
}

export interface ChildOptions extends Pick<SpawnOptions, 'stdio' | 'env'> {
  readonly side: Side
}

/** Starts Node with these arguments. */
export const startNode = (args: readonly string[], options: ChildOptions): ChildProcess =>
  startProgram([process.execPath, ...args], options)

/** Starts a program: its file, then what it is called with. */
export function startProgram(program: readonly string[], { side, ...options }: ChildOptions): ChildProcess {
  const [command = '', ...rest] = isPinned ? ['taskset', '-c', CPUS_OF[side], ...program] : program
  const child = spawn(command, rest, { stdio: ['ignore', 'pipe', 'pipe'], ...options })
  children.add(child)
  child.once('exit', () => children.delete(child))
  return child
}

/** The first match of `pattern` in what the child prints; fails with all of it when the child ends before. */
export async function firstMatch(child: ChildProcess, pattern: RegExp): Promise<RegExpExecArray> {
  let output = ''
  const { promise, resolve, reject } = Promise.withResolvers<RegExpExecArray>()
  const look = (line: string) => {
    output += `${line}\n`
    const match = pattern.exec(output)
    if (match) resolve(match)
  }
  for (const stream of [child.stdout, child.stderr]) if (stream) createInterface(stream).on('line', look)
  const failed = (what: string) => () => reject(new Error(`A server ${what}:\n${output}`))
  child.once('exit', failed('ended instead of starting'))
  const timer = setTimeout(failed('did not start in time'), START_WITHIN_MS)
  return promise.finally(() => clearTimeout(timer))
}

/** Asks the child to end, and makes it end. */
export async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  const isLate = await Promise.race([exited, delay(STOP_WITHIN_MS, 'late' as const, { ref: false })])
  if (isLate === 'late') {
    child.kill('SIGKILL')
    await exited
  }
}

const CLOCK_TICKS_PER_SECOND = 100

/** Seconds of cpu time the process has used so far, over all its threads. */
export const cpuSeconds = (pid: number): number => secondsIn(`/proc/${pid}/stat`)

/** Of these, what the event loop has used. */
export const loopCpuSeconds = (pid: number): number => secondsIn(`/proc/${pid}/task/${pid}/stat`)

function secondsIn(path: string): number {
  const stat = readFileSync(path, 'utf8')
  // Fields are counted behind the name, which may hold spaces: utime and stime are the 14th and 15th of all.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / CLOCK_TICKS_PER_SECOND
}

/** Resident memory in MB. */
export function residentMb(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024
}
