import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { PosterOrder, PosterResult, PosterRun } from '../packages/server/test/bare-poster.ts'
import { startNode, stopChild } from './processes.ts'

const CHILD = fileURLToPath(new URL('../packages/server/test/bare-poster.ts', import.meta.url))

export interface Poster {
  run(run: PosterRun): Promise<PosterResult>
  stop(): Promise<void>
}

/** A bare undici loop in a process of its own. */
export async function startPoster(order: PosterOrder): Promise<Poster> {
  const child = startNode([CHILD], { side: 'measured', stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const answer = async () => (await once(child, 'message'))[0] as unknown
  child.send(order)
  await answer()
  return {
    async run(run) {
      child.send(run)
      return (await answer()) as PosterResult
    },
    stop: () => stopChild(child),
  }
}
