import { api, type Route } from '@latchwork/contract'
import { openPlatform } from '../packages/server/src/compose/open-platform.ts'
import { loadConfig } from '../packages/server/src/config.ts'
import { createTokenLookup } from '../packages/server/src/features/keys/api-keys/token-lookup.ts'
import { createSmartlockTexts } from '../packages/server/src/features/locks/answers/service.ts'
import { createApp } from '../packages/server/src/http/app.ts'
import { mountArea } from '../packages/server/src/http/mount.ts'
import { systemClock } from '../packages/server/src/platform/clock.ts'
import { type RequestCtx, systemContext } from '../packages/server/src/platform/context.ts'
import { createRateLimiter } from '../packages/server/src/platform/net/rate-limit.ts'

/**
 * A child process: the service's own kit with the list of locks twice, as it is and as a public route that knows whose
 * locks it shows.
 */
const [dataDir = ''] = process.argv.slice(2)
const config = loadConfig({}, { dataDir, log: { level: 'warn' } })
const { platform, database } = await openPlatform({ config, clock: systemClock })
const system = systemContext(platform, database.db, 0)
const { account_id: accountId } = await database.db
  .selectFrom('account')
  .select('account_id')
  .executeTakeFirstOrThrow()
const tokens = createTokenLookup(system)
const unlimited = createRateLimiter({ perSecond: 0, burst: 0, clock: platform.clock })
const app = createApp({ platform, maxRequests: 1000, isStopping: () => false })
const mount = {
  app,
  platform,
  db: database.db,
  inFlight: new Set<string>(),
  assertStepUp: async () => {},
  assertStillThere: async () => {},
  turns: new Map(),
  gate: {
    lookUp: tokens.lookUp,
    known: tokens.known,
    noteNetwork: async () => undefined,
    lookUpGateway: async () => undefined,
    lookUpGuest: async () => undefined,
    tokenRate: unlimited,
    accountRate: unlimited,
    addressRate: unlimited,
    guestRate: unlimited,
    guestAddressRate: unlimited,
  },
}
const texts = createSmartlockTexts(platform.changes)
const { list } = api.smartlocks
const open = { ...list, path: '/open', access: 'public' } as const satisfies Route
mountArea(mount, { list }, { list: (ctx) => texts.list(ctx) })
mountArea(mount, { open }, { open: (ctx) => texts.list({ ...ctx, accountId } as unknown as RequestCtx) })
process.stdout.write(`listening on ${await app.listen({ host: '127.0.0.1', port: 0 })}\n`)
