import { createClient } from '@latchwork/sdk'
import type { Page } from 'playwright-core'
import type { Person } from './browser.ts'

/**
 * Begins a session over the API and puts it where the console keeps that of a tab (`kit/session/session.ts`). Typing the
 * password loads an additional page of the console, so only the journeys about signing in do it.
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
  // The storage of a tab can be written on a page of the same origin only. This one is not from the service.
  const blank = `${baseUrl}/blank`
  await page.route(blank, (route) => route.fulfill({ contentType: 'text/html', body: '' }), { times: 1 })
  await page.goto(blank)
  await page.evaluate(
    `sessionStorage.setItem('latchwork.session', ${JSON.stringify(JSON.stringify(session))})`,
  )
}
