import { type AddressTokenInfo, api } from '@latchwork/contract'
import { Alert, Button, List, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { read, useSend } from '../../kit/data/queries.ts'
import { hasSignUp } from '../../kit/facts.ts'
import { useLanguage } from '../../kit/language/language.tsx'
import { ButtonLink } from '../../kit/routing/links.tsx'
import { forgetMailedSecret, INVITATION, mailedSecret } from '../../kit/routing/mailed-secrets.ts'
import { currentSession } from '../../kit/session/session.ts'
import { isMissing } from '../../kit/states/describe-error.ts'
import { FormFailure } from '../../kit/states/form-failure.tsx'
import { QueryView } from '../../kit/states/query-view.tsx'
import { Entrance } from './entrance.tsx'
import { EntranceForm } from './entrance-form.tsx'
import { SignUp } from './sign-up.tsx'

/** Where an invited person turns an invitation into access: it says what it is for, and whose account gets it. */
export function RedeemPage() {
  const words = useLanguage().text.redeem
  const [token, setToken] = useState(() => mailedSecret(INVITATION))
  return (
    <Entrance title={words.title}>
      {token === undefined ? (
        <TypedToken onToken={setToken} />
      ) : (
        <Invitation token={token} onOther={() => setToken(undefined)} />
      )}
    </Entrance>
  )
}

/** There was none in the link: it lost what it had behind the #, as some messengers do; or it was no good. */
function TypedToken({ onToken }: { onToken: (token: string) => void }) {
  const words = useLanguage().text.redeem
  const [typed, setTyped] = useState('')
  return (
    <EntranceForm
      lead={words.typeLead}
      failure={null}
      submitLabel={words.look}
      isPending={false}
      onSubmit={() => onToken(typed.trim())}
    >
      <TextInput
        label={words.token}
        autoComplete="off"
        required
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </EntranceForm>
  )
}

function Invitation({ token, onOther }: { token: string; onOther: () => void }) {
  const info = useQuery(read(api.addressUnits.tokenInfo, { params: { tokenId: token } }))
  if (info.isError && isMissing(info.error)) return <NoInvitation onOther={onOther} />
  return <QueryView query={info}>{(data) => <Offer token={token} info={data} />}</QueryView>
}

/** Says what is missing, and leads to where another one is typed. */
function NoInvitation({ onOther }: { onOther: () => void }) {
  const words = useLanguage().text.redeem
  const typeOther = () => {
    forgetMailedSecret(INVITATION)
    onOther()
  }
  return (
    <Stack>
      <Alert color="yellow" variant="light" role="alert">
        {words.gone}
      </Alert>
      <Button variant="default" onClick={typeOther}>
        {words.again}
      </Button>
    </Stack>
  )
}

function Offer({ token, info }: { token: string; info: AddressTokenInfo }) {
  const words = useLanguage().text.redeem
  const session = currentSession()
  return (
    <Stack>
      <Text>{words.offer(info.addressName)}</Text>
      <List>
        {info.smartlockNames.map((name) => (
          <List.Item key={name}>{name}</List.Item>
        ))}
      </List>
      {info.leftOutSmartlockNames && (
        <Text size="sm" c="dimmed">
          {words.leftOut(info.leftOutSmartlockNames.join(', '))}
        </Text>
      )}
      {session ? <Redemption token={token} email={session.email} /> : <WhoAreYou />}
    </Stack>
  )
}

function Redemption({ token, email }: { token: string; email: string }) {
  const words = useLanguage().text.redeem
  const { mutate, isPending, isSuccess, error } = useSend(api.addressUnits.redeem, {
    onSuccess: () => forgetMailedSecret(INVITATION),
  })
  if (isSuccess)
    return (
      <Alert color="green" variant="light" role="status">
        {words.done(email)}
      </Alert>
    )
  return (
    <Stack>
      <FormFailure error={error} />
      <Text size="sm" c="dimmed">
        {words.as(email)}
      </Text>
      <Button loading={isPending} onClick={() => mutate({ params: { tokenId: token }, body: {} })}>
        {words.submit}
      </Button>
    </Stack>
  )
}

/** Access belongs to an account: one has one, or opens one where that is allowed. */
function WhoAreYou() {
  const words = useLanguage().text.redeem
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        {hasSignUp ? words.needsAccount : words.needsSignIn}
      </Text>
      <ButtonLink to="/sign-in" search={{ next: '/redeem' }}>
        {words.signIn}
      </ButtonLink>
      {hasSignUp && <SignUp />}
    </Stack>
  )
}
