import { api, SCOPES, type Scope } from '@latchwork/contract'
import { Alert, Button, Group, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useSend } from '../../kit/data/queries.ts'
import { Choices } from '../../kit/forms/choices.tsx'
import { useLanguage } from '../../kit/language/language.tsx'
import { Copyable } from '../../kit/layout/copyable.tsx'
import { FormFailure } from '../../kit/states/form-failure.tsx'

/** A token is for calls; staying connected is for OAuth. */
const TOKEN_SCOPES = SCOPES.filter((scope) => scope !== 'offline_access')

/** Creates a token, and shows its value this one time. */
export function TokenForm({ apiKeyId, onDone }: { apiKeyId: number; onDone: () => void }) {
  const creation = useSend(api.apiKeys.createToken, {
    changes: [api.apiKeys.listTokens, api.integrations.list],
  })
  const value = creation.data?.data.accessToken
  if (value !== undefined) return <NewToken value={value} onDone={onDone} />
  return (
    <Fields
      isPending={creation.isPending}
      error={creation.error}
      onSubmit={(body) => creation.mutate({ params: { apiKeyId }, body })}
    />
  )
}

interface FieldsProps {
  isPending: boolean
  error: unknown
  onSubmit: (fields: { description: string; scopes: Scope[] }) => void
}

function Fields({ isPending, error, onSubmit }: FieldsProps) {
  const { text } = useLanguage()
  const words = text.integrations.tokens
  const [description, setDescription] = useState('')
  const [scopes, setScopes] = useState<Scope[]>(['smartlock', 'smartlock.readOnly', 'smartlock.action'])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit({ description, scopes })
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        <FormFailure error={error} />
        <TextInput
          label={words.description}
          required
          maxLength={255}
          value={description}
          onChange={(event) => setDescription(event.currentTarget.value)}
          data-autofocus
        />
        <Choices
          label={words.scopes}
          options={TOKEN_SCOPES}
          words={text.integrations.scopes}
          value={scopes}
          onChange={setScopes}
        />
        <Group justify="flex-end">
          <Button type="submit" loading={isPending} disabled={scopes.length === 0}>
            {words.create}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function NewToken({ value, onDone }: { value: string; onDone: () => void }) {
  const { text } = useLanguage()
  const words = text.integrations.tokens
  return (
    <Stack>
      <Alert color="yellow" variant="light">
        {words.shownOnce}
      </Alert>
      <Copyable label={words.token} value={value} />
      <Group justify="flex-end">
        <Button onClick={onDone}>{text.kit.close}</Button>
      </Group>
    </Stack>
  )
}
