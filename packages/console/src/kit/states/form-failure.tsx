import { Alert, Text } from '@mantine/core'
import { useLanguage } from '../language/language.tsx'
import { describe } from './describe-error.ts'

/** Why what a form sent was refused, in the form. */
export function FormFailure({ error }: { error: unknown }) {
  const { text } = useLanguage()
  if (error === null || error === undefined) return null
  const { title, detail } = describe(error, text)
  return (
    <Alert role="alert" color="red" variant="light" title={title}>
      <Text size="sm">{detail}</Text>
    </Alert>
  )
}
