import type { PlanPreview } from '@latchwork/contract'
import type { Ctx } from '../../platform/context.ts'
import * as access from '../access/service.ts'
import * as groups from './groups/service.ts'
import { changesOf, compare, type Findings, isOverBudget, type Situation, type Terms } from './rules.ts'
import type { PlanRow } from './store.ts'

/** What is looked at: a plan that is stored, or one that somebody is about to store. */
export type Looked = Terms &
  Pick<PlanRow, 'people_group_id' | 'door_group_id'> &
  Partial<Pick<PlanRow, 'id' | 'state' | 'realigning'>>

export interface Look {
  situation: Situation
  findings: Findings
}

/** Reads all that decides what a plan has to do: a handful of statements, however many people and doors there are. */
export async function lookAt(ctx: Ctx<never>, plan: Looked): Promise<Look> {
  const isOver = plan.state === 'removing' || (plan.until_date !== null && plan.until_date <= ctx.clock.now())
  const people = isOver ? [] : await groups.peopleOf(ctx, plan.people_group_id)
  const doorIds = isOver ? [] : await groups.doorsOf(ctx, plan.door_group_id)
  const situation = {
    people,
    doors: await access.doorsFor(ctx, doorIds, plan.type),
    rights: plan.id === undefined ? [] : await access.listOfPlan(ctx, plan.id),
    withheld: plan.id === undefined ? [] : await access.listWithheld(ctx, plan.id),
    wanted: access.termsOf({ ...plan, enabled: 1 }),
    isRealigning: plan.realigning === 1,
  }
  return { situation, findings: compare(situation) }
}

/** The same in words, for somebody who has not stored it yet. */
export async function preview(ctx: Ctx<never>, plan: Looked): Promise<PlanPreview> {
  const { situation, findings } = await lookAt(ctx, plan)
  const { people, doors } = situation
  const changes = changesOf(findings)
  const elsewhere = await access.countElsewhere(ctx, plan.id ?? '', {
    type: plan.type,
    accountUserIds: people.map(({ accountUserId }) => accountUserId),
    smartlockIds: doors.map(({ smartlockId }) => smartlockId),
  })
  return {
    people: people.length,
    doors: doors.length,
    toGive: findings.toGive,
    toChange: findings.changes.length,
    toTake: findings.takes.length,
    unchanged: findings.unchanged,
    missing: findings.missing,
    differing: findings.differing,
    withheld: findings.withheld,
    problems: findings.problems,
    moreProblems: findings.moreProblems,
    elsewhere,
    changes,
    isOverBudget: isOverBudget(changes, 0),
  }
}

/** What a plan's row keeps of a look. */
export const columnsOf = (findings: Findings) => ({
  to_give: findings.toGive,
  to_change: findings.changes.length,
  to_take: findings.takes.length,
  missing: findings.missing,
  differing: findings.differing,
  withheld: findings.withheld,
  rights: findings.rights,
  problems: JSON.stringify(findings.problems),
  more_problems: findings.moreProblems,
})
