import { api } from '@latchwork/contract'
import { TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useSend } from '../../kit/data/queries.ts'
import { NewPasswordInput } from '../../kit/forms/new-password-input.tsx'
import { useLanguage } from '../../kit/language/language.tsx'
import { FormFailure } from '../../kit/states/form-failure.tsx'
import { EmailInput, EntranceForm } from './entrance-form.tsx'

/** Opens an account; then one signs in with it, and comes back to the invitation. */
export function SignUp() {
  const { text, language } = useLanguage()
  const words = text.redeem
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const navigate = useNavigate()
  const { mutate, isPending, error } = useSend(api.account.signUp, {
    onSuccess: () => navigate({ to: '/sign-in', search: { next: '/redeem' } }),
  })
  return (
    <EntranceForm
      lead={words.signUpLead}
      failure={<FormFailure error={error} />}
      submitLabel={words.signUp}
      isPending={isPending}
      onSubmit={() => mutate({ body: { name, email, password, language } })}
    >
      <TextInput
        label={words.name}
        autoComplete="name"
        required
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <EmailInput value={email} onChange={setEmail} />
      <NewPasswordInput
        label={words.password}
        description={text.signIn.reset.passwordHelp}
        value={password}
        onChange={setPassword}
      />
    </EntranceForm>
  )
}
