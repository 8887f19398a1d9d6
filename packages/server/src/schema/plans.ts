import type { PlanState } from '@latchwork/contract'

/** What people of groups are to have on doors of groups. */
export interface PlansTables {
  access_plan: AccessPlanTable
  withheld_right: WithheldRightTable
}

export interface AccessPlanTable {
  id: string
  account_id: number
  name: string
  people_group_id: string
  door_group_id: string
  type: number
  remote_allowed: number
  from_date: number | null
  until_date: number | null
  week_days: number | null
  from_time: number | null
  until_time: number | null
  state: PlanState
  /** What was found when it was last looked at, less what was done since. */
  to_give: number
  to_change: number
  to_take: number
  missing: number
  differing: number
  withheld: number
  rights: number
  /** JSON: doors that take nothing, and why. */
  problems: string
  more_problems: number
  error: string | null
  looked_at: number | null
  /** Counts up with every change of what it says or of its groups: what was worked out before does not count any more. */
  generation: number
  /** How many rights somebody agreed to have changed, until it is settled. */
  approved: number
  /** 1: what was changed by hand goes by the plan again. */
  realigning: number
  /** In a row, without anything done in between. */
  failures: number
  /** When it is looked at next; null while it is held. */
  next_at: number | null
  leased_until: number | null
  lease_owner: string | null
  created_at: number
  updated_at: number
}

/** A right that a plan gave and somebody took away by hand: it is not given again. */
export interface WithheldRightTable {
  account_id: number
  plan_id: string
  account_user_id: number
  smartlock_id: number
}
