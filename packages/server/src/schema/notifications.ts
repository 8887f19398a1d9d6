/** Notifications: who is notified of what. */
export interface NotificationsTables {
  notification: NotificationTable
  notification_feed: NotificationFeedTable
  notification_delivery: NotificationDeliveryTable
  alert_choice: AlertChoiceTable
  alert_mark: AlertMarkTable
  raised_alert: RaisedAlertTable
}

export interface NotificationTable {
  id: string
  /** Whose it is. */
  account_id: number
  /** Whose events it reports: the master's for a sub-account (D39). */
  event_account_id: number
  /** The access that made it, with which it ends (D117); all null for those from before. */
  token_id: string | null
  grant_id: string | null
  session_id: string | null
  reference_id: string | null
  push_id: string
  /** Of a channel: as JSON, all that is needed to reach it. */
  secret_sealed: string
  os: number
  language: string | null
  /** JSON array. */
  settings: string
  status: number
  error: string | null
  /** The receiver said that it is gone for good: nothing is sent until it is changed. */
  is_gone: number
  last_active_at: number | null
  /** One process at a time delivers. */
  leased_until: number | null
  lease_owner: string | null
  created_at: number
  updated_at: number
  /** A person's way to be alerted (D184); null for the notifications of the interface. */
  channel: string | null
  /** What the person calls it. */
  label: string | null
}

/** Accounts with notifications, and the last of their events that was looked at for them. */
export interface NotificationFeedTable {
  account_id: number
  last_event_id: string
}

export interface NotificationDeliveryTable {
  notification_id: string
  /** Of the event, and of what in it; the same on every attempt (D88). */
  id: string
  /** JSON of what is sent; written once, so that every attempt says the same. */
  message: string
  attempts: number
  next_at: number
  /** Of an alert: what it is about. When that is over before it was told, nobody is told. */
  topic: string | null
}

/** What a person wants to be alerted to (D183). */
export interface AlertChoiceTable {
  account_id: number
  /** JSON. */
  choices: string
}

/** What was told, so that it is not told again, and what is counted before it is told. */
export interface AlertMarkTable {
  account_id: number
  key: string
  at: number
  count: number
}

/** Raised by another area and not looked at yet. */
export interface RaisedAlertTable {
  id: string
  account_id: number
  /** JSON. */
  alert: string
  created_at: number
}
