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
import { useChosenDoors } from './use-chosen-doors.ts'
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
  const isUndone = (name: StepName) => !isDone(name, draft, problems, clock)
  const isComplete = !STEPS.some(isUndone)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (step < LAST) setStep(step + 1)
    else if (isComplete) onSave(draft)
  }
  const Part = PARTS[STEPS[step] ?? 'who']
  return (
    <Paper withBorder p="lg" maw={760} component="form" onSubmit={submit}>
      <Stack gap="lg">
        <Stepper active={step} onStepClick={setStep} size="sm" iconSize={32}>
          {STEPS.map((name, index) => (
            <Stepper.Step
              key={name}
              label={text.grant.steps[name]}
              color={index < step && isUndone(name) ? 'red' : 'latch'}
              aria-current={index === step ? 'step' : undefined}
            />
          ))}
        </Stepper>
        <Part draft={draft} change={change} auth={auth} chosen={chosen} problems={problems} clock={clock} />
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

/** Is there nothing left to fill in or to put right in this step? */
function isDone(step: StepName, draft: Draft, problems: readonly string[], clock: FieldClock): boolean {
  if (step === 'who') return draft.name.trim() !== ''
  if (step === 'doors') return draft.doors.length > 0
  if (step === 'when') return windowProblems(draft, clock).length === 0
  return draft.type !== AUTH_TYPE.keypadCode || problems.length === 0
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
