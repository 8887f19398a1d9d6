import { type Account, api } from '@latchwork/contract'
import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { read } from '../../kit/data/queries.ts'
import { useLanguage } from '../../kit/language/language.tsx'
import { Page } from '../../kit/layout/page.tsx'
import { PageTabs } from '../../kit/layout/page-tabs.tsx'
import { useAllowance } from '../../kit/session/allowance.ts'
import { QueryView } from '../../kit/states/query-view.tsx'
import { ACCOUNT_TAB_NEEDS, ACCOUNT_TABS, type AccountTab } from './account-tabs.ts'
import { AlertsPart } from './alerts-part.tsx'
import { EmailPart } from './email-part.tsx'
import { NotificationsPart } from './notifications-part.tsx'
import { OtpPart } from './otp-part.tsx'
import { PasskeysPart } from './passkeys-part.tsx'
import { PasswordPart } from './password-part.tsx'
import { ProfilePart } from './profile-part.tsx'
import { RecoveryPart } from './recovery-part.tsx'
import { RemovalPart } from './removal-part.tsx'
import { RetentionPart } from './retention-part.tsx'
import { SessionsPart } from './sessions-part.tsx'
import { SettingsPart } from './settings-part.tsx'

const route = getRouteApi('/shell/account')

const PARTS: Record<AccountTab, (props: { account: Account }) => ReactNode> = {
  profile: ({ account }) => (
    <>
      <ProfilePart account={account} />
      {account.masterAccountId === undefined && <RemovalPart account={account} />}
    </>
  ),
  'sign-in': ({ account }) => (
    <>
      <EmailPart account={account} />
      <PasswordPart account={account} />
      <PasskeysPart />
      <OtpPart account={account} />
      <RecoveryPart account={account} />
      <SessionsPart />
    </>
  ),
  alerts: AlertsPart,
  notifications: NotificationsPart,
  settings: ({ account }) => (
    <>
      <SettingsPart />
      {account.masterAccountId === undefined && <RetentionPart />}
    </>
  ),
}

/** The own account. */
export function AccountPage() {
  const { text } = useLanguage()
  const { tab = 'profile' } = route.useSearch()
  const navigate = route.useNavigate()
  const may = useAllowance()
  const account = useQuery(read(api.account.get))
  const Part = PARTS[tab]
  return (
    <Page title={text.account.title} lead={text.account.lead}>
      <PageTabs
        tabs={ACCOUNT_TABS.filter((name) => may(ACCOUNT_TAB_NEEDS[name]))}
        words={text.account.tabs}
        value={tab}
        onChange={(chosen) => void navigate({ search: { tab: chosen } })}
      >
        <QueryView query={account}>
          {(own) => (
            <Stack gap="lg">
              <Part account={own} />
            </Stack>
          )}
        </QueryView>
      </PageTabs>
    </Page>
  )
}
