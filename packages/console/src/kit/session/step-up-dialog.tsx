import { api } from '@latchwork/contract'
import { ApiError } from '@latchwork/sdk'
import { Button, Divider, Group, Modal, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useState } from 'react'
import { read, useSend } from '../data/queries.ts'
import { useLanguage } from '../language/language.tsx'
import { FormFailure } from '../states/form-failure.tsx'
import { isDeclined, passkeyProblem, proveWithPasskey } from './passkeys.ts'
import { offerStepUp } from './step-up.ts'

/** Asks for a fresh proof where the service wants one, by passkey or password; then what was begun goes on. */
export function StepUpDialog() {
  const { text } = useLanguage()
  const [answer, setAnswer] = useState<(isProved: boolean) => void>()
  useEffect(() => offerStepUp(() => new Promise((resolve) => setAnswer(() => resolve))), [])
  const end = (isProved: boolean) => {
    answer?.(isProved)
    setAnswer(undefined)
  }
  return (
    <Modal
      opened={answer !== undefined}
      onClose={() => end(false)}
      title={text.kit.stepUp.title}
      closeButtonProps={{ 'aria-label': text.kit.close }}
      transitionProps={{ duration: 0 }}
      // It may come while another dialog is open, which then waits below.
      zIndex={400}
    >
      <Proof onProved={() => end(true)} />
    </Modal>
  )
}

function Proof({ onProved }: { onProved: () => void }) {
  const words = useLanguage().text.kit.stepUp
  return (
    <Stack>
      <Text size="sm">{words.lead}</Text>
      <ByPasskey onProved={onProved} />
      <ByPassword onProved={onProved} />
    </Stack>
  )
}

/** Only for who has one that works here. */
function ByPasskey({ onProved }: { onProved: () => void }) {
  const words = useLanguage().text.kit.stepUp
  const { data: passkeys = [] } = useQuery(read(api.passkeys.list))
  const proving = useMutation({ mutationFn: proveWithPasskey, onSuccess: onProved })
  if (passkeyProblem() !== undefined || !passkeys.some(({ host }) => host === window.location.hostname))
    return null
  return (
    <>
      <FormFailure error={isDeclined(proving.error) ? null : proving.error} />
      <Button loading={proving.isPending} onClick={() => proving.mutate()}>
        {words.withPasskey}
      </Button>
      <Divider label={words.or} />
    </>
  )
}

const isCodeDemand = (error: unknown) =>
  error instanceof ApiError && (error.code === 'otp_required' || error.code === 'passkey_required')

function ByPassword({ onProved }: { onProved: () => void }) {
  const { text } = useLanguage()
  const words = text.kit.stepUp
  const [currentPassword, setPassword] = useState('')
  const [otp, setOtp] = useState<string>()
  const proving = useSend(api.sessions.verify, {
    onSuccess: onProved,
    onError: (error) => isCodeDemand(error) && setOtp((given) => given ?? ''),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    proving.mutate({ body: { currentPassword, ...(otp && { otp }) } })
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        <FormFailure error={isCodeDemand(proving.error) ? null : proving.error} />
        <PasswordInput
          label={words.password}
          autoComplete="current-password"
          required
          value={currentPassword}
          onChange={(event) => setPassword(event.currentTarget.value)}
          visibilityToggleButtonProps={{ 'aria-label': text.signIn.showPassword }}
        />
        {otp !== undefined && (
          <TextInput
            label={text.signIn.otp}
            description={text.signIn.otpHint}
            autoComplete="one-time-code"
            required
            value={otp}
            onChange={(event) => setOtp(event.currentTarget.value)}
          />
        )}
        <Group>
          <Button type="submit" variant="default" loading={proving.isPending}>
            {words.submit}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
