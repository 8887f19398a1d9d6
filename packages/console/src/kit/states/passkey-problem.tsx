import { Alert, Anchor, Text } from '@mantine/core'
import { useLanguage } from '../language/language.tsx'
import { addressWithName, passkeyProblem } from '../session/passkeys.ts'

/** Says why there can be no passkeys here, and what to do about it; nothing where there can. */
export function PasskeyProblemNote() {
  const words = useLanguage().text.kit.passkeys
  const problem = passkeyProblem()
  if (problem === undefined) return null
  const named = problem === 'address' ? addressWithName() : undefined
  return (
    <Alert color="yellow" variant="light">
      <Text size="sm">{words.problems[problem]}</Text>
      {named !== undefined && (
        <Anchor href={named} size="sm" c="inherit" underline="always">
          {words.openNamed}
        </Anchor>
      )}
    </Alert>
  )
}
