// What /proc tells about the processes of a test run. Where there is no /proc, the lists are empty and the times are 0.
import { readdirSync, readFileSync } from 'node:fs'

/** The folder of the run. Every process of the run has it in its environment, so that it can be found and ended. */
export const RUN = 'TEST_RUN_FOLDER'
/** The test file that started a process. */
export const FILE = 'TEST_RUN_FILE'

/** Linux counts processor time in hundredths of a second, whatever the clock of the kernel is. */
const TICKS_PER_SECOND = 100

/** The processes that have this folder, or one below it, as that of their run. Those that only wait to be reaped are left out. */
export function processesOf(run) {
  const processes = listOf('/proc').filter((name) => /^\d+$/.test(name))
  return processes.flatMap((name) => {
    const environment = read(`/proc/${name}/environ`).split('\0')
    if (!environment.some((entry) => entry === `${RUN}=${run}` || entry.startsWith(`${RUN}=${run}/`)))
      return []
    const stat = statOf(name)
    if (stat === undefined || stat.state === 'Z') return []
    const file = environment.find((entry) => entry.startsWith(`${FILE}=`))?.slice(FILE.length + 1)
    return [{ pid: Number(name), file, ...stat }]
  })
}

/** Direct children of this process, of all its threads. */
export const childrenOfThis = () =>
  listOf('/proc/self/task').flatMap((task) =>
    read(`/proc/self/task/${task}/children`).split(' ').filter(Boolean).map(Number),
  )

/** Its parent, its state, and the processor time that it has used and that its ended children had. */
export function statOf(pid) {
  const text = read(`/proc/${pid}/stat`)
  if (text === '') return undefined
  // The name of the program stands in brackets and may hold anything.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const seconds = (...places) => places.reduce((sum, i) => sum + Number(fields[i]), 0) / TICKS_PER_SECOND
  return {
    state: fields[0],
    ppid: Number(fields[1]),
    seconds: seconds(11, 12, 13, 14),
    name: text.slice(text.indexOf('(') + 1, text.lastIndexOf(')')),
  }
}

export const commandOf = (pid) =>
  read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ').trim().slice(0, 160) || 'a program'

function read(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

function listOf(folder) {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
