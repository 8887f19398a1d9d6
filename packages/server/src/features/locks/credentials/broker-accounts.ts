import type { Platform } from '../../../platform/context.ts'
import type { Db } from '../../../platform/store/database.ts'
import * as credentialStore from './store.ts'

const BATCH = 1000
/** Credentials also end by themselves, when the grace of older ones is over. */
const POLL_MS = 60_000

/** A device's login, as an external broker has to know it. */
export interface DeviceLogin {
  readonly username: string
  readonly passwordHash: string
  readonly deviceId: string
}

export interface BrokerAccounts {
  /** Resolves when the broker's files are as the store says; from then on they follow it. */
  start(): Promise<void>
  stop(): Promise<void>
}

/** Changes are announced by wake-ups; the clock alone brings none. */
const nothingInSight = async () => undefined

/** Tells an external broker, through `write`, who may log in: at the start and after every change. */
export function createBrokerAccounts(
  platform: Platform,
  db: Db,
  write: (logins: readonly DeviceLogin[]) => Promise<void>,
): BrokerAccounts {
  let working: Promise<void> = Promise.resolve()
  let last: string | undefined
  let isStopped = false
  let cancelTimer = () => {}
  let unlisten = () => {}

  async function update(): Promise<void> {
    const logins: DeviceLogin[] = []
    for (let after = ''; ; ) {
      const rows = await credentialStore.listLogins(db, platform.clock.now(), after, BATCH)
      for (const { username, device_id: deviceId, broker_hash: passwordHash } of rows)
        if (passwordHash !== null) logins.push({ username, deviceId, passwordHash })
      if (rows.length < BATCH) break
      after = rows.at(-1)?.username ?? ''
    }
    const now = logins.map(({ username }) => username).join(' ')
    if (now === last) return
    await write(logins)
    last = now
  }

  function look(): void {
    cancelTimer()
    working = working
      .then(() => (isStopped ? undefined : update()))
      .catch((error: unknown) => platform.log.error({ err: error }, "writing the broker's files failed"))
      .finally(() => {
        cancelTimer()
        if (!isStopped) cancelTimer = platform.clock.after(POLL_MS, look, nothingInSight)
      })
  }

  return {
    async start() {
      await update()
      unlisten = platform.wake.listen('credential', look)
      cancelTimer = platform.clock.after(POLL_MS, look, nothingInSight)
    },
    async stop() {
      isStopped = true
      unlisten()
      cancelTimer()
      await working
    },
  }
}
