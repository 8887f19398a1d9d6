import { type ApiKeyToken, api, SCOPES, type Scope } from '@latchwork/contract'
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useSend } from '../../kit/data/queries.ts'
import { Choices } from '../../kit/forms/choices.tsx'
import { DialogForm } from '../../kit/forms/dialog-form.tsx'
import { useLanguage } from '../../kit/language/language.tsx'
import { ShownOnce } from '../../kit/layout/shown-once.tsx'
import { useSuccess } from '../../kit/states/success.ts'

/** A token is for calls; staying connected is for OAuth. */
const TOKEN_SCOPES = SCOPES.filter((scope) => scope !== 'offline_access')

interface TokenFields {
  description: string
  scopes: Scope[]
}

const CHANGED = [api.apiKeys.listTokens, api.integrations.list]

/** Creates a token, and shows its value this one time. */
export function TokenForm({ apiKeyId, onDone }: { apiKeyId: number; onDone: () => void }) {
  const words = useLanguage().text.integrations.tokens
  const creation = useSend(api.apiKeys.createToken, { changes: CHANGED })
  const value = creation.data?.data.accessToken
  if (value !== undefined) {
    return <ShownOnce warning={words.shownOnce} label={words.token} value={value} onDone={onDone} />
  }
  return (
    <Fields
      initial={{ description: '', scopes: ['smartlock', 'smartlock.readOnly', 'smartlock.action'] }}
      submitLabel={words.create}
      isPending={creation.isPending}
      error={creation.error}
      onSubmit={(body) => creation.mutate({ params: { apiKeyId }, body })}
    />
  )
}

interface TokenChangesProps {
  apiKeyId: number
  token: ApiKeyToken
  onDone: () => void
}

/** Changes what a token is called and what it may do; its value stays, and what it may do counts at once. */
export function TokenChanges({ apiKeyId, token, onDone }: TokenChangesProps) {
  const { text } = useLanguage()
  const succeed = useSuccess()
  const change = useSend(api.apiKeys.updateToken, {
    changes: CHANGED,
    onSuccess: () => {
      succeed(text.integrations.tokens.saved)
      onDone()
    },
  })
  return (
    <Fields
      initial={{ description: token.description ?? '', scopes: token.scopes as Scope[] }}
      submitLabel={text.kit.save}
      isPending={change.isPending}
      error={change.error}
      onSubmit={(body) => change.mutate({ params: { apiKeyId, id: token.id }, body })}
    />
  )
}

interface FieldsProps {
  initial: TokenFields
  submitLabel: string
  isPending: boolean
  error: unknown
  onSubmit: (fields: TokenFields) => void
}

function Fields({ initial, submitLabel, isPending, error, onSubmit }: FieldsProps) {
  const { text } = useLanguage()
  const words = text.integrations.tokens
  const [description, setDescription] = useState(initial.description)
  const [scopes, setScopes] = useState(initial.scopes)
  return (
    <DialogForm
      submitLabel={submitLabel}
      isPending={isPending}
      isIncomplete={scopes.length === 0}
      error={error}
      onSubmit={() => onSubmit({ description, scopes })}
    >
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
    </DialogForm>
  )
}
