import { type Account, api } from '@latchwork/contract'
import { Button, Group, Stack, Switch } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useSend } from '../../kit/data/queries.ts'
import { NewPasswordInput } from '../../kit/forms/new-password-input.tsx'
import { useLanguage } from '../../kit/language/language.tsx'
import { Section } from '../../kit/layout/section.tsx'
import { endSession } from '../../kit/session/session.ts'
import { FormFailure } from '../../kit/states/form-failure.tsx'

/** Another password; the service ends all sessions with the old one, so this one is over here, too. */
export function PasswordPart({ account }: { account: Account }) {
  const words = useLanguage().text.account.password
  const [password, setPassword] = useState('')
  const [deleteApiTokens, setDelete] = useState(true)
  const change = useSend(api.account.update, {
    onSuccess: () => endSession('passwordChanged'),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    change.mutate({ body: { password, deleteApiTokens, language: account.language ?? 'en' } })
  }
  return (
    <Section title={words.title} lead={words.help}>
      <form onSubmit={submit}>
        <Stack>
          <FormFailure error={change.error} />
          <NewPasswordInput label={words.new} maw={420} value={password} onChange={setPassword} />
          <Switch
            label={words.alsoTokens}
            checked={deleteApiTokens}
            onChange={(event) => setDelete(event.currentTarget.checked)}
          />
          <Group>
            <Button type="submit" variant="default" loading={change.isPending}>
              {words.change}
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  )
}
