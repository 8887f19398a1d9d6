import { IconBook2 } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useLanguage } from '../../kit/language/language.tsx'
import { Page } from '../../kit/layout/page.tsx'
import { PageTabs } from '../../kit/layout/page-tabs.tsx'
import { ButtonLink } from '../../kit/routing/links.tsx'
import { useAllowance } from '../../kit/session/allowance.ts'
import { AccessPart } from './access-part.tsx'
import { BridgePart } from './bridge-part.tsx'
import { EventsPart } from './events-part.tsx'
import { type IntegrationTab, tabsFor } from './integration-tabs.ts'
import { KeysPart } from './keys-part.tsx'
import { WebhooksPart } from './webhooks-part.tsx'

const route = getRouteApi('/shell/integrations')

const PARTS: Record<IntegrationTab, () => ReactNode> = {
  keys: KeysPart,
  webhooks: WebhooksPart,
  events: EventsPart,
  access: AccessPart,
  bridge: BridgePart,
}

/** Everything by which other software reaches the account. */
export function IntegrationsPage() {
  const { text } = useLanguage()
  const { tab = 'keys' } = route.useSearch()
  const navigate = route.useNavigate()
  const tabs = tabsFor(useAllowance()({ master: true }))
  const shown = tabs.includes(tab) ? tab : 'keys'
  const Part = PARTS[shown]
  return (
    <Page title={text.integrations.title} lead={text.integrations.lead} actions={<Reference />}>
      <PageTabs
        tabs={tabs}
        words={text.integrations.tabs}
        value={shown}
        onChange={(chosen) => void navigate({ search: { tab: chosen } })}
      >
        <Part />
      </PageTabs>
    </Page>
  )
}

function Reference() {
  const { text } = useLanguage()
  return (
    <ButtonLink to="/reference" variant="default" leftSection={<IconBook2 size={18} aria-hidden />}>
      {text.kit.apiReference}
    </ButtonLink>
  )
}
