import type { Insertable } from 'kysely'
import type { AccountTable } from '../src/schema/accounts.ts'
import type { EventTable } from '../src/schema/events.ts'
import type { OperationTable } from '../src/schema/operations.ts'
import type { JobTable } from '../src/schema/service.ts'

/** Rows for tests of the store itself, which do not go through the service. */
export const jobRow = (id: string, values: Partial<Insertable<JobTable>> = {}): Insertable<JobTable> => ({
  id,
  kind: 'test',
  key: null,
  payload: 'null',
  run_at: 0,
  attempts: 0,
  leased_until: null,
  lease_owner: null,
  last_error: null,
  created_at: 0,
  ...values,
})

export const accountRow = (name: string): Insertable<AccountTable> => ({
  master_account_id: null,
  type: 0,
  email: `${name}@example.com`,
  email_key: `${name}@example.com`,
  password_hash: 'none',
  name,
  rights: 0,
  language: null,
  created_at: 0,
  updated_at: 0,
})

export const eventRow = (id: string): Insertable<EventTable> => ({
  id,
  account_id: 1,
  feature: 'DEVICE_STATUS',
  smartlock_id: null,
  api_key_id: null,
  payload: '{}',
  created_at: 0,
})

export const operationRow = (id: string, status: string): Insertable<OperationTable> => ({
  id,
  account_id: 1,
  actor_account_id: 1,
  actor_name: 'test',
  api_key_id: null,
  request_id: null,
  request_sealed: null,
  parent_id: null,
  smartlock_id: null,
  type: 'test',
  status,
  payload: '{}',
  auth_ids: null,
  error_code: null,
  proof: null,
  error: null,
  deadline_at: null,
  session_id: null,
  open_children: null,
  created_at: 0,
  updated_at: 0,
})
