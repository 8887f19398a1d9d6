import type { ServiceId } from '@latchwork/contract'
import type { Config } from './config.ts'
import { purgeAccount } from './features/account-removal/jobs.ts'
import { createAuditKeeper } from './features/audit/keeper.ts'
import { removeEndedInvites } from './features/authorizations/jobs.ts'
import { removeEndedCodes } from './features/email-address/jobs.ts'
import { createMailDispatcher } from './features/mail/dispatcher.ts'
import { removeOldMail } from './features/mail/jobs.ts'
import { createSmtpTransport } from './features/mail/smtp.ts'
import { createNotificationDispatcher } from './features/notifications/dispatcher.ts'
import type { PushGateways } from './features/notifications/gateway.ts'
import { removeEndedGrants } from './features/oauth/jobs.ts'
import { removeEndedChallenges } from './features/passkeys/jobs.ts'
import { mailPasswordReset, removeEndedResets } from './features/passwords/jobs.ts'
import { removeOldReservations } from './features/reservations/jobs.ts'
import { createStayKeeper } from './features/reservations/tend.ts'
import { mailHeldNotices } from './features/security-notices/jobs.ts'
import type { CalendarReader } from './features/services/calendar-reader.ts'
import { createFeedPoller } from './features/services/feed-poller.ts'
import { removeEndedSessions } from './features/sessions/jobs.ts'
import { removeEndedCredentials } from './features/smartlocks/jobs.ts'
import { createDeliveryEngine } from './features/webhooks/delivery.ts'
import type { Platform } from './platform/context.ts'
import type { Db } from './platform/database.ts'
import { createJobRunner, type JobKind } from './platform/jobs.ts'
import { retention } from './platform/retention.ts'

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
  const senders = [
    createDeliveryEngine(platform, db),
    createMailDispatcher(platform, db, createMailTransport(config)),
    createNotificationDispatcher(platform, db, gateways),
  ]
  const keepers = [
    createJobRunner(platform, db, jobKinds(config)),
    createFeedPoller(platform, db, calendars, feedSettings(config)),
    createStayKeeper(platform, db),
  ]
  const auditKeeper = createAuditKeeper(platform, db, {
    checkpointFile: config.audit.checkpointFile,
    checkpointMs: config.audit.checkpointMinutes * 60_000,
  })
  // The last to stop: what the others did on their way out is anchored too.
  const all = [...senders, ...keepers, auditKeeper]
  return {
    async start() {
      for (const worker of all) await worker.start()
    },
    async idle() {
      for (const keeper of keepers) await keeper.idle()
    },
    async stop() {
      for (const worker of all) await worker.stop()
    },
  }
}

const createMailTransport = ({ smtp, mail }: Config) =>
  smtp.url === undefined ? undefined : createSmtpTransport({ ...smtp, url: smtp.url, from: mail.from })

const jobKinds = (config: Config): Record<string, JobKind> => ({
  retention: retention(config.retention),
  mailHeldNotices,
  mailPasswordReset,
  purgeAccount,
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
