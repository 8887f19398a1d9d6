import { api } from '@latchwork/contract'
import type { Page } from 'playwright-core'

/** Somebody who signs in at the console. */
export interface Person {
  email: string
  password: string
}

/**
 * Begins a session over the API and puts it where the console keeps that of a tab (`kit/session/session.ts`). Typing the
 * password loads an additional page of the console, so only the journeys about signing in do it.
 */
export async function signedInAs(page: Page, baseUrl: string, as: Person): Promise<void> {
  // The storage of a tab can be written on a page of the same origin only. This one is not from the service.
  const blank = `${baseUrl}/blank`
  await page.route(blank, (route) => route.fulfill({ contentType: 'text/html', body: '' }), { times: 1 })
  await page.goto(blank)
  // The browser calls, because the service remembers with the session which one it was.
  const { path, method } = api.sessions.login
  await page.evaluate(`(async () => {
    const person = ${JSON.stringify(as)}
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch('${path}', { method: '${method}', headers, body: JSON.stringify(person) })
    if (!answer.ok) throw new Error('signing in failed: ' + await answer.text())
    const { accessToken: token, accountId, expiresIn, secondFactorRequired } = await answer.json()
    const expiresAt = Date.now() + expiresIn * 1000
    const session = { token, accountId, email: person.email, expiresAt }
    if (secondFactorRequired) session.needsSecondFactor = true
    sessionStorage.setItem('latchwork.session', JSON.stringify(session))
  })()`)
}
