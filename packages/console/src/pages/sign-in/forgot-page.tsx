import { api } from '@latchwork/contract'
import { Alert, Text } from '@mantine/core'
import { useState } from 'react'
import { useSend } from '../../kit/data/queries.ts'
import { useLanguage } from '../../kit/language/language.tsx'
import { ButtonLink, TextLink } from '../../kit/routing/links.tsx'
import { FormFailure } from '../../kit/states/form-failure.tsx'
import { Entrance } from './entrance.tsx'
import { EmailInput, EntranceForm } from './entrance-form.tsx'

/** Has a reset mailed. What is said afterwards is the same for every address: nobody learns here who has an account. */
export function ForgotPage() {
  const words = useLanguage().text.signIn.forgot
  const request = useSend(api.passwordReset.request)
  return (
    <Entrance title={words.title} below={<ToSignIn />}>
      {request.isSuccess ? (
        <Asked />
      ) : (
        <AskForm
          isPending={request.isPending}
          error={request.error}
          onSubmit={(body) => request.mutate({ body })}
        />
      )}
    </Entrance>
  )
}

function Asked() {
  const words = useLanguage().text.signIn.forgot
  return (
    <>
      <Alert role="status" variant="light" title={words.asked}>
        {words.askedDetail}
      </Alert>
      <ButtonLink to="/reset" variant="default">
        {words.haveCode}
      </ButtonLink>
    </>
  )
}

interface AskFormProps {
  isPending: boolean
  error: unknown
  onSubmit: (fields: { email: string }) => void
}

function AskForm({ isPending, error, onSubmit }: AskFormProps) {
  const words = useLanguage().text.signIn.forgot
  const [email, setEmail] = useState('')
  return (
    <EntranceForm
      lead={words.lead}
      failure={<FormFailure error={error} />}
      submitLabel={words.submit}
      isPending={isPending}
      onSubmit={() => onSubmit({ email })}
    >
      <EmailInput value={email} onChange={setEmail} />
    </EntranceForm>
  )
}

export function ToSignIn() {
  const words = useLanguage().text.signIn
  return (
    <Text size="sm" ta="center">
      <TextLink to="/sign-in">{words.back}</TextLink>
    </Text>
  )
}
