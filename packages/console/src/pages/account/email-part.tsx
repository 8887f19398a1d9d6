import { type Account, api } from '@latchwork/contract'
import { Badge, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useSend } from '../../kit/data/queries.ts'
import { DialogButton } from '../../kit/forms/dialog-button.tsx'
import { DialogForm } from '../../kit/forms/dialog-form.tsx'
import { useLanguage } from '../../kit/language/language.tsx'
import { Section } from '../../kit/layout/section.tsx'
import { forgetMailedSecret, mailedSecret } from '../../kit/routing/mailed-secrets.ts'
import { useComplaint } from '../../kit/states/complaint.tsx'
import { FormFailure } from '../../kit/states/form-failure.tsx'
import { useSuccess } from '../../kit/states/success.ts'

const route = getRouteApi('/shell/account')

/** The address one signs in with; another one counts once its code came back. */
export function EmailPart({ account }: { account: Account }) {
  const words = useLanguage().text.account.email
  const { confirming = false } = route.useSearch()
  const navigate = route.useNavigate()
  // Kept by the address: whoever reloads, or comes by the link of the mail, finds the field for the code.
  const setConfirming = (isWaiting: boolean) =>
    void navigate({ search: { tab: 'sign-in', ...(isWaiting && { confirming: true }) }, replace: true })
  return (
    <Section
      title={words.title}
      lead={words.askDetail}
      actions={
        <DialogButton variant="default" label={words.ask}>
          {(close) => (
            <NewAddress
              onAsked={() => {
                setConfirming(true)
                close()
              }}
            />
          )}
        </DialogButton>
      }
    >
      <Group gap="sm">
        <Text>{account.email}</Text>
        <Badge variant="light" color={account.emailVerified ? 'latch' : 'orange'} tt="none">
          {account.emailVerified ? words.verified : words.unverified}
        </Badge>
      </Group>
      {(confirming || !account.emailVerified) && <Verification onDone={() => setConfirming(false)} />}
    </Section>
  )
}

function NewAddress({ onAsked }: { onAsked: () => void }) {
  const words = useLanguage().text.account.email
  const [email, setEmail] = useState('')
  const succeed = useSuccess()
  const change = useSend(api.emailAddress.change, {
    onSuccess: () => {
      succeed(words.asked)
      onAsked()
    },
  })
  return (
    <DialogForm
      submitLabel={words.ask}
      isPending={change.isPending}
      error={change.error}
      onSubmit={() => change.mutate({ body: { email } })}
    >
      <TextInput
        label={words.newAddress}
        type="email"
        required
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
        data-autofocus
      />
    </DialogForm>
  )
}

function Verification({ onDone }: { onDone: () => void }) {
  const words = useLanguage().text.account.email
  const [code, setCode] = useState(mailedSecret('code') ?? '')
  const succeed = useSuccess()
  const complain = useComplaint()
  const verification = useSend(api.emailAddress.verify, {
    changes: [api.account.get],
    onSuccess: ({ data }) => {
      // It is worth no second try, right or wrong.
      forgetMailedSecret('code')
      if (!data.success) return
      succeed(words.confirmed)
      onDone()
    },
  })
  const resending = useSend(api.emailAddress.verify, {
    onSuccess: () => succeed(words.asked),
    onError: complain,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    verification.mutate({ body: { code: code.trim() } })
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        <FormFailure error={verification.error} />
        <Group align="flex-end" gap="sm">
          <TextInput
            label={words.code}
            description={words.codeHelp}
            error={verification.data?.data.success === false && words.wrong}
            inputMode="numeric"
            autoComplete="one-time-code"
            required
            value={code}
            onChange={(event) => setCode(event.currentTarget.value)}
          />
          <Button type="submit" loading={verification.isPending}>
            {words.confirm}
          </Button>
          <Button
            variant="default"
            loading={resending.isPending}
            onClick={() => resending.mutate({ body: {} })}
          >
            {words.resend}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
