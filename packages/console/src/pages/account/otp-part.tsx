import { type Account, api } from '@latchwork/contract'
import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useSend } from '../../kit/data/queries.ts'
import { ConfirmButton } from '../../kit/forms/confirm-button.tsx'
import { useLanguage } from '../../kit/language/language.tsx'
import { Copyable } from '../../kit/layout/copyable.tsx'
import { QrCode } from '../../kit/layout/qr-code.tsx'
import { Section } from '../../kit/layout/section.tsx'
import { useComplaint } from '../../kit/states/complaint.tsx'
import { FormFailure } from '../../kit/states/form-failure.tsx'
import { useSuccess } from '../../kit/states/success.ts'

/** A second proof at sign-in: set up with a picture to scan, on once a code of it came back. */
export function OtpPart({ account, onEnabled }: { account: Account; onEnabled?: () => void }) {
  const { text, format } = useLanguage()
  const words = text.account.otp
  const since = account.config?.otpEnabledDate
  return (
    <Section title={words.title} lead={words.lead}>
      <Text fw={600}>{since === undefined ? words.off : words.on(format.moment(since))}</Text>
      {since === undefined ? <SetUp account={account} {...(onEnabled && { onEnabled })} /> : <Disabling />}
    </Section>
  )
}

function SetUp({ account, onEnabled }: { account: Account; onEnabled?: () => void }) {
  const words = useLanguage().text.account.otp
  const complain = useComplaint()
  const request = useSend(api.otp.request, { onError: complain })
  const secret = request.data?.data
  if (secret !== undefined)
    return <Enabling email={account.email} secret={secret} {...(onEnabled && { onEnabled })} />
  return (
    <Group>
      <Button loading={request.isPending} onClick={() => request.mutate(undefined)}>
        {words.begin}
      </Button>
    </Group>
  )
}

interface EnablingProps {
  email: string
  secret: string
  onEnabled?: () => void
}

function Enabling({ email, secret, onEnabled }: EnablingProps) {
  const words = useLanguage().text.account.otp
  const [otp, setOtp] = useState('')
  const succeed = useSuccess()
  const enabling = useSend(api.otp.enable, {
    changes: [api.account.get],
    onSuccess: () => {
      succeed(words.enabled)
      onEnabled?.()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    enabling.mutate({ body: { otp } })
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text size="sm">{words.scan}</Text>
        <Group align="flex-start" gap="lg">
          <QrCode label={words.picture} value={otpAddress(email, secret)} />
          <Stack flex="1 1 260px">
            <Copyable isTitled label={words.secret} value={secret} />
            <FormFailure error={enabling.error} />
            <TextInput
              label={words.code}
              description={words.codeHelp}
              inputMode="numeric"
              autoComplete="one-time-code"
              required
              pattern="[0-9]{6}"
              maw={220}
              value={otp}
              onChange={(event) => setOtp(event.currentTarget.value.replaceAll(/\s/g, ''))}
            />
            <Group>
              <Button type="submit" loading={enabling.isPending}>
                {words.confirm}
              </Button>
            </Group>
          </Stack>
        </Group>
      </Stack>
    </form>
  )
}

/** What authenticator apps understand. */
const otpAddress = (email: string, secret: string) =>
  `otpauth://totp/${encodeURIComponent(`Latchwork:${email}`)}?secret=${secret}&issuer=Latchwork`

function Disabling() {
  const words = useLanguage().text.account.otp
  const succeed = useSuccess()
  const complain = useComplaint()
  const disabling = useSend(api.otp.disable, {
    changes: [api.account.get],
    onSuccess: () => succeed(words.disabled),
    onError: complain,
  })
  return (
    <Group>
      <ConfirmButton
        label={words.disable}
        title={words.disable}
        detail={words.disableDetail}
        isPending={disabling.isPending}
        onConfirm={() => disabling.mutate(undefined)}
      />
    </Group>
  )
}
