import { AsyncResource } from 'node:async_hooks'

type Callback = (...args: unknown[]) => unknown

/** Starts at the time of the machine and stands still until the next timer is run. */
let nowMs = Date.now()
const startedMs = nowMs
const pending = new Set<VirtualTimer>()
const byId = new Map<number, VirtualTimer>()
let lastId = 0
let onStart = () => {}

export const now = (): number => nowMs
export const elapsed = (): number => nowMs - startedMs
export const hasTimers = (): boolean => pending.size > 0
/** Whether a timer is waiting that keeps the process alive. */
export const hasOwners = (): boolean => [...pending].some((timer) => timer.hasRef())
/** Calls back whenever a timer begins to wait. */
export const whenStarted = (callback: () => void): void => {
  onStart = callback
}

/** In the place of Node's `Timeout`. */
class VirtualTimer {
  readonly id = ++lastId
  readonly #run: () => unknown
  readonly #delayMs: number
  readonly #isRepeated: boolean
  #hasRef = true
  at = 0

  constructor(callback: Callback, delayMs: unknown, args: unknown[], isRepeated: boolean) {
    const ms = Math.trunc(Number(delayMs))
    // As Node does it.
    this.#delayMs = ms >= 1 && ms <= 2_147_483_647 ? ms : 1
    this.#run = AsyncResource.bind(() => callback(...args))
    this.#isRepeated = isRepeated
    byId.set(this.id, this)
    this.refresh()
  }

  run(): void {
    if (this.#isRepeated) this.refresh()
    else this.close()
    this.#run()
  }

  refresh(): this {
    this.at = nowMs + this.#delayMs
    // At the end: timers of one moment run in the order in which they were started.
    pending.delete(this)
    pending.add(this)
    onStart()
    return this
  }

  close(): this {
    pending.delete(this)
    byId.delete(this.id)
    return this
  }

  ref(): this {
    this.#hasRef = true
    return this
  }

  unref(): this {
    this.#hasRef = false
    return this
  }

  hasRef(): boolean {
    return this.#hasRef
  }

  [Symbol.toPrimitive](): number {
    return this.id
  }

  [Symbol.dispose](): void {
    this.close()
  }
}

/** Sets the time to that of the next timer, and runs it. */
export function runNext(): void {
  let next: VirtualTimer | undefined
  for (const timer of pending) if (!next || timer.at < next.at) next = timer
  if (!next) return
  nowMs = Math.max(nowMs, next.at)
  next.run()
}

export const setVirtualTimeout = (callback: Callback, delayMs?: unknown, ...args: unknown[]) =>
  new VirtualTimer(callback, delayMs, args, false)

export const setVirtualInterval = (callback: Callback, delayMs?: unknown, ...args: unknown[]) =>
  new VirtualTimer(callback, delayMs, args, true)

/** False: it is no timer of ours. */
export function clearVirtual(timer: unknown): boolean {
  const found = timer instanceof VirtualTimer ? timer : byId.get(Number(timer))
  found?.close()
  return found !== undefined
}

export function virtualWait<T>(
  delayMs?: number,
  value?: T,
  { signal, ref = true }: { signal?: AbortSignal; ref?: boolean } = {},
): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      timer.close()
      reject(
        Object.assign(new Error('The operation was aborted', { cause: signal?.reason }), {
          name: 'AbortError',
          code: 'ABORT_ERR',
        }),
      )
    }
    const timer = setVirtualTimeout(() => {
      signal?.removeEventListener('abort', abort)
      resolve(value as T)
    }, delayMs)
    if (!ref) timer.unref()
    if (signal?.aborted) abort()
    else signal?.addEventListener('abort', abort, { once: true })
  })
}

/** In the place of `AbortSignal.timeout`. */
export function virtualDeadline(delayMs: number): AbortSignal {
  const controller = new AbortController()
  const late = () =>
    controller.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError'))
  setVirtualTimeout(late, delayMs).unref()
  return controller.signal
}
