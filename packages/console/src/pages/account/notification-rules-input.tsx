import { api, TRIGGER_EVENTS } from '@latchwork/contract'
import { Button, Fieldset, Group, MultiSelect, Stack, Text } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { read } from '../../kit/data/queries.ts'
import { DoorChoice } from '../../kit/devices/door-choice.tsx'
import { Choices } from '../../kit/forms/choices.tsx'
import { useLanguage } from '../../kit/language/language.tsx'
import { useAllowance } from '../../kit/session/allowance.ts'
import type { Rule } from './notification-rules.ts'

interface RulesInputProps {
  rules: readonly Rule[]
  onChange: (rules: Rule[]) => void
}

/** What a receiver is notified of: one rule or several. */
export function RulesInput({ rules, onChange }: RulesInputProps) {
  const words = useLanguage().text.notifications
  const change = (changed: Rule) => onChange(rules.map((rule) => (rule.key === changed.key ? changed : rule)))
  const remove = ({ key }: Rule) => onChange(rules.filter((rule) => rule.key !== key))
  const add = () => {
    const key = Math.max(-1, ...rules.map((rule) => rule.key)) + 1
    onChange([...rules, { key, doors: [], triggerEvents: [], authIds: [] }])
  }
  return (
    <Stack gap="sm">
      {rules.map((rule, index) => (
        <Fieldset key={rule.key} legend={words.rule(index + 1)}>
          <Stack>
            <RuleInput rule={rule} onChange={change} />
            {rules.length > 1 && (
              <Group>
                <Button
                  size="xs"
                  variant="default"
                  leftSection={<IconTrash size={16} aria-hidden />}
                  onClick={() => remove(rule)}
                >
                  {words.ruleRemove(index + 1)}
                </Button>
              </Group>
            )}
          </Stack>
        </Fieldset>
      ))}
      <Group>
        <Button size="xs" variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={add}>
          {words.ruleAdd}
        </Button>
      </Group>
    </Stack>
  )
}

function RuleInput({ rule, onChange }: { rule: Rule; onChange: (rule: Rule) => void }) {
  const words = useLanguage().text.notifications
  return (
    <>
      <DoorChoice
        label={words.doors}
        description={words.doorsHelp}
        value={rule.doors}
        // Access rights belong to a lock; with other doors they say nothing.
        onChange={(doors) => onChange({ ...rule, doors, authIds: [] })}
      />
      <Choices
        label={words.events}
        options={TRIGGER_EVENTS}
        words={words.eventNames}
        value={rule.triggerEvents}
        onChange={(triggerEvents) => onChange({ ...rule, triggerEvents })}
      />
      <OnlyBy rule={rule} onChange={onChange} />
    </>
  )
}

/** Whose movements, for whoever may see the access rights of that one door. */
function OnlyBy({ rule, onChange }: { rule: Rule; onChange: (rule: Rule) => void }) {
  const words = useLanguage().text.notifications
  const may = useAllowance()
  const [smartlockId = 0] = rule.doors
  const isOffered = rule.doors.length === 1 && may({ right: 'manageAuthorizations' })
  const { data: rights = [] } = useQuery({
    ...read(api.authorizations.listOf, { params: { smartlockId } }),
    enabled: isOffered,
  })
  if (!isOffered) {
    return rule.authIds.length > 0 && <Text size="sm">{words.onlyByCount(rule.authIds.length)}</Text>
  }
  return (
    <MultiSelect
      label={words.onlyBy}
      description={words.onlyByHelp}
      data={rights.map(({ id, name }) => ({ value: id, label: name }))}
      value={[...rule.authIds]}
      searchable
      hidePickedOptions
      limit={100}
      maxValues={200}
      onChange={(authIds) => onChange({ ...rule, authIds })}
    />
  )
}
