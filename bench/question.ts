import { type LatchworkProcess, TOKEN } from './latchwork-process.ts'
import { median } from './load.ts'

const headers = { authorization: `Bearer ${TOKEN}` }

/** How long a question takes, and the longest that a call beside it which reads nothing waits, both as medians. */
export async function ask(
  { url }: LatchworkProcess,
  path: string,
  calls: number,
): Promise<{ ms: number; blockMs: number }> {
  const times: number[] = []
  const blocks: number[] = []
  for (let i = 0; i < calls; i++) {
    let isOver = false
    const others = async () => {
      let longest = 0
      while (!isOver) longest = Math.max(longest, await timed(`${url}/health`))
      return longest
    }
    const waiting = others()
    times.push(await timed(url + path))
    isOver = true
    blocks.push(await waiting)
  }
  return { ms: median(times), blockMs: median(blocks) }
}

async function timed(url: string): Promise<number> {
  const startedAt = performance.now()
  const response = await fetch(url, { headers })
  await response.arrayBuffer()
  if (response.status !== 200) throw new Error(`GET ${url} answered ${response.status}.`)
  return performance.now() - startedAt
}
