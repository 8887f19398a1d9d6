import type { Config } from '../config.ts'
import * as audit from '../features/audit/service.ts'
import * as operator from '../features/operator/service.ts'
import { inAccounts, type Platform, systemContext } from '../platform/context.ts'
import { createKeyKeeper, type KeyKeeper } from '../platform/security/key-keeper.ts'
import type { Db } from '../platform/store/database.ts'
import { SEALED_COLUMNS } from '../schema/sealed-columns.ts'
import { keySourceOf } from './open-platform.ts'

/** Changes of the secret key are in the audit log of everybody who runs the service. */
export const createKeyWorker = (
  config: Config,
  platform: Platform,
  db: Db,
  settleMs: number | undefined,
): KeyKeeper =>
  createKeyKeeper({
    platform,
    db,
    ring: platform.sealer,
    source: keySourceOf(config),
    columns: SEALED_COLUMNS,
    ...(settleMs !== undefined && { settleMs }),
    async record(tx, { action, keyId }) {
      const outer = systemContext(platform, tx, 0)
      const accountIds = (await operator.list(outer)).map(({ account_id }) => account_id)
      await inAccounts(outer, accountIds, async (system) => {
        for (const accountId of accountIds)
          await audit.record({ ...system, accountId }, { action, subject: keyId })
      })
    },
  })
