import { api } from '@latchwork/contract'
import { Anchor, Button, Center, Container, Stack, Text, Title } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { read } from '../../kit/data/queries.ts'
import { useLanguage } from '../../kit/language/language.tsx'
import { Brand } from '../../kit/layout/brand.tsx'
import { useTitle } from '../../kit/layout/title.ts'
import { isDeclined, proveWithPasskey } from '../../kit/session/passkeys.ts'
import { setNeedsSecondFactor } from '../../kit/session/session.ts'
import { signOut } from '../../kit/session/sign-out.ts'
import { StepUpDialog } from '../../kit/session/step-up-dialog.tsx'
import { FormFailure } from '../../kit/states/form-failure.tsx'
import { QueryView } from '../../kit/states/query-view.tsx'
import { OtpPart } from '../account/otp-part.tsx'
import { PasskeysPart } from '../account/passkeys-part.tsx'

/** Where somebody is led who has to set up a second factor before anything else. */
export function SecondFactorPage() {
  const words = useLanguage().text.account.secondFactor
  useTitle(words.title)
  const account = useQuery(read(api.account.get))
  const passkeys = useQuery(read(api.passkeys.list))
  const goOn = useGoOn()
  return (
    <Container component="main" size="sm" py="xl">
      <Stack gap="lg">
        <Center>
          <Brand />
        </Center>
        <Title order={1} size="h3">
          {words.title}
        </Title>
        <QueryView query={account}>
          {(own) => {
            const hasOne = own.config?.otpEnabledDate !== undefined || (passkeys.data?.length ?? 0) > 0
            return hasOne ? (
              <Prove onProved={goOn} />
            ) : (
              <>
                <Text>{words.lead}</Text>
                <PasskeysPart onAdded={goOn} />
                <OtpPart account={own} onEnabled={goOn} />
              </>
            )
          }}
        </QueryView>
        <Anchor component="button" type="button" size="sm" onClick={() => void signOut()}>
          {words.signOut}
        </Anchor>
      </Stack>
      <StepUpDialog />
    </Container>
  )
}

function useGoOn() {
  const navigate = useNavigate()
  const { next } = useSearch({ from: '/second-factor' })
  return () => {
    setNeedsSecondFactor(false)
    void (next === undefined ? navigate({ to: '/doors' }) : navigate({ href: next }))
  }
}

/** The account has one already; this session has not shown it. */
function Prove({ onProved }: { onProved: () => void }) {
  const words = useLanguage().text.account.secondFactor
  const proving = useMutation({ mutationFn: proveWithPasskey, onSuccess: onProved })
  return (
    <Stack>
      <Text>{words.prove}</Text>
      <FormFailure error={isDeclined(proving.error) ? null : proving.error} />
      <Button loading={proving.isPending} onClick={() => proving.mutate()}>
        {words.withPasskey}
      </Button>
    </Stack>
  )
}
