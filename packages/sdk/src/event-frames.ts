/** One message of a stream of server-sent events. */
export interface Frame {
  readonly id: string | undefined
  readonly event: string | undefined
  readonly data: string
}

/** A message longer than this is no message of ours. */
const MAX_FRAME_LENGTH = 1_048_576

/** The messages of a stream; `onBytes` hears of every piece that arrives, comments included. */
export async function* readFrames(
  body: ReadableStream<Uint8Array>,
  onBytes: () => void,
): AsyncGenerator<Frame> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      onBytes()
      const blocks = (rest + decoder.decode(value, { stream: true })).split('\n\n')
      rest = blocks.pop() ?? ''
      if (rest.length > MAX_FRAME_LENGTH) throw new Error('A message of the event stream does not end.')
      for (const block of blocks) {
        const frame = frameOf(block)
        if (frame) yield frame
      }
    }
  } finally {
    // Somebody who stops reading does not want the rest.
    await reader.cancel().catch(() => undefined)
  }
}

/** Comments have no fields and are no message. */
function frameOf(block: string): Frame | undefined {
  const fields = new Map<string, string>()
  for (const line of block.split('\n')) {
    const [, name, value] = /^([a-z]+): ?(.*)$/.exec(line) ?? []
    if (name === undefined || value === undefined) continue
    fields.set(name, name === 'data' && fields.has('data') ? `${fields.get('data')}\n${value}` : value)
  }
  if (!fields.has('data')) return undefined
  return { id: fields.get('id'), event: fields.get('event'), data: fields.get('data') ?? '' }
}
