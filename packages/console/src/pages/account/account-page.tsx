import { api } from '@latchwork/contract'
import { useQuery } from '@tanstack/react-query'
import { read } from '../../kit/data/queries.ts'
import { useLanguage } from '../../kit/language/language.tsx'
import { Page } from '../../kit/layout/page.tsx'
import { QueryView } from '../../kit/states/query-view.tsx'
import { EmailPart } from './email-part.tsx'
import { OtpPart } from './otp-part.tsx'
import { PasswordPart } from './password-part.tsx'
import { ProfilePart } from './profile-part.tsx'
import { RemovalPart } from './removal-part.tsx'

/** The own account. */
export function AccountPage() {
  const { text } = useLanguage()
  const account = useQuery(read(api.account.get))
  return (
    <Page title={text.account.title} lead={text.account.lead}>
      <QueryView query={account}>
        {(own) => (
          <>
            <ProfilePart account={own} />
            <EmailPart account={own} />
            <OtpPart account={own} />
            <PasswordPart account={own} />
            {own.masterAccountId === undefined && <RemovalPart account={own} />}
          </>
        )}
      </QueryView>
    </Page>
  )
}
