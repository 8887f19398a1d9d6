import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { PosterOrder, PosterResult, PosterRun } from '../packages/server/test/bare-poster.ts'
import type { KeeperOrder } from '../packages/server/test/keeping-poster.ts'
import { startNode, stopChild } from './processes.ts'

const pathOf = (name: string) => fileURLToPath(new URL(`../packages/server/test/${name}.ts`, import.meta.url))

export interface Poster {
  readonly pid: number
  run(run: PosterRun): Promise<PosterResult>
  stop(): Promise<void>
}

/** A bare undici loop in a process of its own. */
export const startPoster = (order: PosterOrder): Promise<Poster> => start('bare-poster', order)

/** The same, which also signs, reads events from a store and keeps there what came of them. */
export const startKeeper = (order: KeeperOrder): Promise<Poster> => start('keeping-poster', order)

async function start(name: string, order: object): Promise<Poster> {
  const child = startNode([pathOf(name)], {
    side: 'measured',
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const answer = async () => (await once(child, 'message'))[0] as unknown
  child.send(order)
  await answer()
  return {
    pid: child.pid as number,
    async run(run) {
      child.send(run)
      return (await answer()) as PosterResult
    },
    stop: () => stopChild(child),
  }
}
