import { type ApiKeyToken, api, SCOPES, type Scope } from '@latchwork/contract'
import { Checkbox, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useSend } from '../../kit/data/queries.ts'
import { Choices } from '../../kit/forms/choices.tsx'
import { DialogForm } from '../../kit/forms/dialog-form.tsx'
import { useLanguage } from '../../kit/language/language.tsx'
import { ShownOnce } from '../../kit/layout/shown-once.tsx'
import { useSuccess } from '../../kit/states/success.ts'
import { TokenLimitFields } from './token-limit-fields.tsx'
import { changedLimits, type LimitsDraft, limitsDraftOf, limitsFrom, NO_LIMITS } from './token-limits.ts'

/** A token is for calls; staying connected is for OAuth. */
const TOKEN_SCOPES = SCOPES.filter((scope) => scope !== 'offline_access')

interface TokenFields {
  description: string
  scopes: Scope[]
  /** It has no limits then. */
  management: boolean
  limits: LimitsDraft
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
      initial={{
        description: '',
        scopes: ['smartlock', 'smartlock.readOnly', 'smartlock.action'],
        management: false,
        limits: NO_LIMITS,
      }}
      submitLabel={words.create}
      isPending={creation.isPending}
      error={creation.error}
      onSubmit={({ limits, ...fields }) =>
        creation.mutate({ params: { apiKeyId }, body: { ...fields, ...limitsFrom(limits) } })
      }
    />
  )
}

interface TokenChangesProps {
  apiKeyId: number
  token: ApiKeyToken
  onDone: () => void
}

/** Changes what a token is called, what it may do and what it is limited to; its value stays, and what it may do counts at once. */
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
  const before = limitsDraftOf(token)
  return (
    <Fields
      initial={{
        description: token.description ?? '',
        scopes: token.scopes as Scope[],
        management: token.management,
        limits: before,
      }}
      submitLabel={text.kit.save}
      isPending={change.isPending}
      error={change.error}
      onSubmit={({ limits, ...fields }) =>
        change.mutate({
          params: { apiKeyId, id: token.id },
          body: { ...fields, ...changedLimits(before, limits) },
        })
      }
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
  const [management, setManagement] = useState(initial.management)
  const [limits, setLimits] = useState(initial.limits)
  return (
    <DialogForm
      submitLabel={submitLabel}
      isPending={isPending}
      isIncomplete={scopes.length === 0}
      error={error}
      onSubmit={() => onSubmit({ description, scopes, management, limits: management ? NO_LIMITS : limits })}
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
      {scopes.includes('webhook.decentral') && scopes.includes('smartlock') && (
        <Text size="sm" role="status">
          {words.hearsOfDoors}
        </Text>
      )}
      <Checkbox
        label={words.management}
        description={words.managementHelp}
        checked={management}
        onChange={(event) => setManagement(event.currentTarget.checked)}
      />
      {!management && <TokenLimitFields value={limits} onChange={setLimits} />}
    </DialogForm>
  )
}
