import { after } from 'node:test'

/** To close browsers and stores takes some seconds, on a busy machine some more; what is open then stays open. */
const GRACE_MS = 60_000

const openNow = () => Map.groupBy(process.getActiveResourcesInfo(), (kind) => kind)

/**
 * A server or timer that a test has left open would keep its process, and with it the whole run, from ending for ever.
 * Returns what is to be told of each file that begins; when all tests have ended and the process has not, it fails and says
 * what is open since which file.
 */
export function boundEnd(graceMs = GRACE_MS) {
  const seen = []
  after(() => {
    // It keeps no process alive that could end.
    setTimeout(() => fail(seen), graceMs).unref()
  })
  return (file) => seen.push({ file, open: openNow() })
}

function fail(seen) {
  const open = openNow()
  const parts = [...open.keys()].map((kind) => {
    const since = seen.filter(({ open: before }, i) => {
      const later = seen[i + 1]?.open ?? open
      return (later.get(kind)?.length ?? 0) > (before.get(kind)?.length ?? 0)
    })
    return `${kind} × ${open.get(kind).length}, opened in ${since.map(({ file }) => file).join(', ') || 'none of them'}`
  })
  const files = seen.map(({ file }) => file).join(', ')
  process.stderr.write(
    `latchwork: the tests of ${files} have ended, their process has not. Open is:\n  ${parts.join('\n  ')}\n`,
  )
  process.exit(1)
}
