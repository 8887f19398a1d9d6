import { StartupError } from '../../platform/startup-error.ts'
import type { StoreSchema } from '../../platform/store/engine.ts'
import { migrate } from '../../platform/store/migrate.ts'
import { ensureMonths } from '../../platform/store/partitions.ts'
import { openSideConnection } from '../../platform/store/postgres-database.ts'
import { readPostgresHosts } from '../../platform/store/postgres-hosts.ts'
import { explainedRefusal } from '../../platform/store/reach-postgres.ts'
import { openPostgresLink } from '../link/postgres-link.ts'
import { quotedList } from '../link/tables.ts'
import type { Source, Target } from './ends.ts'
import { beginProgress, endProgress, findMoveId } from './progress.ts'

/** Held by the one command that moves something into the database. */
const TARGET_LOCK = 4_270_913_774
const LOCK_NOT_AVAILABLE = '55P03'

/** Every connection of a service has such a name. One whose name this user may not see may belong to a service. */
const OTHERS = `
  select count(*) from pg_stat_activity
  where datname = current_database() and coalesce(backend_type, 'client backend') = 'client backend'
    and pid <> pg_backend_pid() and (application_name is null or starts_with(application_name, 'latchwork'))`

export async function openPostgresSource(url: string): Promise<Source> {
  const link = await openPostgresLink(url)
  const where = `PostgreSQL at ${readPostgresHosts(url).described}`
  return {
    ...link,
    async assertUnused() {
      const [row] = await link.ask(OTHERS)
      if (Number(row?.[0]) > 0)
        throw new StartupError(`${row?.[0]} connections of services to ${where} are open: stop them first.`, {
          mayPass: true,
        })
    },
    async freeze(tables) {
      await link.ask('begin')
      await link.ask(`set local lock_timeout = '10s'`)
      const names = quotedList(tables.map(({ name }) => name))
      await link.ask(`lock table ${names} in share row exclusive mode`).catch((error: { code?: string }) => {
        if (error.code !== LOCK_NOT_AVAILABLE) throw error
        throw new StartupError(`Somebody else writes to ${where}, or moves it: wait until that has ended.`, {
          mayPass: true,
        })
      })
    },
    snapshot: async () => void (await link.ask('begin isolation level repeatable read read only')),
  }
}

export async function openPostgresTarget(url: string, schema: StoreSchema): Promise<Target> {
  const link = await openPostgresLink(url)
  const described = `PostgreSQL at ${readPostgresHosts(url).described}`
  const [held] = await link.ask(`select pg_try_advisory_lock(${TARGET_LOCK})::int`)
  if (held?.[0] !== 1) {
    await link.close()
    throw new StartupError(`Another move into ${described} is under way.`, { mayPass: true })
  }
  return {
    described,
    findMoveId: () => findMoveId(link),
    async assertEmpty() {
      const names =
        await link.ask(`select relname from pg_class where relnamespace = current_schema()::regnamespace
        and relkind in ('r', 'p') and not relispartition order by 1`)
      if (names.length > 0)
        throw new StartupError(
          `${described} is not empty (${names.length} tables, ${names.slice(0, 3).join(', ')}): name an empty database.`,
        )
      // This shows whether the user may make tables.
      await link.ask('begin')
      const made = link.ask('create table move_attempt (n integer)')
      await made
        .catch((error: unknown) => Promise.reject(explainedRefusal(error, url)))
        .finally(() => link.ask('rollback'))
    },
    openScratch: () => openPostgresLink(url),
    async open(moveId, oldestMs) {
      // This comes first: from here on no service starts with the database.
      await beginProgress(link, moveId)
      const { db, close } = openSideConnection(url, '-move', 0)
      try {
        await migrate(db, schema.migrations)
        await ensureMonths(db, schema.growing, oldestMs ?? Date.now(), Date.now())
      } finally {
        await close()
      }
      return link
    },
    async check() {
      await link.ask('analyze')
    },
    async release() {
      await endProgress(link)
    },
    close: link.close,
  }
}
