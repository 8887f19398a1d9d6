import { type AccessGroup, api, type Plan } from '@latchwork/contract'
import { IconCalendarRepeat, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { DialogButton } from '../../kit/forms/dialog-button.tsx'
import { useLanguage } from '../../kit/language/language.tsx'
import { ListFile } from '../../kit/layout/list-file.tsx'
import { Page } from '../../kit/layout/page.tsx'
import { RowList } from '../../kit/layout/row-list.tsx'
import { ButtonLink } from '../../kit/routing/links.tsx'
import { QueryView } from '../../kit/states/query-view.tsx'
import { Empty } from '../../kit/states/states.tsx'
import { allGroups } from '../groups/all-groups.ts'
import { allPlans } from './all-plans.ts'
import { PlanForm } from './plan-form.tsx'
import { PlanRow } from './plan-row.tsx'

/** Who has access to which doors when, as sentences. */
export function PlansPage() {
  const { text } = useLanguage()
  const plans = useQuery(allPlans())
  const groups = useQuery(allGroups())
  return (
    <Page
      title={text.plans.title}
      lead={text.plans.lead}
      actions={
        <>
          {plans.data?.length ? <ListFile route={api.plans.list} /> : null}
          <NewPlan groups={groups.data ?? []} />
        </>
      }
    >
      <QueryView query={groups}>
        {(named) => <QueryView query={plans}>{(all) => <Plans all={all} groups={named} />}</QueryView>}
      </QueryView>
    </Page>
  )
}

function NewPlan({ groups }: { groups: readonly AccessGroup[] }) {
  const { text } = useLanguage()
  const kinds = new Set(groups.map(({ kind }) => kind))
  if (kinds.size < 2) return null
  return (
    <DialogButton label={text.plans.create} leftSection={<IconPlus size={16} />}>
      {(close) => <PlanForm groups={groups} onDone={close} />}
    </DialogButton>
  )
}

function Plans({ all, groups }: { all: readonly Plan[]; groups: readonly AccessGroup[] }) {
  const { text } = useLanguage()
  if (all.length === 0) {
    const hasBoth = new Set(groups.map(({ kind }) => kind)).size === 2
    return (
      <Empty
        icon={<IconCalendarRepeat />}
        title={text.plans.empty}
        {...(!hasBoth && { action: <ButtonLink to="/groups">{text.plans.toGroups}</ButtonLink> })}
      >
        {hasBoth ? text.plans.emptyDetail : text.plans.groupsFirst}
      </Empty>
    )
  }
  return (
    <RowList label={text.plans.title} rows={all} keyOf={({ planId }) => planId}>
      {(plan) => <PlanRow plan={plan} groups={groups} />}
    </RowList>
  )
}
