import {
  type EventFeature,
  RIGHTS,
  type Right,
  type Scope,
  WEBHOOK_FEATURES,
  type WebhookFeature,
} from '@latchwork/contract'
import { limitsFor, type Principal } from '../../../platform/context.ts'
import { idFloor } from '../../../platform/ids.ts'

interface Sight {
  readonly scopes: readonly Scope[]
  readonly right?: Right
}

/** The scope and the right that show a feature (7.2). Callbacks are shown to the key that made the call. */
const SIGHT: Record<Exclude<EventFeature, 'CALLBACK'>, Sight> = {
  DEVICE_STATUS: { scopes: ['smartlock', 'smartlock.readOnly'] },
  DEVICE_MASTERDATA: { scopes: ['smartlock', 'smartlock.readOnly'] },
  DEVICE_CONFIG: { scopes: ['smartlock', 'smartlock.readOnly'] },
  DEVICE_LOGS: { scopes: ['smartlock.log'], right: 'viewLogs' },
  DEVICE_AUTHS: { scopes: ['smartlock.auth'], right: 'manageAuthorizations' },
  ACCOUNT_USER: { scopes: ['account', 'smartlock.auth'], right: 'manageAuthorizations' },
}

/** A decentral webhook also gets the log where its token has `smartlock`: existing clients ask for no more (D246). */
const WEBHOOK_SIGHT: typeof SIGHT = {
  ...SIGHT,
  DEVICE_LOGS: { scopes: ['smartlock.log', 'smartlock'], right: 'viewLogs' },
}

export interface Viewer {
  readonly isMaster: boolean
  readonly rights: number
  readonly scopes: ReadonlySet<Scope>
}

/** Do the rights of the account allow to see the feature? (7.2, D59) */
export function rightsCover(viewer: Pick<Viewer, 'isMaster' | 'rights'>, feature: EventFeature): boolean {
  if (viewer.isMaster || feature === 'CALLBACK') return true
  const { right } = SIGHT[feature]
  return right === undefined || (viewer.rights & RIGHTS[right]) !== 0
}

/** Do the scopes and the rights show the feature? Callbacks go by their key instead. */
export const isVisible = (viewer: Viewer, feature: EventFeature): boolean =>
  feature !== 'CALLBACK' &&
  SIGHT[feature].scopes.some((scope) => viewer.scopes.has(scope)) &&
  rightsCover(viewer, feature)

/** Do the scopes and the rights send the feature to a decentral webhook? Callbacks go by their key instead. */
export const isPosted = (viewer: Viewer, feature: EventFeature): boolean =>
  feature !== 'CALLBACK' &&
  viewer.scopes.has('webhook.decentral') &&
  WEBHOOK_SIGHT[feature].scopes.some((scope) => viewer.scopes.has(scope)) &&
  rightsCover(viewer, feature)

/** Which scopes the features that are not shown would need, any one of those named for a feature. */
export const missingScopes = (
  viewer: Viewer,
  features: readonly WebhookFeature[],
  to: 'itself' | 'webhook',
): string[] => {
  const isShown = to === 'webhook' ? isPosted : isVisible
  const sight = to === 'webhook' ? WEBHOOK_SIGHT : SIGHT
  return features
    .filter((feature) => !isShown(viewer, feature))
    .map((feature) => `${feature} needs the scope ${sight[feature].scopes.join(' or ')}`)
}

/** What somebody's events are limited to, by the token (D119) and by the role that shows them (D209). */
export type Bounds = Pick<Principal, 'limits' | 'reach'>

/** Is it about doors that a caller is limited to? What is about no lock is about the account, which such a caller is not for. */
export function isAbout(
  bounds: Bounds,
  row: { feature: string; smartlock_id: number | null; payload: string },
): boolean {
  const limits = limitsFor(bounds, SIGHT[row.feature as keyof typeof SIGHT]?.right)
  if (!limits) return true
  if (row.smartlock_id !== null) return limits.smartlockIds.has(row.smartlock_id)
  if (row.feature !== 'CALLBACK') return false
  const { detail = [] } = JSON.parse(row.payload) as { detail?: { smartlockId?: number }[] }
  return detail.length > 0 && detail.every(({ smartlockId = -1 }) => limits.smartlockIds.has(smartlockId))
}

/** The features a caller sees by its scopes and rights. */
export const visibleFeatures = (viewer: Viewer): EventFeature[] =>
  WEBHOOK_FEATURES.filter((feature) => isVisible(viewer, feature))

/** Ids below this one are older than events are kept (D93). */
export const oldestKept = (now: number, retentionMs: number): string => idFloor(now - retentionMs)

/**
 * A cursor for a log that is still empty. It lies back a little, because the next event may be made by a machine whose
 * clock is behind.
 */
export const emptyLogCursor = (now: number): string => idFloor(now - 3_600_000)

const REPLAY_MS = 86_400_000

/** An endpoint that comes back gets what is younger than a day (D90). */
export const replayFloor = (now: number): string => idFloor(now - REPLAY_MS)
