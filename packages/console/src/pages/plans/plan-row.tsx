import { type AccessGroup, api, type Plan } from '@latchwork/contract'
import { Alert, Button, Group, Text } from '@mantine/core'
import { windowText } from '../../kit/access/window-text.ts'
import { useSend } from '../../kit/data/queries.ts'
import { ConfirmButton } from '../../kit/forms/confirm-button.tsx'
import { EditButton } from '../../kit/forms/row-buttons.tsx'
import { useLanguage } from '../../kit/language/language.tsx'
import { Row } from '../../kit/layout/row-list.tsx'
import { useComplaint } from '../../kit/states/complaint.tsx'
import { PlanForm } from './plan-form.tsx'
import { ProblemList } from './plan-preview.tsx'
import { useOwnClock } from './use-own-clock.ts'

interface PlanProps {
  plan: Plan
  groups: readonly AccessGroup[]
}

/** One plan: what it says, how far it is, and what stands in its way. */
export function PlanRow({ plan, groups }: PlanProps) {
  const { text } = useLanguage()
  const nameOf = (id: string) => groups.find(({ groupId }) => groupId === id)?.name ?? ''
  const clock = useOwnClock()
  const sentence = [...[nameOf(plan.peopleGroupId), nameOf(plan.doorGroupId)], windowText(plan, text, clock)]
    // A role for some doors does not know people who have others, too (D206).
    .filter((part) => part !== '')
    .join(' → ')
  return (
    <Row actions={<Work plan={plan} groups={groups} />}>
      <Text fw={600}>{plan.name}</Text>
      <Text size="sm">{sentence}</Text>
      <Text size="sm" c="dimmed">
        {standing(plan, text.plans)}
      </Text>
      <ProblemList problems={plan.problems} more={plan.moreProblems} />
      {plan.state === 'held' && <Held plan={plan} />}
      {plan.error !== undefined && plan.state === 'working' && (
        <Text size="sm" c="var(--mantine-color-error)">
          {plan.error}
        </Text>
      )}
    </Row>
  )
}

type Words = ReturnType<typeof useLanguage>['text']['plans']

const changesOf = ({ toGive, toChange, toTake }: Plan) => toGive + toChange + toTake

/** How far it is, in one line. */
const standing = (plan: Plan, words: Words): string =>
  [
    words.states[plan.state],
    words.rights(plan.rights),
    ...(changesOf(plan) > 0 ? [words.open(changesOf(plan))] : []),
    ...(plan.missing > 0 ? [words.missing(plan.missing)] : []),
    ...(plan.differing > 0 ? [words.differing(plan.differing)] : []),
    ...(plan.withheld > 0 ? [words.withheld(plan.withheld)] : []),
  ].join(' · ')

/** Too much would change: somebody has to mean it. */
function Held({ plan }: { plan: Plan }) {
  const { text } = useLanguage()
  const complain = useComplaint()
  const changes = changesOf(plan)
  const { mutate, isPending } = useSend(api.plans.confirm, { changes: [api.plans.list], onError: complain })
  return (
    <Alert color="orange" title={text.plans.held}>
      <Group justify="space-between">
        <Text size="sm">{text.plans.sums(plan.toGive, plan.toChange, plan.toTake)}</Text>
        <Button
          size="xs"
          loading={isPending}
          // One that was brought over may be held although nothing is to be changed.
          onClick={() => mutate({ params: { planId: plan.planId }, body: { changes: Math.max(changes, 1) } })}
        >
          {text.plans.confirm(changes)}
        </Button>
      </Group>
    </Alert>
  )
}

function Work({ plan, groups }: PlanProps) {
  const { plans: words } = useLanguage().text
  if (plan.state === 'removing') return null
  return (
    <>
      {plan.differing + plan.withheld > 0 && <Realign plan={plan} />}
      <EditButton name={plan.name} title={plan.name}>
        {(close) => <PlanForm plan={plan} groups={groups} onDone={close} />}
      </EditButton>
      <Removal plan={plan} words={words} />
    </>
  )
}

function Realign({ plan: { planId, name, differing, withheld } }: { plan: Plan }) {
  const { plans: words } = useLanguage().text
  const complain = useComplaint()
  const { mutate, isPending } = useSend(api.plans.realign, { changes: [api.plans.list], onError: complain })
  return (
    <ConfirmButton
      size="xs"
      label={words.realign}
      name={`${words.realign}: ${name}`}
      title={words.realignTitle}
      detail={words.realignDetail(differing, withheld)}
      isPending={isPending}
      onConfirm={() => mutate({ params: { planId }, body: { changes: differing + withheld } })}
    />
  )
}

function Removal({ plan: { planId, name, rights }, words }: { plan: Plan; words: Words }) {
  const complain = useComplaint()
  const { mutate, isPending } = useSend(api.plans.remove, { changes: [api.plans.list], onError: complain })
  return (
    <ConfirmButton
      size="xs"
      label={words.remove}
      name={`${words.remove}: ${name}`}
      title={words.removeTitle}
      detail={words.removeDetail(rights)}
      isPending={isPending}
      onConfirm={() => mutate({ params: { planId }, query: { changes: rights } })}
    />
  )
}
