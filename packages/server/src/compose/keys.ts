import type { Config } from '../config.ts'
import * as audit from '../features/audit/service.ts'
import * as operator from '../features/operator/service.ts'
import { inTransaction, type Platform, systemContext } from '../platform/context.ts'
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
    record: (tx, { action, keyId }) =>
      inTransaction(systemContext(platform, tx, 0), async (system) => {
        for (const { account_id: accountId } of await operator.list(system))
          await audit.record({ ...system, accountId }, { action, subject: keyId })
      }),
  })
