import { EventBuffer, type EventKeeper, type LdpMemory, type StoredEvent } from '@latchwork/ldp-device'
import type { Book } from './book.ts'

/** State numbers are set aside by so many: one write to the disk for all of them. */
const RESERVED = 1000

/** The memory of one lock's device: events, their numbers and those of states go on after a restart. */
export function deviceMemory(book: Book, lock: string, epoch: string): LdpMemory {
  return {
    epoch,
    events: new EventBuffer(eventKeeper(book, lock)),
    nextStateNumber: stateNumbers(book, lock),
  }
}

function eventKeeper(book: Book, lock: string): EventKeeper {
  const rows = book.rows<{ body: string }>('select body from event where lock = ? order by seq', lock)
  const [row] = book.rows<{ last_event: number }>('select last_event from adoption where lock = ?', lock)
  return {
    lastSeq: row?.last_event ?? 0,
    events: rows.map(({ body }) => JSON.parse(body) as StoredEvent),
    add(event) {
      book.promptly(() => {
        book.put('event', { lock, seq: event.seq, body: JSON.stringify(event) })
        book.run('update adoption set last_event = ? where lock = ?', event.seq, lock)
      })
    },
    forget(upTo) {
      book.promptly(() => book.run('delete from event where lock = ? and seq <= ?', lock, upTo))
    },
  }
}

function stateNumbers(book: Book, lock: string): () => number {
  let [next, end] = [0, 0]
  return () => {
    if (next === end) {
      const [row] = book.rows<{ states_reserved: number }>(
        'update adoption set states_reserved = states_reserved + ? where lock = ? returning states_reserved',
        ...[RESERVED, lock],
      )
      end = row?.states_reserved ?? RESERVED
      next = end - RESERVED
    }
    next += 1
    return next
  }
}
