/** Tables of access rights. Their columns are what locks are to have; what locks reported is named so. */
export interface AccessTables {
  smartlock_auth: SmartlockAuthTable
  smartlock_auth_version: SmartlockAuthVersionTable
  smartlock_zone_version: SmartlockZoneVersionTable
  smartlock_auth_head: SmartlockAuthHeadTable
  smartlock_auth_count: SmartlockAuthCountTable
  lock_access: LockAccessTable
  stray_access: StrayAccessTable
  foreign_code: ForeignCodeTable
  pairing: PairingTable
}

/** An authorization (contract 4.14). */
export interface SmartlockAuthTable {
  id: string
  account_id: number
  smartlock_id: number
  /** Counts up in the account, in the order of creation; never used twice. */
  seq: number
  /** Type and whether a person is linked, as one number: what lists are filtered by. */
  kind: number
  type: number
  name: string
  remote_allowed: number
  enabled: number
  code_sealed: string | null
  /** A keyed fingerprint: finds the same code without anybody being able to read it here. */
  code_hash: string | null
  from_date: number | null
  until_date: number | null
  week_days: number | null
  from_time: number | null
  until_time: number | null
  account_user_id: number | null
  smart_actions: number
  /** What an app takes part with, encrypted, until it ends (D56). */
  invite_sealed: string | null
  invite_until: number | null
  lock_count: number
  last_active_at: number | null
  sync_state: string
  operation_id: string | null
  pending_since: number | null
  error: string | null
  /** 1: it failed because nothing proved that the lock has what was written; a proof that comes later counts. */
  unproven: number
  /** The change of the lock's list that carried it as it stands; null when that has to be sent. */
  sent_revision: number | null
  /** 1: the device may hold it, in this form or another. */
  delivered: number
  /** The number the device gave it. */
  device_number: number | null
  /** How the device knows that it has it; null until it said so. */
  proof: string | null
  /** Where it is, if not on the lock as it should be. */
  place: string | null
  /** 1: the device lost or changed it, and got it once more. */
  repaired: number
  /** 0: the device refused it for its dates, so that the service keeps them, whatever its capability says. */
  keeps_dates: number
  /** 0: the same for weekdays and times of day. */
  keeps_weekly: number
  /** When its window, which the service keeps, begins or ends next; what is put aside until then has the place `kept`. */
  switch_at: number | null
  /** The plan that made it. */
  plan_id: string | null
  /** How that plan gave it: when it is otherwise now, somebody changed it by hand. */
  plan_terms: string | null
  created_at: number
  updated_at: number
}

/** What decides whether an authorization opens: as it was from one moment to another. Never with its code. */
export interface SmartlockAuthVersionTable
  extends Pick<
    SmartlockAuthTable,
    | 'account_id'
    | 'smartlock_id'
    | 'type'
    | 'name'
    | 'enabled'
    | 'from_date'
    | 'until_date'
    | 'week_days'
    | 'from_time'
    | 'until_time'
    | 'account_user_id'
    | 'sync_state'
    | 'pending_since'
    | 'error'
    | 'unproven'
    | 'device_number'
    | 'place'
  > {
  auth_id: string
  /** 1 is the first; one follows the other without a gap. */
  number: number
  from_at: number
  /** The largest whole number while it is as it is now. */
  until_at: number
  /** Covers this version and, through the hash of the one before, all earlier ones; empty for what was taken over. */
  hash: string
}

/** Until when a lock went by which clock; as it goes now it says itself. */
export interface SmartlockZoneVersionTable {
  account_id: number
  smartlock_id: number
  until_at: number
  zone: string
}

/** The newest number of an account, and the one place where its list changes at a time. */
export interface SmartlockAuthHeadTable {
  account_id: number
  last_seq: number
}

/** How many authorizations of a kind there are in a span of numbers: finds the nth without counting to it. */
export interface SmartlockAuthCountTable {
  account_id: number
  /** 0 are the smallest spans. */
  level: number
  node: number
  kind: number
  n: number
}

/** The queue of one lock: what waits is in `smartlock_auth`, here is when to send the next part of it. */
export interface LockAccessTable {
  account_id: number
  smartlock_id: number
  /** Of the last change sent. */
  revision: number
  /** When to send (again); null when nothing waits or the lock is offline. */
  due_at: number | null
  /** How often in a row the lock gave no answer, or none that helped. */
  attempts: number
}

/** To be removed from a device: granted by nobody, or in the way of others for a moment. */
export interface StrayAccessTable {
  account_id: number
  smartlock_id: number
  key: string
  sent_revision: number | null
}

/** A code on a lock that is none of ours. */
export interface ForeignCodeTable {
  account_id: number
  smartlock_id: number
  slot: number
  name: string | null
  first_seen_at: number
}

/** What a lock knows by itself: apps, fobs and the like, as it reported them. */
export interface PairingTable {
  account_id: number
  smartlock_id: number
  pairing_id: number
  kind: string
  name: string | null
  enabled: number
  remote_allowed: number
  is_own: number
  time_limited: number
  /** As JSON. One that is switched off may have lost it on the lock: what was last told of it stays. */
  times: string | null
  first_seen_at: number
}
