import type { LockDriver, SendResult } from '../../../devices/driver.ts'
import { type Ctx, inTransaction } from '../../../platform/context.ts'
import * as operations from '../../operations/service.ts'
import { loseConnection } from '../connection/service.ts'
import { isOnline } from '../rules.ts'
import * as store from '../store.ts'
import { endAction, type Leaving } from './service.ts'

/** Gives the command to the driver, once. What surely did not leave is expired. */
export async function handOver(
  system: Ctx<never>,
  driver: Pick<LockDriver, 'send'>,
  { accountId, device, command, origin }: Leaving,
): Promise<void> {
  const span = operations.sending(system, command.id, origin)
  const name = operations.named(command.id, origin)
  const result = await driver.send(device, command).catch((error: unknown): SendResult => {
    system.log.error({ err: error, ...name }, 'sending a command failed')
    // We cannot know whether it left: the deadline will make it unknown.
    return { status: 'sent' }
  })
  span?.end(result.status === 'sent' ? 'ok' : 'failed')
  system.log.debug({ ...name, ...result }, 'command handed over')
  if (result.status === 'sent') return
  await inTransaction({ ...system, accountId }, async (tx) => {
    const lock = await store.find(tx.db, accountId, device.smartlockId)
    if (!lock) return
    const operation = (await operations.findAny(tx, new Set([command.id]))).get(command.id)
    const error = `The command was not delivered (${result.reason}).`
    if (operation) await endAction(tx, lock, operation, 'expired', { errorCode: 'ff', error })
    // It went without a goodbye: nobody is listening on the connection we knew.
    const isGone =
      result.reason === 'offline' && lock.session_id === device.sessionId && isOnline(lock.server_state)
    if (isGone) await loseConnection(tx, lock)
  })
}
