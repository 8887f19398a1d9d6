import { type ApiKey, api } from '@latchwork/contract'
import { Group, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { read, useSend } from '../../kit/data/queries.ts'
import { ConfirmButton } from '../../kit/forms/confirm-button.tsx'
import { useLanguage } from '../../kit/language/language.tsx'
import { BackLink } from '../../kit/layout/back-link.tsx'
import { Copyable } from '../../kit/layout/copyable.tsx'
import { Page } from '../../kit/layout/page.tsx'
import { Section } from '../../kit/layout/section.tsx'
import { useComplaint } from '../../kit/states/complaint.tsx'
import { Missing, PageView } from '../../kit/states/page-view.tsx'
import { useSuccess } from '../../kit/states/success.ts'
import { AdvancedPart } from './advanced-part.tsx'
import { KeyForm } from './key-form.tsx'
import { nameOfKey } from './key-names.ts'
import { TokensPart } from './tokens-part.tsx'

const route = getRouteApi('/shell/integrations/keys/$apiKeyId')

/** One API key: its tokens, its OAuth settings, its advanced key. */
export function KeyPage() {
  const apiKeyId = Number(route.useParams().apiKeyId)
  const keys = useQuery(read(api.apiKeys.list))
  const { integrations: words } = useLanguage().text
  const above = <BackLink to="/integrations" label={words.backKeys} />
  return (
    <PageView query={keys} title={words.keys.one} above={above}>
      {(all) => {
        const key = all.find((one) => one.apiKeyId === apiKeyId)
        return key ? <Key apiKey={key} above={above} /> : <Missing title={words.keys.one} above={above} />
      }}
    </PageView>
  )
}

function Key({ apiKey, above }: { apiKey: ApiKey; above: ReactNode }) {
  const { text } = useLanguage()
  const { integrations: words } = text
  return (
    <Page title={nameOfKey(apiKey, text)} above={above} actions={<Removal apiKey={apiKey} />}>
      <TokensPart apiKeyId={apiKey.apiKeyId} />
      <Section title={words.keys.settings}>
        <Stack>
          {apiKey.apiKey !== undefined && (
            <Copyable isTitled label={words.keys.clientId} value={apiKey.apiKey} />
          )}
          <Changes key={apiKey.apiKeyId} apiKey={apiKey} />
        </Stack>
      </Section>
      <AdvancedPart apiKeyId={apiKey.apiKeyId} />
    </Page>
  )
}

function Changes({ apiKey }: { apiKey: ApiKey }) {
  const { text } = useLanguage()
  const succeed = useSuccess()
  const change = useSend(api.apiKeys.update, {
    changes: [api.apiKeys.list],
    onSuccess: () => succeed(text.integrations.keys.saved),
  })
  return (
    <KeyForm
      initial={{ description: apiKey.description ?? '', redirectUris: apiKey.redirectUris ?? [] }}
      submitLabel={text.kit.save}
      isPending={change.isPending}
      error={change.error}
      onSubmit={(body) => change.mutate({ params: { apiKeyId: apiKey.apiKeyId }, body })}
    />
  )
}

function Removal({ apiKey }: { apiKey: ApiKey }) {
  const { text } = useLanguage()
  const words = text.integrations.keys
  const navigate = useNavigate()
  const succeed = useSuccess()
  const complain = useComplaint()
  const removal = useSend(api.apiKeys.remove, {
    changes: [api.apiKeys.list, api.webhooks.list, api.integrations.list],
    onSuccess: async () => {
      succeed(words.removed)
      await navigate({ to: '/integrations' })
    },
    onError: complain,
  })
  return (
    <Group>
      <ConfirmButton
        label={words.remove}
        title={words.remove}
        detail={words.removeDetail}
        isPending={removal.isPending}
        onConfirm={() => removal.mutate({ params: { apiKeyId: apiKey.apiKeyId } })}
      />
    </Group>
  )
}
