import type { AccessTables } from './schema/access.ts'
import type { AccountsTables } from './schema/accounts.ts'
import type { AuditTables } from './schema/audit.ts'
import type { CredentialsTables } from './schema/credentials.ts'
import type { EventsTables } from './schema/events.ts'
import type { MailTables } from './schema/mail.ts'
import type { NotificationsTables } from './schema/notifications.ts'
import type { OauthTables } from './schema/oauth.ts'
import type { OpenersTables } from './schema/openers.ts'
import type { OperationsTables } from './schema/operations.ts'
import type { PeopleTables } from './schema/people.ts'
import type { SecondFactorTables } from './schema/second-factors.ts'
import type { ServiceTables } from './schema/service.ts'
import type { SmartlocksTables } from './schema/smartlocks.ts'
import type { StaysTables } from './schema/stays.ts'
import type { WebhooksTables } from './schema/webhooks.ts'

/**
 * Every table, by area. Times are milliseconds since the epoch, booleans are 0 or 1, documents are JSON text: the same
 * columns and the same query code on both engines. Each tenant row carries `account_id`, and every look-up uses it first.
 */
export interface Schema
  extends AccessTables,
    AccountsTables,
    AuditTables,
    CredentialsTables,
    EventsTables,
    MailTables,
    NotificationsTables,
    OauthTables,
    OpenersTables,
    OperationsTables,
    PeopleTables,
    SecondFactorTables,
    ServiceTables,
    SmartlocksTables,
    StaysTables,
    WebhooksTables {}
