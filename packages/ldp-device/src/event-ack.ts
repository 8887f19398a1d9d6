import { DownEack, LDP_MAX_BYTES } from '@latchwork/contract/device'
import { Compile } from 'typebox/compile'

const shape = Compile(DownEack)

/** Up to which number the service has the events; undefined when the message says nothing of the kind. */
export function parseEventAck(payload: Buffer): number | undefined {
  if (payload.length > LDP_MAX_BYTES) return undefined
  try {
    const value: unknown = JSON.parse(payload.toString('utf8'))
    return shape.Check(value) ? value.upTo : undefined
  } catch {
    return undefined
  }
}
