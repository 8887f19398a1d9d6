import { api } from '@latchwork/contract'
import { ApiError } from '@latchwork/sdk'
import { Alert, Checkbox, PasswordInput, Text, TextInput } from '@mantine/core'
import { IconFlask } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { useSend } from '../../kit/data/queries.ts'
import { askingApplication, hasSandbox } from '../../kit/facts.ts'
import { useLanguage } from '../../kit/language/language.tsx'
import { TextLink } from '../../kit/routing/links.tsx'
import {
  begin,
  canBeRemembered,
  isRemembered,
  rememberDevice,
  resumeSession,
} from '../../kit/session/remembered.ts'
import { describe } from '../../kit/states/describe-error.ts'
import { isWelcomed } from '../welcome/welcomed.ts'
import classes from './entrance.module.css'
import { Entrance } from './entrance.tsx'
import { EmailInput, EntranceForm } from './entrance-form.tsx'
import { PasskeySignIn } from './passkey-sign-in.tsx'

/** Email and password, and the one-time password once the service asks for it. */
export function SignInPage() {
  const { text } = useLanguage()
  const [isToRemember, setToRemember] = useState(false)
  const enter = useEnter(isToRemember)
  useReturn()
  return (
    <Entrance title={text.signIn.title} below={hasSandbox && <SandboxHint />}>
      <Reason />
      <Asking />
      <SignInForm
        onSignedIn={enter}
        remember={
          canBeRemembered() && (
            <Checkbox
              label={text.signIn.remember}
              description={text.signIn.rememberHelp}
              checked={isToRemember}
              onChange={(event) => setToRemember(event.currentTarget.checked)}
            />
          )
        }
      />
      <PasskeySignIn onSignedIn={enter} />
      <TextLink to="/forgot" size="sm" ta="center">
        {text.signIn.forgot.link}
      </TextLink>
    </Entrance>
  )
}

function SandboxHint() {
  const { text } = useLanguage()
  return (
    <Text size="sm" c="dimmed" ta="center">
      <IconFlask size={16} className={classes.icon} aria-hidden /> {text.signIn.sandboxHint}
    </Text>
  )
}

function Reason() {
  const { text } = useLanguage()
  const { reason } = useSearch({ from: '/sign-in' })
  if (reason === undefined) return null
  return (
    <Alert color={reason === 'expired' ? 'yellow' : 'gray'} variant="light">
      {text.signIn.reasons[reason]}
    </Alert>
  )
}

/** Whoever was sent here by an application is told which. */
function Asking() {
  const words = useLanguage().text.authorize
  const { next } = useSearch({ from: '/sign-in' })
  if (askingApplication === undefined || !next?.startsWith('/authorize?')) return null
  return <Text size="sm">{words.signInFirst(askingApplication)}</Text>
}

/** A remembered device that found no service goes on as soon as there is one. */
const LOOK_AGAIN_MS = 3000
function useReturn() {
  const go = useOnward()
  useEffect(() => {
    if (!isRemembered()) return
    const look = async () => {
      if (await resumeSession()) await go()
    }
    const timer = setInterval(() => void look().catch(() => undefined), LOOK_AGAIN_MS)
    return () => clearInterval(timer)
  }, [go])
}

type Enter = ReturnType<typeof useEnter>

function SignInForm({ onSignedIn, remember }: { onSignedIn: Enter; remember: ReactNode }) {
  const { text } = useLanguage()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [otp, setOtp] = useState<string>()
  const { signIn, isPending, error } = useSignIn(onSignedIn, () => setOtp((given) => given ?? ''))
  return (
    <EntranceForm
      failure={error && <Refusal>{describe(error, text).title}</Refusal>}
      submitLabel={text.signIn.submit}
      isPending={isPending}
      onSubmit={() => signIn({ email, password, ...(otp && { otp }) })}
    >
      <EmailInput value={email} onChange={setEmail} />
      <PasswordInput
        label={text.signIn.password}
        autoComplete="current-password"
        required
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        visibilityToggleButtonProps={{ 'aria-label': text.signIn.showPassword }}
      />
      {otp !== undefined && <OtpInput value={otp} onChange={setOtp} />}
      {remember}
    </EntranceForm>
  )
}

function Refusal({ children }: { children: string }) {
  return (
    <Alert role="alert" color="red" variant="light">
      {children}
    </Alert>
  )
}

function OtpInput({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const { text } = useLanguage()
  const input = useRef<HTMLInputElement>(null)
  // It appears after the first attempt; whoever types goes on right there.
  useEffect(() => input.current?.focus(), [])
  return (
    <TextInput
      ref={input}
      label={text.signIn.otp}
      description={text.signIn.otpHint}
      inputMode="numeric"
      autoComplete="one-time-code"
      required
      value={value}
      onChange={(event) => onChange(event.currentTarget.value.replaceAll(/\s/g, ''))}
    />
  )
}

/** What every way of signing in answers. */
interface SignedIn {
  accessToken: string
  accountId: number
  expiresIn: number
  secondFactorRequired?: boolean
}

/** Goes where one wanted to go. */
function useOnward() {
  const navigate = useNavigate()
  const { next } = useSearch({ from: '/sign-in' })
  return useCallback(
    () =>
      next === undefined || next === '/'
        ? navigate({ to: isWelcomed() ? '/overview' : '/welcome' })
        : navigate({ href: next }),
    [navigate, next],
  )
}

/** Begins the session, that of this tab or of the device, and goes on. */
function useEnter(isToRemember: boolean) {
  const go = useOnward()
  return async (answer: SignedIn, email = '') => {
    begin(answer, email)
    if (isToRemember) await rememberDevice(email).catch(() => undefined)
    await go()
  }
}

/** Signs in with a password; a demand for the one-time password is a question, not a failure. */
function useSignIn(enter: Enter, askForOtp: () => void) {
  const { mutate, isPending, error } = useSend(api.sessions.login, {
    onSuccess: ({ data }, input) => enter(data, input.body.email),
    onError: (refusal) => {
      if (isOtpDemand(refusal)) askForOtp()
    },
  })
  const signIn = (body: { email: string; password: string; otp?: string }) => mutate({ body })
  return { signIn, isPending, error: isOtpDemand(error) ? undefined : error }
}

/** Whoever has a passkey only, where more than a password is demanded, may give a recovery code. */
const isOtpDemand = (error: unknown) =>
  error instanceof ApiError && (error.code === 'otp_required' || error.code === 'passkey_required')
