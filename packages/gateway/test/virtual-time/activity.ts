import { createHook } from 'node:async_hooks'
import { Worker } from 'node:worker_threads'
import { bytesOnTheirWay, followSockets } from './sockets.ts'

/** What Node's thread pool or the kernel does once: reads and writes of files, hashes, look-ups, new connections. */
const REQUEST = /REQUEST$|REQCALLBACK$|REQPROMISE$|REQWRAP$|CONNECTWRAP$|SHUTDOWNWRAP$|^Immediate$/
/** Lasts until the answer has come, which the other end may well wait with. */
const LONG_REQUEST = 'HTTPCLIENTREQUEST'

const requests = new Map<number, { type: string; resource: object }>()
const followed = new WeakSet<Worker>()
/** Threads that have not answered. */
const asked = new Set<Worker>()
let isOwn = false

/** Begins to follow what this process does outside of its JavaScript. */
export function followActivity(): void {
  createHook({
    init(id, type, _trigger, resource) {
      if (!isOwn && type !== LONG_REQUEST && REQUEST.test(type)) requests.set(id, { type, resource })
    },
    before: (id) => void requests.delete(id),
    destroy: (id) => void requests.delete(id),
    trackPromises: false,
  } as Parameters<typeof createHook>[0]).enable()
  followSockets()
  followWorkers()
}

/** Starts something that does not count as activity. */
export function uncounted<T>(start: () => T): T {
  isOwn = true
  try {
    return start()
  } finally {
    isOwn = false
  }
}

/** Describes what is under way. Empty: everything that was begun has ended, and everything sent has arrived. */
export function underWay(): string {
  // Cryptography that was asked for without a callback is done.
  for (const [id, { type, resource }] of requests)
    if (/REQUEST$/.test(type) && !('ondone' in resource)) requests.delete(id)
    else return type
  if (asked.size > 0) return `${asked.size} threads`
  return bytesOnTheirWay()
}

/** The threads of the service answer each question once, and are asked one at a time. */
function followWorkers(): void {
  const post = Worker.prototype.postMessage
  Worker.prototype.postMessage = function (this: Worker, ...args: Parameters<typeof post>) {
    if (!followed.has(this)) {
      followed.add(this)
      this.on('exit', () => asked.delete(this))
      this.on('message', () => asked.delete(this))
    }
    asked.add(this)
    post.apply(this, args)
  }
}
