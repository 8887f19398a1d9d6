/** Lets a bounded number of works run at a time, and of each account one. */
export interface Turns {
  /** Runs `work` when it is the account's turn. */
  take<T>(accountId: number, work: () => Promise<T>): Promise<T>
  /** Nothing that waits begins any more; resolves when what runs has ended. */
  stop(): Promise<void>
}

interface Waiting {
  begin(): void
  giveUp(): void
}

/**
 * Whoever brings a hundred works waits for their own: after each of them every other account that waits comes first.
 * The order of a Map's keys is the order of turns.
 */
export function createTurns(atOnce: number): Turns {
  const queues = new Map<number, Waiting[]>()
  const running = new Map<number, Promise<unknown>>()
  let stopped = false

  function next(): void {
    for (const [accountId, queue] of queues) {
      if (running.size >= atOnce) return
      if (running.has(accountId)) continue
      const first = queue.shift()
      if (queue.length === 0) queues.delete(accountId)
      first?.begin()
    }
  }

  /** Whoever waited meanwhile is before it now. */
  function toTheEnd(accountId: number): void {
    const queue = queues.get(accountId)
    if (!queue) return
    queues.delete(accountId)
    queues.set(accountId, queue)
  }

  function begin<T>(accountId: number, work: () => Promise<T>): Promise<T> {
    const result = Promise.try(work)
    const ended = result
      .catch(() => undefined)
      .finally(() => {
        running.delete(accountId)
        toTheEnd(accountId)
        next()
      })
    running.set(accountId, ended)
    return result
  }

  return {
    take: (accountId, work) =>
      new Promise((resolve, reject) => {
        const waiting: Waiting = {
          begin: () => void begin(accountId, work).then(resolve, reject),
          giveUp: () => reject(new Error('the service is stopping')),
        }
        if (stopped) return waiting.giveUp()
        const queue = queues.get(accountId)
        if (queue) queue.push(waiting)
        else queues.set(accountId, [waiting])
        next()
      }),
    async stop() {
      stopped = true
      for (const waiting of [...queues.values()].flat()) waiting.giveUp()
      queues.clear()
      await Promise.all(running.values())
    },
  }
}
