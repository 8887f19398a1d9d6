import { chmod, mkdtemp, readdir, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder in memory, on Linux: a commit to a disk takes a hundred times as long, and there are thousands of them. */
const MEMORY = '/dev/shm'
/** Some hundred megabytes are used; many containers have only 64 there. */
const ROOM_BYTES = 2 * 1024 ** 3

/** A folder of its own for the data of a test, below that of the whole run where there is one. */
export const newFolder = (prefix: string): Promise<string> =>
  mkdtemp(join(process.env.LATCHWORK_TEST_FOLDER ?? tmpdir(), prefix))

/** The folder of a whole run, in memory where there is room. What runs that were killed left there goes. */
export async function newRunFolder(): Promise<string> {
  const base = (await hasRoom(MEMORY)) ? MEMORY : tmpdir()
  for (const name of await readdir(base)) {
    const owner = /^latchwork-run-(\d+)-/.exec(name)?.[1]
    if (owner !== undefined && !isRunning(Number(owner)))
      await rm(join(base, name), { recursive: true, force: true })
  }
  const folder = await mkdtemp(join(base, `latchwork-run-${process.pid}-`))
  // PostgreSQL may run as another user, with a folder of its own below.
  await chmod(folder, 0o755)
  return folder
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
