import { type Account, api, LANGUAGES } from '@latchwork/contract'
import { Button, Group, Select, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useSend } from '../../kit/data/queries.ts'
import { useLanguage } from '../../kit/language/language.tsx'
import { Section } from '../../kit/layout/section.tsx'
import { refusalOf } from '../../kit/states/describe-error.ts'
import { FormFailure } from '../../kit/states/form-failure.tsx'
import { useSuccess } from '../../kit/states/success.ts'

const LINES = ['firstName', 'lastName', 'address', 'zip', 'city', 'country'] as const
type Line = (typeof LINES)[number]

const NOTHING: Record<Line, string> = {
  firstName: '',
  lastName: '',
  address: '',
  zip: '',
  city: '',
  country: '',
}

/** Name, language of mails, and where one lives. */
export function ProfilePart({ account }: { account: Account }) {
  const { text } = useLanguage()
  const words = text.account
  const [name, setName] = useState(account.name)
  const [language, setLanguage] = useState(account.language ?? 'en')
  const [lines, setLines] = useState<Record<Line, string>>({ ...NOTHING, ...account.profile })
  const succeed = useSuccess()
  const change = useSend(api.account.update, {
    changes: [api.account.get],
    onSuccess: () => succeed(words.profile.saved),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    change.mutate({ body: { name, language, profile: profileOf(lines) } })
  }
  return (
    <Section title={words.profile.title}>
      <form onSubmit={submit}>
        <Stack>
          <FormFailure error={change.error} />
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <TextInput
              label={words.name}
              required
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
            />
            <Select
              label={words.language}
              data={LANGUAGES.map((value) => ({ value, label: words.languages[value] }))}
              value={language}
              allowDeselect={false}
              onChange={(value) => setLanguage(value ?? language)}
            />
            {LINES.map((line) => (
              <TextInput
                key={line}
                label={words.profile[line]}
                maxLength={line === 'country' ? 2 : 255}
                value={lines[line]}
                error={refusalOf(change.error, `profile.${line}`)}
                onChange={({ currentTarget: { value } }) =>
                  setLines((before) => ({ ...before, [line]: value }))
                }
              />
            ))}
          </SimpleGrid>
          <Group>
            <Button type="submit" loading={change.isPending}>
              {text.kit.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  )
}

/** A country is two letters or not given; the others may be empty. */
function profileOf({ country, ...lines }: Record<Line, string>) {
  return { ...lines, ...(country !== '' && { country }) }
}
