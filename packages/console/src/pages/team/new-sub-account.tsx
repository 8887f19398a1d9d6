import { api } from '@latchwork/contract'
import { Switch, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useSend } from '../../kit/data/queries.ts'
import { DialogForm } from '../../kit/forms/dialog-form.tsx'
import { NewPasswordInput } from '../../kit/forms/new-password-input.tsx'
import { useLanguage } from '../../kit/language/language.tsx'
import { refusalOf } from '../../kit/states/describe-error.ts'
import { useSuccess } from '../../kit/states/success.ts'
import { AccessFields, accessFrom, newAccess } from './role-fields.tsx'

/** Adds a person; mails to them begin in the language that is spoken here now. */
export function NewSubAccount({ onDone }: { onDone: () => void }) {
  const { text, language } = useLanguage()
  const words = text.team
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [isInvited, setInvited] = useState(true)
  const [access, setAccess] = useState(newAccess)
  const succeed = useSuccess()
  const creation = useSend(api.subAccounts.create, {
    changes: [api.subAccounts.list],
    onSuccess: () => {
      succeed(words.created(name))
      onDone()
    },
  })
  return (
    <DialogForm
      submitLabel={words.create}
      isPending={creation.isPending}
      error={creation.error}
      onSubmit={() =>
        creation.mutate({
          body: {
            ...{ name, email, language, ...accessFrom(access), profile: {} },
            // Nobody ever types it: the person sets their own.
            ...(isInvited ? { invite: true, password: crypto.randomUUID() } : { password }),
          },
        })
      }
    >
      <TextInput
        label={words.name}
        required
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        data-autofocus
      />
      <TextInput
        label={words.email}
        type="email"
        required
        value={email}
        error={refusalOf(creation.error, 'email')}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <FirstPassword
        isInvited={isInvited}
        onInvite={setInvited}
        password={password}
        onPassword={setPassword}
        error={creation.error}
      />
      <AccessFields value={access} onChange={setAccess} />
    </DialogForm>
  )
}

interface FirstPasswordProps {
  isInvited: boolean
  onInvite: (isInvited: boolean) => void
  password: string
  onPassword: (password: string) => void
  error: unknown
}

/** The person sets their own, or is told one. */
function FirstPassword({ isInvited, onInvite, password, onPassword, error }: FirstPasswordProps) {
  const words = useLanguage().text.team
  return (
    <>
      <Switch
        label={words.invite}
        description={words.inviteHelp}
        checked={isInvited}
        onChange={(event) => onInvite(event.currentTarget.checked)}
      />
      {!isInvited && (
        <NewPasswordInput
          label={words.password}
          description={words.passwordHelp}
          value={password}
          error={refusalOf(error, 'password')}
          onChange={onPassword}
        />
      )}
    </>
  )
}
