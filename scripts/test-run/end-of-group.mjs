import { after } from 'node:test'

/** Closing browsers and stores takes some seconds, on a busy machine some more. */
const GRACE_MS = Number(process.env.LATCHWORK_TEST_END_MS ?? 120_000)

const openNow = () => Map.groupBy(process.getActiveResourcesInfo(), (kind) => kind)

/**
 * A server or timer that a test left open keeps its process, and with it the whole run, from ending. When all tests have
 * ended and the process has not, it fails and says what is open since which file. Returns the function that is called with
 * each file that begins.
 */
export function boundEnd() {
  const seen = []
  after(() => {
    // The timer alone does not keep the process alive.
    setTimeout(() => fail(seen), GRACE_MS).unref()
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
