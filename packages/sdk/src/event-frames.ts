import { createParser, type EventSourceMessage } from 'eventsource-parser'

/** One message of a stream of server-sent events. */
export type Frame = EventSourceMessage

/** A message longer than this is no message of ours. */
const MAX_FRAME_LENGTH = 1_048_576

/** The messages of a stream; `onBytes` hears of every piece that arrives, comments included. */
export async function* readFrames(
  body: ReadableStream<Uint8Array>,
  onBytes: () => void,
): AsyncGenerator<Frame> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let frames: Frame[] = []
  const parser = createParser({
    maxBufferSize: MAX_FRAME_LENGTH,
    onEvent: (frame) => void frames.push(frame),
    onError(error) {
      if (error.type === 'max-buffer-size-exceeded') throw error
    },
  })
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      onBytes()
      parser.feed(decoder.decode(value, { stream: true }))
      yield* frames
      frames = []
    }
  } finally {
    // Somebody who stops reading does not want the rest.
    await reader.cancel().catch(() => undefined)
  }
}
