import type { DoorProblem, Plan } from '@latchwork/contract'
import { toWireDate } from '../../platform/clock.ts'
import type { PlanRow } from './store.ts'

const presentWindow = (row: PlanRow) => ({
  ...(row.from_date !== null && { allowedFromDate: toWireDate(row.from_date) }),
  ...(row.until_date !== null && { allowedUntilDate: toWireDate(row.until_date) }),
  ...(row.week_days !== null && { allowedWeekDays: row.week_days }),
  ...(row.from_time !== null && { allowedFromTime: row.from_time }),
  ...(row.until_time !== null && { allowedUntilTime: row.until_time }),
})

export const present = (row: PlanRow): Plan => ({
  planId: row.id,
  name: row.name,
  peopleGroupId: row.people_group_id,
  doorGroupId: row.door_group_id,
  type: row.type as Plan['type'],
  remoteAllowed: row.remote_allowed === 1,
  ...presentWindow(row),
  state: row.state,
  rights: row.rights,
  toGive: row.to_give,
  toChange: row.to_change,
  toTake: row.to_take,
  missing: row.missing,
  differing: row.differing,
  withheld: row.withheld,
  problems: JSON.parse(row.problems) as DoorProblem[],
  moreProblems: row.more_problems,
  ...(row.error !== null && { error: row.error }),
  ...(row.looked_at !== null && { lookDate: toWireDate(row.looked_at) }),
  creationDate: toWireDate(row.created_at),
  updateDate: toWireDate(row.updated_at),
})
