import { existsSync, statSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { StartupError } from '../../platform/startup-error.ts'
import { TAKE_AS_IT_IS, tellNextStart } from '../../platform/store/commit-mark.ts'
import { giveToOwner } from '../../platform/store/data-owner.ts'
import { openStore } from '../../platform/store/database.ts'
import type { StoreSchema } from '../../platform/store/engine.ts'
import { holdLock } from '../../platform/store/sqlite-file.ts'
import type { Link } from '../link/link.ts'
import { openSqliteLink } from '../link/sqlite-link.ts'
import type { Source, Target } from './ends.ts'
import { beginProgress, endProgress, findMoveId } from './progress.ts'

const DATABASE = 'latchwork.db'

/** Without `isHeld` it only reads, also beside a running service. With it, no service can run until it is closed. */
export function openSqliteSource(dataDir: string, { isHeld = false } = {}): Source {
  const path = join(dataDir, DATABASE)
  if (!existsSync(path)) throw new StartupError(`There is no database in ${dataDir}.`)
  const lock = isHeld ? holdUnused(dataDir) : undefined
  const link = openSqliteLink(path, { readOnly: !isHeld })
  return {
    ...link,
    assertUnused: async () => undefined,
    freeze: async () => void (await link.ask('begin immediate')),
    snapshot: async () => void (await link.ask('begin')),
    async close() {
      await link.close()
      lock?.close()
    },
  }
}

function holdUnused(dataDir: string) {
  try {
    const lock = holdLock(dataDir)
    giveToOwner(dataDir, join(dataDir, 'latchwork.lock'))
    return lock
  } catch (error) {
    if (!(error instanceof StartupError)) throw error
    throw new StartupError(`A service or another command uses the database in ${dataDir}: stop it first.`, {
      mayPass: true,
    })
  }
}

/** The database grows in a folder beside its place, so that no service finds it before it is whole. */
export function openSqliteTarget(file: string, schema: StoreSchema): Target {
  const folder = `${file}.moving`
  const path = join(folder, DATABASE)
  const found = () => (existsSync(folder) && !existsSync(path) ? file : path)
  let opened: { link: Link; lock: { close(): void } } | undefined
  const close = async () => {
    await opened?.link.close()
    opened?.lock.close()
    opened = undefined
  }
  return {
    described: file,
    async findMoveId() {
      if (!existsSync(found())) return undefined
      const link = openSqliteLink(found())
      return findMoveId(link).finally(link.close)
    },
    async assertEmpty() {
      if (!existsSync(dirname(file))) throw new StartupError(`There is no folder ${dirname(file)}.`)
      if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > 0)
        throw new StartupError(`${file} is there already: name another file, or move it away.`)
    },
    openScratch: async () => openSqliteLink(''),
    async open(moveId) {
      if ((await this.findMoveId()) !== moveId) {
        await rm(folder, { recursive: true, force: true })
        await (await openStore({ dataDir: folder, schema })).close()
      }
      const lock = holdLock(folder)
      const link = openSqliteLink(found())
      opened = { link, lock }
      await link.ask('pragma journal_mode = wal')
      await link.ask('pragma synchronous = normal')
      await beginProgress(link, moveId)
      return link
    },
    async check(link) {
      const [broken] = await link.ask('pragma foreign_key_check')
      if (broken) throw new StartupError(`A row of ${broken[0]} refers to a row that is not there.`)
      // Everything is on the disk before the source is marked as moved.
      await link.ask('pragma wal_checkpoint(truncate)')
    },
    async release(link) {
      await link.ask('pragma journal_mode = delete')
      await close()
      if (existsSync(path)) await place(path, file)
      // No service starts with it before this. An interrupted command can still find it by its folder.
      const placed = openSqliteLink(file)
      await endProgress(placed).finally(placed.close)
      await rm(folder, { recursive: true, force: true })
    },
    close,
  }
}

/** The content has to be on the disk before the file gets its name. */
async function place(path: string, file: string): Promise<void> {
  await syncAt(path, 'r+')
  giveToOwner(dirname(file), path)
  // The file is not a later state of one that had this name before, so the next start must not compare the two.
  if (basename(file) === DATABASE) tellNextStart(dirname(file), TAKE_AS_IT_IS)
  await rename(path, file)
  await syncAt(dirname(file), 'r')
}

async function syncAt(path: string, flags: string): Promise<void> {
  const handle = await open(path, flags)
  await handle.sync().finally(() => handle.close())
}
