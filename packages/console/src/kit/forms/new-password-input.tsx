import { Password } from '@latchwork/contract'
import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { useLanguage } from '../language/language.tsx'
import type { FieldSchema } from './schema-fields.ts'

const { minLength, maxLength }: FieldSchema = Password

interface NewPasswordInputProps extends Omit<PasswordInputProps, 'onChange'> {
  value: string
  onChange: (value: string) => void
}

/** A password that is to be, by the contract's rule; password managers offer one. */
export function NewPasswordInput({ onChange, ...input }: NewPasswordInputProps) {
  const { text } = useLanguage()
  return (
    <PasswordInput
      {...input}
      autoComplete="new-password"
      required
      minLength={minLength}
      maxLength={maxLength}
      onChange={(event) => onChange(event.currentTarget.value)}
      visibilityToggleButtonProps={{ 'aria-label': text.signIn.showPassword }}
    />
  )
}
