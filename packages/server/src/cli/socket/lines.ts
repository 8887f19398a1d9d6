import { once } from 'node:events'
import type { Socket } from 'node:net'
import { join } from 'node:path'

export const socketOf = (dataDir: string): string => join(dataDir, 'latchwork.sock')

/** A line holds a file at most: a catalogue, or checkpoints of years. */
const LONGEST_LINE = 16 * 1024 * 1024

/** What comes over a socket, as one JSON value per line. */
export async function* jsonLines(socket: Socket): AsyncGenerator<unknown> {
  let rest: Buffer[] = []
  let length = 0
  for await (const chunk of socket as AsyncIterable<Buffer>) {
    let from = 0
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, from)) {
      const line = Buffer.concat([...rest, chunk.subarray(from, end)]).toString('utf8')
      rest = []
      length = 0
      from = end + 1
      yield JSON.parse(line)
    }
    rest.push(chunk.subarray(from))
    length += chunk.length - from
    if (length > LONGEST_LINE) throw new Error('the line is too long')
  }
}

/** Writes one value, and waits while the other side does not read. */
export async function sendLine(socket: Socket, value: object): Promise<void> {
  if (socket.destroyed) throw new Error('the other side has gone')
  if (socket.write(`${JSON.stringify(value)}\n`)) return
  await Promise.race([once(socket, 'drain'), once(socket, 'close')])
}
