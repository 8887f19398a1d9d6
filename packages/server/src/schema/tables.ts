import type { AccessTables } from './access.ts'
import type { AccountsTables } from './accounts.ts'
import type { AuditTables } from './audit.ts'
import type { BridgesTables } from './bridges.ts'
import type { BulkTables } from './bulk.ts'
import type { CredentialsTables } from './credentials.ts'
import type { EventsTables } from './events.ts'
import type { GatewaysTables } from './gateways.ts'
import type { GroupsTables } from './groups.ts'
import type { GuestMessagesTables } from './guest-messages.ts'
import type { GuestsTables } from './guests.ts'
import type { ImportsTables } from './imports.ts'
import type { MailTables } from './mail.ts'
import type { NotificationsTables } from './notifications.ts'
import type { OauthTables } from './oauth.ts'
import type { OpenersTables } from './openers.ts'
import type { OperationsTables } from './operations.ts'
import type { PeopleTables } from './people.ts'
import type { PlansTables } from './plans.ts'
import type { SecondFactorTables } from './second-factors.ts'
import type { ServiceTables } from './service.ts'
import type { SheetTables } from './sheets.ts'
import type { SmartlocksTables } from './smartlocks.ts'
import type { StaysTables } from './stays.ts'
import type { WebhooksTables } from './webhooks.ts'

/**
 * Every table, by area. Times are milliseconds since the epoch, booleans are 0 or 1, documents are JSON text: the same
 * columns and the same query code on both engines. Each tenant row carries `account_id`, and every look-up uses it first.
 */
interface Schema
  extends AccessTables,
    AccountsTables,
    AuditTables,
    BridgesTables,
    BulkTables,
    SheetTables,
    CredentialsTables,
    EventsTables,
    GatewaysTables,
    GroupsTables,
    GuestMessagesTables,
    GuestsTables,
    ImportsTables,
    MailTables,
    NotificationsTables,
    OauthTables,
    OpenersTables,
    OperationsTables,
    PeopleTables,
    PlansTables,
    SecondFactorTables,
    ServiceTables,
    SmartlocksTables,
    StaysTables,
    WebhooksTables {}

declare module '../platform/store/engine.ts' {
  interface Tables extends Schema {}
}
