import { Writable } from 'node:stream'
import { createLog } from '../src/platform/observe/log.ts'

/** A log at the level that tells most, of which every line is kept. */
export function keptLog() {
  const lines: string[] = []
  const destination = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk))
      done()
    },
  })
  return { log: createLog({ level: 'trace', destination }), text: () => lines.join('') }
}
