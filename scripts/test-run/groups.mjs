// Which test files share a process. To load the service takes longer than most tests, and code that has run before runs
// several times as fast: one process for each file would spend half of the suite's time on getting warm.
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, isAbsolute, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { inRoot } from '../setup/machine.mjs'

/** So much source of tests runs for a minute or so; larger groups would leave a core idle at the end of a run. */
const GROUP_BYTES = 80_000

/** What a file says at its beginning that changes something of the process, or looks at all of it. */
const ALONE = /^\/\/ Runs in a process of its own\b/m

/** What runs longest comes first: at the end it would keep one core busy by itself. */
const FIRST = ['packages/console', 'tests']

/** Wait most of their time, for radios, leases and restarts: three of them at once leave a core idle. */
const WAITING = [
  'packages/gateway/test',
  'packages/server/test/edges',
  'packages/server/test/flows',
  'tests/chaos',
]

/** The last part of a run is for those that wait for nothing: one that waits would be waited for by itself. */
const SPREAD_OVER = 0.7

const rankOf = (file) => {
  const rank = FIRST.findIndex((folder) => file.startsWith(`${folder}/`))
  return rank === -1 ? FIRST.length : rank
}

/** Tests of one kind use the same modules, and the same browser where they use one. */
const kindOf = (file) => dirname(file).split('/').slice(0, 3).join('/')

/** The files in groups, each of one kind; the order is that of the run. */
export function groupsOf(files) {
  const inOrder = files.toSorted((a, b) => rankOf(a) - rankOf(b) || (a < b ? -1 : 1))
  const groups = []
  const open = new Map()
  for (const file of inOrder) {
    const source = readFileSync(isAbsolute(file) ? file : inRoot(file), 'utf8')
    const kind = kindOf(file)
    const group = open.get(kind)
    if (isAbsolute(file) || ALONE.test(source)) groups.push({ files: [file], bytes: source.length })
    else if (group && group.bytes + source.length <= GROUP_BYTES) {
      group.files.push(file)
      group.bytes += source.length
    } else {
      const next = { files: [file], bytes: source.length }
      open.set(kind, next)
      groups.push(next)
    }
  }
  return spread(groups.map((group) => group.files))
}

export const isWaiting = ([first]) => WAITING.some((folder) => first.startsWith(`${folder}/`))

/** Of the groups that wait, one now and then between the others. */
function spread(groups) {
  const waiting = groups.filter(isWaiting)
  const busy = groups.filter((group) => !isWaiting(group))
  const step = Math.max(1, Math.floor((busy.length * SPREAD_OVER) / (waiting.length || 1)))
  return [
    ...busy.flatMap((group, i) =>
      i % step === 0 && waiting.length > 0 ? [waiting.shift(), group] : [group],
    ),
    ...waiting,
  ]
}

/** Where the files lie that start the groups. */
export const ENTRIES = inRoot('node_modules/.cache/latchwork-tests')

/** Node's runner starts a process for each file it is given, in the order of their names: writes one for each group. */
export function entriesOf(groups) {
  mkdirSync(ENTRIES, { recursive: true })
  const runner = pathToFileURL(inRoot('scripts/test-run/run-group.mjs')).href
  return groups.map((files, i) => {
    const text = `import { runGroup } from ${JSON.stringify(runner)}\nrunGroup(${JSON.stringify(files)})\n`
    // Runs at the same time may have other groups: the name is that of the contents.
    const name = createHash('sha256').update(text).digest('hex').slice(0, 12)
    const entry = join(ENTRIES, `${String(i).padStart(3, '0')}-${name}.mjs`)
    writeFileSync(entry, text)
    return entry
  })
}
