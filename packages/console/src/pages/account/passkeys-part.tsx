import { api, type Passkey } from '@latchwork/contract'
import { Badge, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { read, useReadAgain } from '../../kit/data/queries.ts'
import { useServiceNow } from '../../kit/data/service-clock.ts'
import { EditButton, RemovalButton } from '../../kit/forms/row-buttons.tsx'
import { useLanguage } from '../../kit/language/language.tsx'
import { Row, RowList } from '../../kit/layout/row-list.tsx'
import { Section } from '../../kit/layout/section.tsx'
import { addPasskey, isDeclined, passkeyProblem } from '../../kit/session/passkeys.ts'
import { FormFailure } from '../../kit/states/form-failure.tsx'
import { PasskeyProblemNote } from '../../kit/states/passkey-problem.tsx'
import { QueryView } from '../../kit/states/query-view.tsx'
import { useSuccess } from '../../kit/states/success.ts'
import { PasskeyNaming } from './passkey-naming.tsx'

/** Keys in one's devices that sign in without a password. */
export function PasskeysPart({ onAdded }: { onAdded?: () => void }) {
  const words = useLanguage().text.account.passkeys
  const passkeys = useQuery(read(api.passkeys.list))
  return (
    <Section title={words.title} lead={words.lead}>
      <QueryView query={passkeys}>
        {(all) => (
          <>
            {all.length > 0 && (
              <RowList label={words.title} rows={all} keyOf={({ id }) => id}>
                {(passkey) => <PasskeyRow passkey={passkey} />}
              </RowList>
            )}
            {passkeyProblem() === undefined ? (
              <AddPasskey {...(onAdded && { onAdded })} />
            ) : (
              <PasskeyProblemNote />
            )}
          </>
        )}
      </QueryView>
    </Section>
  )
}

function PasskeyRow({ passkey }: { passkey: Passkey }) {
  const { text, format } = useLanguage()
  const words = text.account.passkeys
  const now = useServiceNow()
  const { id, name, host, synced, creationDate, lastUsedDate } = passkey
  const actions = (
    <>
      <EditButton name={name} title={words.rename}>
        {(close) => <PasskeyNaming passkey={passkey} onDone={close} />}
      </EditButton>
      <RemovalButton
        name={name}
        words={words}
        route={api.passkeys.remove}
        input={{ params: { passkeyId: id }, body: {} }}
        changes={[api.passkeys.list, api.recoveryCodes.get]}
      />
    </>
  )
  return (
    <Row actions={actions}>
      <Group gap="4px 12px">
        <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
          {name}
        </Text>
        {synced && (
          <Badge variant="light" tt="none">
            {words.synced}
          </Badge>
        )}
      </Group>
      <Text size="sm" c="dimmed">
        {[
          host,
          words.since(format.moment(creationDate)),
          lastUsedDate === undefined ? words.unused : words.lastUsed(format.ago(lastUsedDate, now)),
        ].join(' · ')}
      </Text>
    </Row>
  )
}

function AddPasskey({ onAdded }: { onAdded?: () => void }) {
  const words = useLanguage().text.account.passkeys
  const [name, setName] = useState('')
  const succeed = useSuccess()
  const readAgain = useReadAgain()
  const adding = useMutation({
    mutationFn: addPasskey,
    onSuccess: async () => {
      setName('')
      succeed(words.added)
      // Whoever was waiting for it goes on before the list below changes.
      onAdded?.()
      await readAgain([api.passkeys.list, api.recoveryCodes.get])
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    adding.mutate(name.trim())
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        <FormFailure error={isDeclined(adding.error) ? null : adding.error} />
        <Group align="flex-end">
          <TextInput
            label={words.name}
            description={words.nameHelp}
            required
            maxLength={64}
            pattern=".*\S.*"
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Button type="submit" loading={adding.isPending}>
            {words.add}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
