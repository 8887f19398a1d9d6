import packageJson from '../../package.json' with { type: 'json' }
import type { Config } from '../config.ts'
import type { Sealer } from '../platform/security/sealer.ts'
import type { JobKind } from '../platform/work/jobs.ts'
import type { Source } from '../storage/backup/create.ts'
import type { Sealing } from '../storage/backup/sealed-file.ts'

const HOUR_MS = 3_600_000

const MANIFEST_CONTEXT = 'backup manifest'

/** How a manifest is sealed, and how its seal is opened. */
export const manifestSeal = (sealer: Pick<Sealer, 'seal' | 'open'>) => ({
  seal: (text: string) => sealer.seal(text, MANIFEST_CONTEXT),
  open: (text: string) => sealer.open(text, MANIFEST_CONTEXT),
})

/** What a backup is made of. */
export const backupSourceOf = ({ dataDir, database }: Config, now: number, seal: Source['seal']): Source => ({
  seal,
  dataDir,
  databaseUrl: database.url,
  version: packageJson.version,
  now,
})

/** Public keys come before a passphrase: who has one of the others opens it, and nobody here could. */
export const sealingOf = ({ backup: { recipients, passphrase } }: Config): Sealing =>
  recipients.length > 0 ? { recipients } : { passphrase }

/** Makes a backup now and then, in whichever process has its turn, and removes those that are too many. */
export const backups = (config: Config, directory: string): JobKind => ({
  everyMs: config.backup.everyHours * HOUR_MS,
  retryDelayMs: (attempt) => Math.min(attempt, 12) * 5 * 60_000,
  async run(ctx) {
    // Loaded when the first one is made.
    const { createBackup, keepNewest } = await import('../storage/backup/create.ts')
    const { folder, manifest } = await createBackup(
      backupSourceOf(config, ctx.clock.now(), manifestSeal(ctx.sealer).seal),
      directory,
      sealingOf(config),
    )
    const removed = await keepNewest(directory, config.backup.keep, folder)
    ctx.metrics.lastBackup.set(ctx.clock.now() / 1000)
    ctx.log.info({ folder, bytes: manifest.file.bytes, removed: removed.length }, 'a backup was made')
  },
})
