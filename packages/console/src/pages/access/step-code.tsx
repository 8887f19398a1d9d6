import { AUTH_TYPE } from '@latchwork/contract'
import { Alert, Button, Group, List, Stack, TextInput, Title } from '@mantine/core'
import { IconCircleCheck, IconDice5 } from '@tabler/icons-react'
import { WindowWords } from '../../kit/access/window-words.tsx'
import { zoneOfDoor } from '../../kit/devices/use-doors.ts'
import { useLanguage } from '../../kit/language/language.tsx'
import { FactList } from '../../kit/layout/fact-list.tsx'
import { suggestCode } from './code-check.ts'
import { limitsOfDraft } from './draft.ts'
import type { StepProps } from './step-props.ts'
import { codeDoorsOf, useCodeCheck } from './use-code-problems.ts'

/** The code, what speaks against it, and everything once more in short. */
export function StepCode(props: StepProps) {
  return (
    <Stack gap="lg">
      {props.draft.type === AUTH_TYPE.keypadCode && <CodeField {...props} />}
      <Summary {...props} />
    </Stack>
  )
}

function CodeField({ draft, change, auth, chosen, problems }: StepProps) {
  const { text } = useLanguage()
  const { problemsOf, isComplete } = useCodeCheck(draft, chosen, auth?.id)
  const suggest = () => {
    const code = suggestCode(codeDoorsOf(chosen), (candidate) => problemsOf(candidate).length === 0)
    if (code !== undefined) change({ code })
  }
  return (
    <Stack gap="xs">
      <Group align="flex-end">
        <TextInput
          label={text.grant.code}
          description={text.grant.codeHelp}
          inputMode="numeric"
          autoComplete="off"
          maxLength={9}
          value={draft.code}
          onChange={(event) => change({ code: event.currentTarget.value.replace(/\D/g, '') })}
          flex="1 1 220px"
        />
        <Button
          variant="default"
          leftSection={<IconDice5 size={16} />}
          disabled={!isComplete}
          onClick={suggest}
        >
          {text.grant.suggest}
        </Button>
      </Group>
      <div role="status">
        {problems.length > 0 && (
          <Alert color="red">
            <List size="sm">
              {problems.map((problem) => (
                <List.Item key={problem}>{problem}</List.Item>
              ))}
            </List>
          </Alert>
        )}
        {isComplete && problems.length === 0 && draft.code !== '' && (
          <Alert color="teal" icon={<IconCircleCheck />}>
            {text.grant.check.free}
          </Alert>
        )}
      </div>
    </Stack>
  )
}

function Summary({ draft, chosen, clock }: StepProps) {
  const { text, format } = useLanguage()
  const zones = chosen.length === 0 ? [clock.zone] : [...new Set(chosen.map(({ lock }) => zoneOfDoor(lock)))]
  const words = text.grant
  return (
    <section aria-label={words.summary}>
      <Title order={2} size="h5" mb="xs">
        {words.summary}
      </Title>
      <FactList
        facts={[
          [words.who, draft.name.trim() || words.nameNeeded],
          [words.doors, chosen.map(({ lock }) => lock.name).join(', ') || words.doorsNone],
          [
            words.when,
            zones.map((zone) => (
              <div key={zone}>
                <WindowWords limits={limitsOfDraft(draft, format.at(zone))} zone={zone} />
              </div>
            )),
          ],
          [words.kind, words.kinds[draft.type]],
          [words.code, draft.type === AUTH_TYPE.keypadCode ? draft.code || words.codeNone : undefined],
        ]}
      />
    </section>
  )
}
