export interface OrderedQueues {
  /**
   * Runs the task after all earlier ones of the same name; false when too many of that name wait already. A task must
   * not fail.
   */
  add(name: string, task: () => Promise<void>): boolean
  /** Nothing of that name is before whatever comes now: it may run without a queue. */
  isFree(name: string): boolean
  /** Resolves when everything accepted so far has run. */
  idle(): Promise<void>
  /** Accepts nothing more, and resolves when everything accepted has run. */
  close(): Promise<void>
}

/** One queue per name: tasks of one name run in order, those of different names do not wait for each other. */
export function createQueues(maxWaiting: number): OrderedQueues {
  const queues = new Map<string, { waiting: number; last: Promise<void> }>()
  let isClosed = false

  async function idle(): Promise<void> {
    await Promise.all([...queues.values()].map(({ last }) => last))
  }

  return {
    add(name, task) {
      const queue = queues.get(name) ?? { waiting: 0, last: Promise.resolve() }
      if (isClosed || queue.waiting >= maxWaiting) return false
      queues.set(name, queue)
      queue.waiting += 1
      queue.last = queue.last.then(task).finally(() => {
        queue.waiting -= 1
        if (queue.waiting === 0) queues.delete(name)
      })
      return true
    },

    isFree: (name) => !isClosed && !queues.has(name),

    idle,

    async close() {
      isClosed = true
      await idle()
    },
  }
}
