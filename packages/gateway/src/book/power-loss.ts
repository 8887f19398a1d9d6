import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { uptime } from 'node:os'
import type { DatabaseSync } from 'node:sqlite'

/**
 * Events are given their numbers before the disk has them for good (`Book.promptly`). Whatever ends the process, the
 * system keeps them. Only when the machine itself ended may the newest be missing, and their numbers be given again: then
 * the devices take a new epoch, as LDP/1 asks of whoever lost memory, and what still waits is numbered in it from 1.
 */

const UPTIME_STEP_S = 10

/** Another one after every start of the machine; where the system does not tell, by when that was. */
export function bootOfMachine(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    return `since ${Math.round((Date.now() / 1000 - uptime()) / UPTIME_STEP_S)}`
  }
}

/** Until `noteClosed` the book is open on this start of the machine. */
export function noteOpened(db: DatabaseSync, boot: string): void {
  db.exec('begin immediate')
  db.exec('create table if not exists machine (boot text not null, syncs integer not null default 0) strict')
  const left = db.prepare('select boot from machine').get() as { boot: string } | undefined
  if (left && left.boot !== boot) beginNewEpochs(db)
  db.exec('delete from machine')
  db.prepare('insert into machine (boot) values (?)').run(boot)
  db.exec('commit')
}

export function noteClosed(db: DatabaseSync): void {
  db.exec('delete from machine')
}

function beginNewEpochs(db: DatabaseSync): void {
  const locks = db.prepare('select lock from adoption').all() as { lock: string }[]
  const waiting = db.prepare('select body from event where lock = ? order by seq')
  const forget = db.prepare('delete from event where lock = ?')
  const keep = db.prepare('insert into event (lock, seq, body) values (?, ?, ?)')
  const begin = db.prepare('update adoption set epoch = ?, last_event = ? where lock = ?')
  for (const { lock } of locks) {
    const events = waiting.all(lock) as { body: string }[]
    forget.run(lock)
    for (const [index, { body }] of events.entries()) {
      const seq = index + 1
      keep.run(lock, seq, JSON.stringify({ ...JSON.parse(body), seq }))
    }
    begin.run(randomBytes(8).toString('hex'), events.length, lock)
  }
}
