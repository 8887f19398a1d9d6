import { statfs } from 'node:fs/promises'
import type { Config } from '../config.ts'
import { type Ctx, type Platform, systemContext } from '../platform/context.ts'
import type { Log } from '../platform/observe/log.ts'
import type { Database } from '../platform/store/database.ts'
import { tryToWrite } from '../platform/store/marks.ts'
import { retention } from './retention.ts'

const LOOK_MS = 1000
const MIB = 1024 * 1024
/** So much more than the least is free before it counts as room again: or it would come and go with every file. */
const AGAIN = 1.25

const SAID = {
  storage_full:
    'the disk is full: calls that store something are refused, everything that is stored can be read',
  database_damaged:
    'the database is damaged: stop the service and restore a backup (docs/operations.md, Backup); what can be read is served',
} as const

export interface StoreWatch {
  start(): void
  stop(): Promise<void>
}

/**
 * Looks after the place where everything is stored: says once what is wrong with it, makes room while there is some, and
 * finds out that there is room again. SQLite is on a disk of ours, whose space is known; PostgreSQL tells when its own is
 * full.
 */
export function createStoreWatch(config: Config, platform: Platform, database: Database): StoreWatch {
  const { log, metrics } = platform
  const { health, db } = database
  const system = systemContext(platform, db, 0)
  const least = config.database.minFreeMb * MIB
  const early = Math.max(config.database.warnFreeMb * MIB, least)
  let isLow = false
  let cleaning: Promise<void> | undefined

  function makeRoom(): void {
    database.makeRoom?.()
    cleaning ??= removeOld(system, config).finally(() => {
      cleaning = undefined
    })
  }

  health.watch({
    began(trouble, error) {
      // As text: lines with such an error are left out, because this one tells of all of them.
      log.error({ reason: error instanceof Error ? error.message : undefined }, SAID[trouble])
      if (trouble === 'storage_full') makeRoom()
    },
    ended: (_trouble, { forMs, refused }) =>
      log.info({ refused, seconds: Math.round(forMs / 1000) }, 'there is room on the disk again'),
  })

  function judge(freeBytes: number): void {
    metrics.diskFree.set(freeBytes)
    if (freeBytes < least && !health.isFull) health.noteFull()
    const wasLow = isLow
    isLow = freeBytes < (wasLow ? early * AGAIN : early)
    if (!isLow || wasLow) return
    log.warn(
      { freeMb: Math.round(freeBytes / MIB) },
      'the disk is nearly full: what is older than it has to be goes',
    )
    makeRoom()
  }

  async function look(): Promise<void> {
    let free = Number.POSITIVE_INFINITY
    if (database.engine === 'sqlite') {
      const { bavail, bsize } = await statfs(config.dataDir)
      free = bavail * bsize
      judge(free)
    }
    // Only a write that succeeds is proof.
    if (health.isFull && free >= least * AGAIN && (await canWrite(system))) health.hasRoom()
  }

  return repeated(look, log, () => cleaning)
}

/** Looks again and again, once at a time. */
function repeated(
  look: () => Promise<void>,
  log: Log,
  alsoEnds: () => Promise<void> | undefined,
): StoreWatch {
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> | undefined
  return {
    start() {
      timer = setInterval(() => {
        looking ??= look()
          .catch((err: unknown) => log.debug({ err }, 'the disk cannot be looked at'))
          .finally(() => {
            looking = undefined
          })
      }, LOOK_MS).unref()
    },
    async stop() {
      clearInterval(timer)
      await looking
      await alsoEnds()
    },
  }
}

/** What the hourly job would remove a little later. Where there is no room even for that, nothing is lost by trying. */
const removeOld = (system: Ctx<never>, { retention: days }: Config): Promise<void> =>
  retention(days)
    .run(system, null)
    .catch((err: unknown) => system.log.warn({ err }, 'old records could not be removed'))

const canWrite = ({ db }: Ctx<never>): Promise<boolean> =>
  tryToWrite(db).then(
    () => true,
    () => false,
  )
