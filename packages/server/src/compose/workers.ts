import type { ServiceId } from '@latchwork/contract'
import type { Config } from '../config.ts'
import { removeEndedInvites } from '../features/access/delivery/jobs.ts'
import { createAuditKeeper } from '../features/audit/anchor/keeper.ts'
import { createBulkWorker } from '../features/bulk/service.ts'
import { removeOldAlerts } from '../features/events/notifications/alerts/jobs.ts'
import { createNotificationDispatcher } from '../features/events/notifications/push/dispatcher.ts'
import type { PushGateways } from '../features/events/notifications/push/gateway.ts'
import { createDeliveryEngine } from '../features/events/webhooks/delivery/dispatcher.ts'
import { createMessageDispatcher } from '../features/guests/messages/delivery/dispatcher.ts'
import { removeEndedCodes } from '../features/identity/email/jobs.ts'
import { removeEndedChallenges } from '../features/identity/passkeys/jobs.ts'
import { mailPasswordReset, removeEndedResets } from '../features/identity/passwords/jobs.ts'
import { purgeAccount } from '../features/identity/removal/jobs.ts'
import { mailHeldNotices } from '../features/identity/security-notices/jobs.ts'
import { removeEndedSessions } from '../features/identity/sessions/jobs.ts'
import { createImportWorker } from '../features/imports/service.ts'
import { removeEndedGrants } from '../features/keys/oauth/jobs.ts'
import { removeEndedCredentials } from '../features/locks/credentials/jobs.ts'
import { createMailDispatcher } from '../features/mail/dispatcher.ts'
import { removeOldMail } from '../features/mail/jobs.ts'
import { createSmtpTransport } from '../features/mail/smtp.ts'
import type { CalendarReader } from '../features/places/calendars/ics/service.ts'
import { createFeedPoller } from '../features/places/calendars/poller.ts'
import { createStayKeeper } from '../features/places/stays/codes/keeper.ts'
import { followLocks, removeOldReservations } from '../features/places/stays/jobs.ts'
import { createRedemptionKeeper } from '../features/places/units/keeper.ts'
import { createPlanWorker } from '../features/plans/service.ts'
import { createSheetWorker } from '../features/sheets/service.ts'
import type { Platform } from '../platform/context.ts'
import type { Db } from '../platform/store/database.ts'
import { createJobRunner, type JobKind } from '../platform/work/jobs.ts'
import { backups } from './backups.ts'
import { followOperation } from './followers.ts'
import { retention } from './retention.ts'

/** All that the service does without being asked, but for what has to do with locks. */
export interface Workers {
  start(): Promise<void>
  /** Resolves when nothing is under way that the sandbox's clock has to wait for. */
  idle(): Promise<void>
  stop(): Promise<void>
}

export function createWorkers(
  config: Config,
  platform: Platform,
  db: Db,
  gateways: PushGateways,
  calendars: CalendarReader,
): Workers {
  const transport = createMailTransport(config)
  const senders = [
    createDeliveryEngine(platform, db),
    createMailDispatcher(platform, db, transport),
    createMessageDispatcher(platform, db, transport),
    createNotificationDispatcher(platform, db, gateways),
    createImportWorker(platform, db),
    createBulkWorker(platform, db),
    createSheetWorker(platform, db),
    createPlanWorker(platform, db),
  ]
  const keepers = [
    createJobRunner(platform, db, jobKinds(config)),
    createFeedPoller(platform, db, calendars, feedSettings(config)),
    createStayKeeper(platform, db),
    createRedemptionKeeper(platform, db),
  ]
  const auditKeeper = createAuditKeeper(platform, db, {
    checkpointFile: config.audit.checkpointFile,
    checkpointMs: config.audit.checkpointMinutes * 60_000,
  })
  const others = [...senders, ...keepers]
  return {
    async start() {
      for (const worker of [...others, auditKeeper]) await worker.start()
    },
    async idle() {
      for (const keeper of keepers) await keeper.idle()
    },
    async stop() {
      // At once: each waits a while for strangers, and all of that is not to be waited for in a row.
      await Promise.all(others.map((worker) => worker.stop()))
      // The last to stop: what the others did on their way out is anchored too.
      await auditKeeper.stop()
    },
  }
}

const createMailTransport = ({ smtp, mail }: Config) =>
  smtp.url === undefined ? undefined : createSmtpTransport({ ...smtp, url: smtp.url, from: mail.from })

const jobKinds = (config: Config): Record<string, JobKind> => ({
  ...(config.backup.dir !== undefined && { backup: backups(config, config.backup.dir) }),
  retention: retention(config.retention),
  followLocks,
  followOperation,
  mailHeldNotices,
  mailPasswordReset,
  purgeAccount,
  removeOldAlerts,
  removeEndedChallenges,
  removeEndedCodes,
  removeEndedCredentials,
  removeEndedGrants,
  removeEndedInvites,
  removeEndedResets,
  removeEndedSessions,
  removeOldReservations: removeOldReservations(config.retention.reservationDays),
  removeOldMail: removeOldMail(config.retention.mailDays),
})

const feedSettings = ({ service }: Config) => ({
  intervalMs: service.intervalMinutes * 60_000,
  budgetPercent: service.changeBudgetPercent,
  enabled: service.enabled as ServiceId[],
})
