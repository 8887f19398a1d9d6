import { api } from '@latchwork/contract'
import { ApiError } from '@latchwork/sdk'
import { Switch, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useSend } from '../../kit/data/queries.ts'
import { NewPasswordInput } from '../../kit/forms/new-password-input.tsx'
import { useLanguage } from '../../kit/language/language.tsx'
import { ButtonLink } from '../../kit/routing/links.tsx'
import { forgetMailedSecret, mailedSecret } from '../../kit/routing/mailed-secrets.ts'
import { endSession } from '../../kit/session/session.ts'
import { FormFailure } from '../../kit/states/form-failure.tsx'
import { Entrance } from './entrance.tsx'
import { EntranceForm } from './entrance-form.tsx'
import { ToSignIn } from './forgot-page.tsx'

/** Sets a new password with the token of a mail: the link brought it along, or it is typed in. */
export function ResetPage() {
  const words = useLanguage().text.signIn.reset
  return (
    <Entrance title={words.title} below={<ToSignIn />}>
      <ResetForm />
    </Entrance>
  )
}

function ResetForm() {
  const { text } = useLanguage()
  const words = text.signIn.reset
  const [deleteApiTokens, setDelete] = useState(true)
  const mailed = mailedSecret('token')
  const [typed, setTyped] = useState('')
  const [password, setPassword] = useState('')
  const { reset, isPending, error } = useReset()
  return (
    <EntranceForm
      lead={words.lead}
      failure={<Refusal error={error} />}
      submitLabel={words.submit}
      isPending={isPending}
      onSubmit={() => reset({ token: mailed ?? typed.trim(), password, deleteApiTokens })}
    >
      {mailed === undefined && (
        <TextInput
          label={words.code}
          autoComplete="off"
          required
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
      <NewPasswordInput
        label={words.password}
        description={words.passwordHelp}
        value={password}
        onChange={setPassword}
      />
      <Switch
        label={text.account.password.alsoTokens}
        checked={deleteApiTokens}
        onChange={(event) => setDelete(event.currentTarget.checked)}
      />
    </EntranceForm>
  )
}

function Refusal({ error }: { error: unknown }) {
  const words = useLanguage().text.signIn.reset
  return (
    <>
      <FormFailure error={error} />
      {isTokenDead(error) && (
        <ButtonLink to="/forgot" variant="default">
          {words.again}
        </ButtonLink>
      )}
    </>
  )
}

/** Afterwards all sessions are over, also one in this tab, and one signs in with the new password. */
function useReset() {
  const navigate = useNavigate()
  const { mutate, isPending, error } = useSend(api.passwordReset.confirm, {
    onSuccess: async () => {
      forgetMailedSecret('token')
      endSession('passwordChanged')
      await navigate({ to: '/sign-in', search: { reason: 'passwordChanged' } })
    },
    onError: (refusal) => {
      // What is dead is not tried again; from now on another one can be typed in.
      if (isTokenDead(refusal)) forgetMailedSecret('token')
    },
  })
  return {
    reset: (body: { token: string; password: string; deleteApiTokens: boolean }) => mutate({ body }),
    isPending,
    error,
  }
}

const isTokenDead = (error: unknown) => error instanceof ApiError && error.code === 'reset_token_invalid'
