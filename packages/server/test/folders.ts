import { execFile } from 'node:child_process'
import { chmod, mkdtemp, readdir, readFile, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** A folder in memory, on Linux: a commit to a disk takes a hundred times as long, and there are thousands of them. */
const MEMORY = '/dev/shm'
/** Some hundred megabytes are used; many containers have only 64 there. */
const ROOM_BYTES = 2 * 1024 ** 3

/** A folder of its own for the data of a test, below that of the whole run where there is one. */
export const newFolder = (prefix: string): Promise<string> =>
  mkdtemp(join(process.env.LATCHWORK_TEST_FOLDER ?? tmpdir(), prefix))

/** Removes the folders of runs that were killed. */
export async function removeFoldersOfEndedRuns(): Promise<void> {
  for (const base of [MEMORY, tmpdir()])
    for (const name of await readdir(base).catch(() => [])) {
      const owner = /^latchwork-run-(\d+)-/.exec(name)?.[1]
      if (owner !== undefined && !isRunning(Number(owner))) await removeRunFolder(join(base, name))
    }
}

/** The folder of a whole run, in memory where there is room. */
export async function newRunFolder(): Promise<string> {
  await removeFoldersOfEndedRuns()
  const base = (await hasRoom(MEMORY)) ? MEMORY : tmpdir()
  const folder = await mkdtemp(join(base, `latchwork-run-${process.pid}-`))
  // PostgreSQL may run as another user, with a folder of its own below.
  await chmod(folder, 0o755)
  return folder
}

/** What cannot be removed is named and left: an error here would stop all tests, or hide how they ended. */
export async function removeRunFolder(folder: string): Promise<void> {
  try {
    await unmountBelow(folder)
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  } catch (error) {
    process.stderr.write(`latchwork: ${folder} is left behind: ${(error as Error).message}\n`)
  }
}

/** A test that was killed may have left a small disk mounted. */
async function unmountBelow(folder: string): Promise<void> {
  const table = await readFile('/proc/self/mounts', 'utf8').catch(() => '')
  const places = table.split('\n').map((line) => line.split(' ')[1])
  for (const place of places) if (place?.startsWith(`${folder}/`)) await run('umount', ['-l', place])
}

const hasRoom = (folder: string): Promise<boolean> =>
  statfs(folder).then(
    ({ bavail, bsize }) => bavail * bsize >= ROOM_BYTES,
    () => false,
  )

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
