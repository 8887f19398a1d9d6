import { createClient } from '@latchwork/sdk'
import type { Page } from 'playwright-core'
import type { Person } from './browser.ts'

let signIns = 0

/**
 * Begins a session over the API and puts it where the console keeps that of a tab (`kit/session/session.ts`), for the pages
 * that this tab opens from now on. Typing the password takes an additional page, so only the journeys about signing in do it.
 */
export async function signedInAs(page: Page, baseUrl: string, as: Person): Promise<void> {
  const { data } = await createClient({ baseUrl }).sessions.login({ body: as })
  const session = {
    token: data.accessToken,
    accountId: data.accountId,
    email: as.email,
    expiresAt: Date.now() + data.expiresIn * 1000,
    ...(data.secondFactorRequired && { needsSecondFactor: true }),
  }
  signIns += 1
  // The script runs on every page of the tab. It stores the session once: a session that has ended stays ended.
  await page.addInitScript({
    content: `if (location.protocol.startsWith('http') && Number(sessionStorage.getItem('test.signIns')) < ${signIns}) {
      sessionStorage.setItem('test.signIns', '${signIns}')
      sessionStorage.setItem('latchwork.session', ${JSON.stringify(JSON.stringify(session))})
    }`,
  })
}
