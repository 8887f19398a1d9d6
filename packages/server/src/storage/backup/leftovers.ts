import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

const HOUR_MS = 3_600_000

/** What a command or a service that was killed leaves behind, each as large as the database. */
const SCRATCH = /^(backup|restore|verify)-[A-Za-z0-9]{6}$/
const PARTIAL = /^latchwork-\d{8}T\d{6}Z\.partial$/
/** Nothing that is still under way was last written to so long ago. */
const ABANDONED_AFTER_MS = 6 * HOUR_MS

/** Makes room before a backup: a service that dies of one, again and again, must not fill the disk that doors need. */
export async function removeLeftovers(dataDir: string, directory: string, now: number): Promise<void> {
  await removeFrom(dataDir, SCRATCH, now)
  await removeFrom(directory, PARTIAL, now)
}

async function removeFrom(folder: string, pattern: RegExp, now: number): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name)
    if (pattern.test(name) && (await lastWrittenTo(path)) < now - ABANDONED_AFTER_MS)
      await rm(path, { recursive: true, force: true })
  }
}

async function lastWrittenTo(folder: string): Promise<number> {
  const names = await readdir(folder).catch(() => [])
  const paths = [folder, ...names.map((name) => join(folder, name))]
  const times = paths.map((path) => stat(path).then(({ mtimeMs }) => mtimeMs))
  // What goes away meanwhile is somebody's who is at it.
  return Math.max(...(await Promise.all(times.map((time) => time.catch(() => Number.POSITIVE_INFINITY)))))
}
