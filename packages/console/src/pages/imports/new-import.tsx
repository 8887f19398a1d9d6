import { api, MAKER_API } from '@latchwork/contract'
import { Button, Group, PasswordInput, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useSend } from '../../kit/data/queries.ts'
import { useLanguage } from '../../kit/language/language.tsx'
import { Section } from '../../kit/layout/section.tsx'
import { FormFailure } from '../../kit/states/form-failure.tsx'

/** Where from, and with which token. Nothing is made by it: the other account is read and compared. */
export function NewImport() {
  const words = useLanguage().text.imports
  const [url, setUrl] = useState<string>(MAKER_API)
  const [token, setToken] = useState('')
  const { isPending, error, mutate } = useSend(api.imports.create, {
    changes: [api.imports.list, api.imports.get],
    onSuccess: () => setToken(''),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    mutate({ body: { url: url.trim(), token: token.trim() } })
  }
  return (
    <Section title={words.compare} lead={words.neverCarried}>
      <form onSubmit={submit}>
        <Stack maw={480}>
          <FormFailure error={error} />
          <TextInput
            label={words.url}
            type="url"
            required
            value={url}
            onChange={(event) => setUrl(event.currentTarget.value)}
          />
          <PasswordInput
            label={words.token}
            description={words.tokenHelp}
            autoComplete="off"
            required
            value={token}
            onChange={(event) => setToken(event.currentTarget.value)}
          />
          <Group>
            <Button type="submit" loading={isPending} disabled={token.trim().length < 8}>
              {words.compare}
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  )
}
