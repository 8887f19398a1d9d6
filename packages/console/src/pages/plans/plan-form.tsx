import {
  type AccessGroup,
  AUTH_TYPE,
  api,
  type Plan,
  type PlanFields,
  type PlanPreview,
} from '@latchwork/contract'
import { SegmentedControl, Select, Stack, Switch, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useSend } from '../../kit/data/queries.ts'
import { DialogForm } from '../../kit/forms/dialog-form.tsx'
import { useLanguage } from '../../kit/language/language.tsx'
import { type Draft, draftOf, emptyDraft, limitsOfDraft, windowProblems } from '../access/draft.ts'
import { StepWhen } from '../access/step-when.tsx'
import { PreviewView } from './plan-preview.tsx'
import { useOwnClock } from './use-own-clock.ts'

interface PlanFormProps {
  /** The one that is to change. */
  plan?: Plan
  groups: readonly AccessGroup[]
  onDone: () => void
}

interface PlanDraft extends Pick<PlanFields, 'name' | 'peopleGroupId' | 'doorGroupId' | 'type'> {
  remoteAllowed: boolean
}

const startOf = (plan: Plan | undefined): PlanDraft => ({
  name: plan?.name ?? '',
  peopleGroupId: plan?.peopleGroupId ?? '',
  doorGroupId: plan?.doorGroupId ?? '',
  type: plan?.type ?? AUTH_TYPE.keypadCode,
  remoteAllowed: plan?.remoteAllowed ?? false,
})

/** First it is filled in, then what would change is shown, then it is saved. */
export function PlanForm({ plan, groups, onDone }: PlanFormProps) {
  const { text } = useLanguage()
  const clock = useOwnClock()
  const [fields, setFields] = useState(() => startOf(plan))
  const [when, setWhen] = useState<Draft>(() => (plan ? whenOf(plan, clock) : emptyDraft))
  const [preview, setPreview] = useState<PlanPreview>()
  const isIncomplete =
    [fields.name.trim(), fields.peopleGroupId, fields.doorGroupId].includes('') ||
    windowProblems(when, clock).length > 0
  const body = { ...fields, name: fields.name.trim(), ...limitsOfDraft(when, clock) }
  const asked = useSend(api.plans.preview, { onSuccess: ({ data }) => setPreview(data) })
  const saved = useSaving(plan, onDone)
  const submit = () => {
    if (preview) saved.save({ ...body, changes: preview.changes })
    else asked.mutate({ body: { ...body, ...(plan && { planId: plan.planId }) } })
  }
  return (
    <DialogForm
      submitLabel={preview ? text.plans.save(preview.changes) : text.plans.look}
      isPending={asked.isPending || saved.isPending}
      isIncomplete={isIncomplete}
      error={saved.error ?? asked.error}
      onSubmit={submit}
      onCancel={onDone}
    >
      {/* What is changed after a look has to be looked at again. */}
      <Stack>
        <Fields
          fields={fields}
          groups={groups}
          isNew={plan === undefined}
          change={(part) => {
            setPreview(undefined)
            setFields((before) => ({ ...before, ...part }))
          }}
        />
        <StepWhen
          draft={when}
          chosen={[]}
          clock={clock}
          change={(part) => {
            setPreview(undefined)
            setWhen((before) => ({ ...before, ...part }))
          }}
        />
      </Stack>
      {preview && <PreviewView preview={preview} />}
    </DialogForm>
  )
}

/** The times of a plan, as the fields of a right have them. */
const whenOf = (plan: Plan, clock: ReturnType<typeof useOwnClock>): Draft =>
  draftOf(
    {
      ...plan,
      id: '',
      smartlockId: 0,
      enabled: true,
      remoteAllowed: false,
      lockCount: 0,
      syncState: 'synced',
    },
    clock,
  )

/** A new one, or the same one as it is now. */
function useSaving(plan: Plan | undefined, onDone: () => void) {
  const options = { changes: [api.plans.list, api.authorizations.list], onSuccess: onDone }
  const creation = useSend(api.plans.create, options)
  const change = useSend(api.plans.update, options)
  return {
    isPending: creation.isPending || change.isPending,
    error: creation.error ?? change.error,
    save: (body: PlanFields & { changes: number }) =>
      plan ? change.mutate({ params: { planId: plan.planId }, body }) : creation.mutate({ body }),
  }
}

interface FieldsProps {
  fields: PlanDraft
  groups: readonly AccessGroup[]
  isNew: boolean
  change: (part: Partial<PlanDraft>) => void
}

function Fields({ fields, groups, isNew, change }: FieldsProps) {
  const { text } = useLanguage()
  const words = text.plans
  const of = (kind: AccessGroup['kind']) =>
    groups
      .filter((group) => group.kind === kind)
      .map(({ groupId, name, members }) => ({
        value: groupId,
        label: `${name} (${text.groups.members[kind](members)})`,
      }))
  return (
    <>
      <TextInput
        label={words.name}
        required
        maxLength={255}
        value={fields.name}
        onChange={(event) => change({ name: event.currentTarget.value })}
        data-autofocus
      />
      <Select
        label={words.people}
        required
        data={of('people')}
        value={fields.peopleGroupId || null}
        onChange={(value) => change({ peopleGroupId: value ?? '' })}
      />
      <Select
        label={words.doors}
        required
        data={of('doors')}
        value={fields.doorGroupId || null}
        onChange={(value) => change({ doorGroupId: value ?? '' })}
      />
      {isNew && (
        <SegmentedControl
          aria-label={words.kind}
          data={[AUTH_TYPE.keypadCode, AUTH_TYPE.app].map((type) => ({
            value: String(type),
            label: text.grant.kinds[type],
          }))}
          value={String(fields.type)}
          onChange={(value) => change({ type: value === '0' ? AUTH_TYPE.app : AUTH_TYPE.keypadCode })}
        />
      )}
      {fields.type === AUTH_TYPE.app && (
        <Switch
          label={text.grant.remote}
          checked={fields.remoteAllowed}
          onChange={(event) => change({ remoteAllowed: event.currentTarget.checked })}
        />
      )}
    </>
  )
}
