import { Alert, Button, Divider } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useLanguage } from '../../kit/language/language.tsx'
import { isDeclined, passkeyProblem, signInWithPasskey } from '../../kit/session/passkeys.ts'
import { describe } from '../../kit/states/describe-error.ts'
import { PasskeyProblemNote } from '../../kit/states/passkey-problem.tsx'

type SignedIn = Awaited<ReturnType<typeof signInWithPasskey>>

/** The way in without a password. Why there is none at this address is said when somebody asks for it. */
export function PasskeySignIn({ onSignedIn }: { onSignedIn: (answer: SignedIn) => void }) {
  const { text } = useLanguage()
  const signing = useMutation({
    mutationFn: async () => (passkeyProblem() === undefined ? signInWithPasskey() : undefined),
    onSuccess: (answer) => answer && onSignedIn(answer),
  })
  const error = isDeclined(signing.error) ? null : signing.error
  return (
    <>
      <Divider label={text.signIn.or} />
      {error && (
        <Alert role="alert" color="red" variant="light">
          {describe(error, text).title}
        </Alert>
      )}
      {signing.isSuccess && <PasskeyProblemNote />}
      <Button
        variant="default"
        leftSection={<IconFingerprint size={18} aria-hidden />}
        loading={signing.isPending}
        onClick={() => signing.mutate()}
      >
        {text.signIn.withPasskey}
      </Button>
    </>
  )
}
