import { type Account, api } from '@latchwork/contract'
import { Badge, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useSend } from '../../kit/data/queries.ts'
import { DialogButton } from '../../kit/forms/dialog-button.tsx'
import { useLanguage } from '../../kit/language/language.tsx'
import { Section } from '../../kit/layout/section.tsx'
import { useComplaint } from '../../kit/states/complaint.tsx'
import { FormFailure } from '../../kit/states/form-failure.tsx'
import { useSuccess } from '../../kit/states/success.ts'

/** The address one signs in with; another one counts once its code came back. */
export function EmailPart({ account }: { account: Account }) {
  const words = useLanguage().text.account.email
  const [asked, setAsked] = useState<string>()
  return (
    <Section
      title={words.title}
      lead={words.askDetail}
      actions={
        <DialogButton variant="default" label={words.ask}>
          {(close) => (
            <NewAddress
              onAsked={(address) => {
                setAsked(address)
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
      {(asked !== undefined || !account.emailVerified) && (
        <Verification address={asked ?? account.email} onDone={() => setAsked(undefined)} />
      )}
    </Section>
  )
}

function NewAddress({ onAsked }: { onAsked: (address: string) => void }) {
  const words = useLanguage().text.account.email
  const [email, setEmail] = useState('')
  const succeed = useSuccess()
  const change = useSend(api.emailAddress.change, {
    onSuccess: () => {
      succeed(words.asked)
      onAsked(email)
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    change.mutate({ body: { email } })
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        <FormFailure error={change.error} />
        <TextInput
          label={words.newAddress}
          type="email"
          required
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
          data-autofocus
        />
        <Group justify="flex-end">
          <Button type="submit" loading={change.isPending}>
            {words.ask}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function Verification({ address, onDone }: { address: string; onDone: () => void }) {
  const words = useLanguage().text.account.email
  const [code, setCode] = useState('')
  const succeed = useSuccess()
  const complain = useComplaint()
  const verification = useSend(api.emailAddress.verify, {
    changes: [api.account.get],
    onSuccess: ({ data }) => {
      if (!data.success) return complain(new Error(data.message))
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
            label={`${words.code} (${address})`}
            description={words.codeHelp}
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
