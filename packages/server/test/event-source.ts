import assert from 'node:assert/strict'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import type { Service } from '../src/compose/compose.ts'
import { addressOf } from './raw-http.ts'

export interface StreamedEvent {
  id?: string
  event?: string
  data?: string
}

/** A client of the event stream over a real connection. */
export interface EventSource {
  readonly events: StreamedEvent[]
  readonly comments: () => number
  readonly isOver: () => boolean
  readonly response: IncomingMessage
  close(): void
}

export async function openEventSource(
  service: Service,
  token: string,
  options: { lastEventId?: string; after?: string } = {},
): Promise<EventSource> {
  const query = options.after === undefined ? '' : `?after=${options.after}`
  const headers = {
    authorization: `Bearer ${token}`,
    ...(options.lastEventId !== undefined && { 'last-event-id': options.lastEventId }),
  }
  const url = `${await addressOf(service.app)}/event/stream${query}`
  const sent: ClientRequest = request(url, { headers, agent: false })
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    sent.on('response', resolve).on('error', reject).end()
  })
  return readEvents(sent, response)
}

function readEvents(sent: ClientRequest, response: IncomingMessage): EventSource {
  const events: StreamedEvent[] = []
  let comments = 0
  let isOver = false
  let rest = ''
  response.setEncoding('utf8')
  response.on('data', (chunk: string) => {
    const blocks = (rest + chunk).split('\n\n')
    rest = blocks.pop() as string
    for (const block of blocks) {
      if (block.startsWith(':')) comments += 1
      else events.push(Object.fromEntries(block.split('\n').map((line) => line.split(/: (.*)/s).slice(0, 2))))
    }
  })
  const over = () => {
    isOver = true
  }
  response.on('close', over).on('error', over)
  sent.on('error', over)
  assert.ok(response.statusCode)
  return {
    events,
    comments: () => comments,
    isOver: () => isOver,
    response,
    close: () => sent.destroy(),
  }
}
