import { AUTH_TYPE, type SmartlockAuth } from '@latchwork/contract'
import { Alert, Button, Group, Paper, Stack, Stepper } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { zoneOfDoor } from '../../kit/devices/use-doors.ts'
import { defaultTimeZone } from '../../kit/facts.ts'
import { useLanguage } from '../../kit/language/language.tsx'
import { describe } from '../../kit/states/describe-error.ts'
import { type Draft, type FieldClock, windowProblems } from './draft.ts'
import { StepCode } from './step-code.tsx'
import { StepDoors } from './step-doors.tsx'
import { StepWhen } from './step-when.tsx'
import { StepWho } from './step-who.tsx'
import { type ChosenDoor, useChosenDoors } from './use-chosen-doors.ts'
import { useCodeProblems } from './use-code-problems.ts'

interface WizardProps {
  start: Draft
  auth?: SmartlockAuth
  isPending: boolean
  error: unknown
  onSave: (draft: Draft) => void
}

const STEPS = ['who', 'doors', 'when', 'code'] as const
type StepName = (typeof STEPS)[number]
const PARTS = { who: StepWho, doors: StepDoors, when: StepWhen, code: StepCode }
const LAST = STEPS.length - 1

/** Who, which doors, when, which code: one after the other, or in any order by their names. */
export function Wizard({ start, auth, isPending, error, onSave }: WizardProps) {
  const { text, format } = useLanguage()
  const [step, setStep] = useState(0)
  const [draft, setDraft] = useState(start)
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }))
  const chosen = useChosenDoors(draft)
  const clock = format.at(chosen[0] ? zoneOfDoor(chosen[0].lock) : defaultTimeZone)
  const problems = useCodeProblems(draft, chosen, auth?.id)
  const [isRefused, setRefused] = useState(false)
  const reasonOf = useReasons(draft, chosen, problems, clock)
  const isComplete = STEPS.every((name) => reasonOf(name) === undefined)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const isRight = reasonOf(STEPS[step] ?? 'who') === undefined
    setRefused(!isRight)
    if (step < LAST && isRight) setStep(step + 1)
    else if (step === LAST && isComplete) onSave(draft)
  }
  const name = STEPS[step] ?? 'who'
  const Part = PARTS[name]
  const reason = isRefused ? reasonOf(name) : undefined
  return (
    <Paper withBorder p="lg" maw={760} component="form" onSubmit={submit}>
      <Stack gap="lg">
        <Stepper active={step} onStepClick={setStep} size="sm" iconSize={32}>
          {STEPS.map((name, index) => (
            <Stepper.Step
              key={name}
              label={text.grant.steps[name]}
              color={index < step && reasonOf(name) !== undefined ? 'red' : 'latch'}
              aria-current={index === step ? 'step' : undefined}
            />
          ))}
        </Stepper>
        <Part draft={draft} change={change} auth={auth} chosen={chosen} problems={problems} clock={clock} />
        {reason !== undefined && (
          <Alert color="red" role="alert">
            {reason}
          </Alert>
        )}
        {step === LAST && <Refusal error={error} />}
        <Group justify="space-between">
          <Button variant="default" disabled={step === 0} onClick={() => setStep(step - 1)}>
            {text.grant.back}
          </Button>
          <Button type="submit" loading={isPending} disabled={step === LAST && !isComplete}>
            {step < LAST ? text.grant.next : auth ? text.grant.save : text.grant.create}
          </Button>
        </Group>
      </Stack>
    </Paper>
  )
}

/** Why one cannot go on from a step; undefined when one can. */
function useReasons(
  draft: Draft,
  chosen: readonly ChosenDoor[],
  problems: readonly string[],
  clock: FieldClock,
) {
  const words = useLanguage().text.grant
  const isCode = draft.type === AUTH_TYPE.keypadCode
  const doorReason = (): string | undefined => {
    if (draft.doors.length === 0) return words.reasons.doors
    const without = chosen.find(({ capability }) => isCode && capability && !capability.keypad)
    if (without) return words.reasons.keypad(without.lock.name)
    return undefined
  }
  return (step: StepName): string | undefined => {
    if (step === 'who') return draft.name.trim() === '' ? words.nameNeeded : undefined
    if (step === 'doors') return doorReason()
    if (step === 'when') return windowProblems(draft, clock).length > 0 ? words.reasons.when : undefined
    return isCode && problems.length > 0 ? words.reasons.code : undefined
  }
}

/** What the service said, in its own words where it names the other access right. */
function Refusal({ error }: { error: unknown }) {
  const { text } = useLanguage()
  if (!error) return null
  const { title, detail } = describe(error, text)
  const own = error instanceof Error ? error.message : detail
  return (
    <Alert color="red" role="alert" title={title}>
      {own === title ? detail : own}
    </Alert>
  )
}
