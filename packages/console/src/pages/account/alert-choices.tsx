import { ALERT_KINDS, type AlertChoices, api } from '@latchwork/contract'
import { Button, Fieldset, Group, NumberInput, Select, Stack, Switch, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useSend } from '../../kit/data/queries.ts'
import { useDoors } from '../../kit/devices/use-doors.ts'
import { Choices } from '../../kit/forms/choices.tsx'
import { TimeZoneChoice } from '../../kit/forms/time-zone-choice.tsx'
import { clockText, minutesOf } from '../../kit/language/clock-text.ts'
import { useLanguage } from '../../kit/language/language.tsx'
import { Section } from '../../kit/layout/section.tsx'
import { FormFailure } from '../../kit/states/form-failure.tsx'
import { useSuccess } from '../../kit/states/success.ts'

type Kinds = AlertChoices['rules'][number]['kinds']
interface PartProps {
  value: AlertChoices
  onChange: (value: AlertChoices) => void
}

/** Of what one wants to hear, door by door, and when not. */
export function AlertChoicesPart({ chosen }: { chosen: AlertChoices }) {
  const words = useLanguage().text.alerts
  const [value, setValue] = useState(chosen)
  const succeed = useSuccess()
  const saving = useSend(api.alerts.choose, {
    changes: [api.alerts.choices],
    onSuccess: () => succeed(words.saved),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    saving.mutate({ body: value })
  }
  return (
    <Section title={words.what.title} lead={words.what.lead}>
      <form onSubmit={submit}>
        <Stack>
          <FormFailure error={saving.error} />
          <Rules value={value} onChange={setValue} />
          <NumberInput
            label={words.offlineMinutes}
            min={1}
            max={1440}
            maw={320}
            value={value.offlineMinutes}
            onChange={(minutes) => setValue({ ...value, offlineMinutes: Number(minutes) || 1 })}
          />
          <Quiet value={value} onChange={setValue} />
          <Group>
            <Button type="submit" loading={saving.isPending}>
              {words.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  )
}

function Rules({ value, onChange }: PartProps) {
  const words = useLanguage().text.alerts
  const doors = useDoors()
  const ofAll = value.rules.find(({ smartlockId }) => smartlockId === undefined)?.kinds ?? []
  const own = value.rules.filter(({ smartlockId }) => smartlockId !== undefined)
  const set = (kinds: Kinds, rest: AlertChoices['rules']) =>
    onChange({ ...value, rules: [{ kinds }, ...rest] })
  const nameOf = (id: number | undefined) => doors.get(id ?? 0)?.name ?? String(id)
  const others = [...doors.values()].filter(({ smartlockId }) =>
    own.every((rule) => rule.smartlockId !== smartlockId),
  )
  return (
    <>
      <KindChoice door={words.allDoors} value={ofAll} onChange={(kinds) => set(kinds, own)} />
      {own.map(({ smartlockId, kinds }) => (
        <Fieldset key={smartlockId} legend={nameOf(smartlockId)}>
          <KindChoice
            door={nameOf(smartlockId)}
            value={kinds}
            onChange={(chosen) =>
              set(
                ofAll,
                own.map((rule) => (rule.smartlockId === smartlockId ? { ...rule, kinds: chosen } : rule)),
              )
            }
          />
          <Button
            size="xs"
            variant="default"
            mt="sm"
            onClick={() =>
              set(
                ofAll,
                own.filter((rule) => rule.smartlockId !== smartlockId),
              )
            }
          >
            {words.doorRemove(nameOf(smartlockId))}
          </Button>
        </Fieldset>
      ))}
      <Select
        label={words.addDoor}
        placeholder={words.door}
        data={others.map(({ smartlockId, name }) => ({ value: String(smartlockId), label: name }))}
        value={null}
        searchable
        limit={100}
        maw={320}
        onChange={(id) => id && set(ofAll, [...own, { smartlockId: Number(id), kinds: [...ofAll] }])}
      />
    </>
  )
}

function KindChoice({
  door,
  value,
  onChange,
}: {
  door: string
  value: Kinds
  onChange: (kinds: Kinds) => void
}) {
  const words = useLanguage().text.alerts
  return (
    <Choices
      label={words.kindsOf(door)}
      options={ALERT_KINDS}
      words={words.kinds}
      value={value}
      onChange={onChange}
    />
  )
}

const NIGHT = {
  from: 22 * 60,
  until: 7 * 60,
  except: ['leftOpen', 'jammed', 'guestCodeFails'] satisfies Kinds,
}
const browserZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

function Quiet({ value, onChange }: PartProps) {
  const words = useLanguage().text.alerts
  const { quiet, ...loud } = value
  const set = (changes: Partial<NonNullable<AlertChoices['quiet']>>) =>
    quiet && onChange({ ...value, quiet: { ...quiet, ...changes } })
  return (
    <Fieldset legend={words.quiet.title}>
      <Stack>
        <Switch
          label={words.quiet.on}
          description={words.quiet.help}
          checked={quiet !== undefined}
          onChange={(event) =>
            onChange(event.currentTarget.checked ? { ...loud, quiet: NIGHT, timeZone: browserZone() } : loud)
          }
        />
        {quiet && (
          <>
            <Group grow>
              {(['from', 'until'] as const).map((end) => (
                <TextInput
                  key={end}
                  type="time"
                  required
                  label={words.quiet[end]}
                  value={clockText(quiet[end])}
                  onChange={({ currentTarget }) =>
                    currentTarget.value && set({ [end]: minutesOf(currentTarget.value) })
                  }
                />
              ))}
            </Group>
            <TimeZoneChoice
              label={words.quiet.zone}
              none={browserZone()}
              value={value.timeZone}
              onChange={(zone) => onChange({ ...value, timeZone: zone ?? browserZone() })}
            />
            <Choices
              label={words.quiet.except}
              options={ALERT_KINDS}
              words={words.kinds}
              value={quiet.except}
              onChange={(except) => set({ except })}
            />
          </>
        )}
      </Stack>
    </Fieldset>
  )
}
