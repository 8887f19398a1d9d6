import { readFileSync } from 'node:fs'
import { Agent, request } from 'undici'

/** What the process is to post, each time it is told to. */
export interface PosterOrder {
  readonly urls: readonly string[]
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly caFile: string
}

export interface PosterRun {
  readonly posts: number
  /** Posts at a time. */
  readonly concurrency: number
}

/** How long one run took, and each post of it. */
export interface PosterResult {
  readonly ms: number
  readonly postMs: readonly number[]
}

/** A child process: the least that undici can do to post the same bytes over kept connections. */
process.once('message', (order: PosterOrder) => {
  const dispatcher = new Agent({ connect: { ca: readFileSync(order.caFile, 'utf8') } })
  const { urls, headers, body } = order

  async function post(index: number): Promise<number> {
    const startedAt = performance.now()
    const answer = await request(urls[index % urls.length] as string, {
      method: 'POST',
      headers: headers as Record<string, string>,
      body,
      dispatcher,
    })
    await answer.body.dump()
    return performance.now() - startedAt
  }

  process.on('message', async ({ posts, concurrency }: PosterRun) => {
    const startedAt = performance.now()
    const postMs: number[] = []
    let next = 0
    const worker = async () => {
      while (next < posts) postMs.push(await post(next++))
    }
    await Promise.all(Array.from({ length: concurrency }, worker))
    process.send?.({ ms: performance.now() - startedAt, postMs } satisfies PosterResult)
  })
  process.send?.('ready')
})
