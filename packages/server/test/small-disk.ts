import { execFile } from 'node:child_process'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { promisify } from 'node:util'
import { newFolder } from './folders.ts'

const run = promisify(execFile)

/** A file system of a few megabytes, in memory. */
export interface SmallDisk {
  readonly folder: string
  /** Somebody else takes all the space there is. */
  fill(): Promise<void>
  /** And gives it back. */
  clear(): Promise<void>
}

/** Undefined, and the test is skipped and says why, where nobody may mount one. */
export async function mountSmallDisk(t: TestContext, megabytes: number): Promise<SmallDisk | undefined> {
  const disk = await tryToMount(megabytes)
  if ('excuse' in disk) {
    t.skip(disk.excuse)
    return undefined
  }
  t.after(() => disk.unmount())
  return disk
}

/** A disk that its user unmounts, or the sentence that says why there is none. */
export async function tryToMount(
  megabytes: number,
): Promise<(SmallDisk & { unmount(): Promise<void> }) | { excuse: string }> {
  const folder = await newFolder('latchwork-small-')
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=711`, 'latchwork-test', folder])
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    return {
      excuse: `needs the right to mount a small disk (root on Linux): ${(error as Error).message.trim()}`,
    }
  }
  const ballast = join(folder, 'ballast')
  return {
    folder,
    async unmount() {
      await run('umount', ['-l', folder])
      await rm(folder, { recursive: true, force: true })
    },
    async fill() {
      // Down to the last page, whatever error that ends with.
      for (const size of [1 << 20, 4096]) await fillWith(ballast, size, megabytes)
    },
    clear: () => rm(ballast, { force: true }),
  }
}

async function fillWith(path: string, size: number, megabytes: number): Promise<void> {
  const bytes = Buffer.alloc(size, 1)
  for (let written = 0; written < megabytes << 20; written += size) {
    try {
      await writeFile(path, bytes, { flag: 'a' })
    } catch {
      return
    }
  }
}
