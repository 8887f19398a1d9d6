import { type AccountUser, AUTH_TYPE, type CreatableAuthType } from '@latchwork/contract'
import { Group, SegmentedControl, Select, Stack, Switch, Text, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { DialogButton } from '../../kit/forms/dialog-button.tsx'
import { useLanguage } from '../../kit/language/language.tsx'
import { useIsPhone } from '../../kit/layout/use-is-phone.ts'
import { NewPerson } from '../people/person-form.tsx'
import { usePeople } from './names.ts'
import type { StepProps } from './step-props.ts'

/** The longest name that is stored. */
const MOST_LETTERS = 255

/** How much of a name most locks and their keypads keep. */
const NAME_LENGTH = { default: 32, keypad: 20 }

const KINDS = [AUTH_TYPE.keypadCode, AUTH_TYPE.app, AUTH_TYPE.fob] as const

/** What it is, for whom, and what the lock calls it. */
export function StepWho({ draft, change, auth, chosen }: StepProps) {
  const { text } = useLanguage()
  const words = text.grant
  const people = usePeople()
  const lengths = chosen.find(({ capability }) => capability)?.capability?.nameMaxLength ?? NAME_LENGTH
  const onLock = draft.type === AUTH_TYPE.keypadCode ? lengths.keypad : lengths.default
  const choose = (value: string | null) => {
    const person = value === null ? undefined : people.get(Number(value))
    const isOwnName = draft.name !== '' && draft.name !== people.get(draft.accountUserId ?? 0)?.name
    change({
      accountUserId: person?.accountUserId,
      ...(person && !isOwnName && { name: person.name }),
    })
  }
  return (
    <Stack>
      {!auth && <KindChoice draft={draft} change={change} />}
      <Select
        label={words.person}
        placeholder={words.personNone}
        data={[...people.values()].map(({ accountUserId, name }) => ({
          value: String(accountUserId),
          label: name,
        }))}
        value={draft.accountUserId === undefined ? null : String(draft.accountUserId)}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': words.personNone }}
        limit={100}
        onChange={choose}
      />
      <NewPersonButton onCreated={({ accountUserId, name }) => change({ accountUserId, name })} />
      <TextInput
        label={words.name}
        description={words.nameHelp(onLock)}
        required
        maxLength={MOST_LETTERS}
        value={draft.name}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <Switches draft={draft} change={change} auth={auth} />
    </Stack>
  )
}

/** What it may besides, and whether it counts at all. */
function Switches({ draft, change, auth }: Pick<StepProps, 'draft' | 'change' | 'auth'>) {
  const words = useLanguage().text.grant
  return (
    <>
      {draft.type === AUTH_TYPE.app && (
        <Switch
          label={words.remote}
          checked={draft.remoteAllowed}
          onChange={(event) => change({ remoteAllowed: event.currentTarget.checked })}
        />
      )}
      {auth && (
        <Switch
          label={words.enabled}
          checked={draft.enabled}
          onChange={(event) => change({ enabled: event.currentTarget.checked })}
        />
      )}
    </>
  )
}

/** Somebody who is not on the list yet, without leaving what was begun. */
function NewPersonButton({ onCreated }: { onCreated: (person: AccountUser) => void }) {
  const words = useLanguage().text.grant
  return (
    // The dialog is a form in a form, though not on the page: what it sends is not what the wizard sends.
    <Group onSubmit={(event) => event.stopPropagation()}>
      <DialogButton
        size="xs"
        variant="default"
        label={words.personNew}
        leftSection={<IconPlus size={16} aria-hidden />}
      >
        {(close) => <NewPerson onDone={close} onCreated={onCreated} />}
      </DialogButton>
    </Group>
  )
}

function KindChoice({ draft, change }: Pick<StepProps, 'draft' | 'change'>) {
  const words = useLanguage().text.grant
  return (
    <div>
      <Text size="sm" fw={500} id="kind" mb={4}>
        {words.kind}
      </Text>
      <SegmentedControl
        aria-labelledby="kind"
        // Next to each other they are too wide for a phone in some languages.
        {...(useIsPhone() && { orientation: 'vertical', fullWidth: true })}
        value={String(draft.type)}
        onChange={(value) => change({ type: Number(value) as CreatableAuthType })}
        data={KINDS.map((kind) => ({ value: String(kind), label: words.kinds[kind] }))}
      />
    </div>
  )
}
