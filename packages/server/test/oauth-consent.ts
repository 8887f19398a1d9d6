import assert from 'node:assert/strict'
import { addressOf } from './raw-http.ts'
import type { World } from './world.ts'

/** How a person signs in at the page: the owner with `w.credentials`. */
export type Credentials = World['credentials']

export interface Client {
  clientId: string
  secret: string
  redirectUri: string
}

/** An address as a browser opens it, without following redirects: the test looks at where they lead. */
export async function open(url: string | URL, init: RequestInit = {}) {
  const response = await fetch(url, { redirect: 'manual', ...init })
  const to = response.headers.get('location')
  return {
    status: response.status,
    headers: response.headers,
    html: await response.text(),
    location: to === null ? undefined : new URL(to, url),
  }
}

/** What the console calls, with the token of a session or without. */
export async function callAs<T>(base: string | URL, path: string, body: object, token = '') {
  const response = await fetch(new URL(path, base), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: (await response.json()) as T }
}

/** How a person answers an application. */
export type Decision = 'allow' | 'allow for one hour' | 'deny'

/** A person at the console's page: signs in, reads what is asked, and answers; returns where the browser goes. */
export async function answerAt(
  url: URL,
  credentials: Credentials,
  decision: Decision = 'allow',
): Promise<URL> {
  const page = await open(url)
  assert.deepEqual([page.status, page.location], [200, undefined], page.html)
  const { body: session } = await callAs<{ accessToken: string }>(url, '/account/login', credentials)
  const call = async <T>(path: string, body: object) => {
    const answer = await callAs<T>(url, `/account/integration/${path}`, body, session.accessToken)
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body
  }
  const { ticket } = await call<{ ticket: string }>('request', { query: url.search.slice(1) })
  const { redirectTo } = await call<{ redirectTo: string }>('consent', {
    ticket,
    isAllowed: decision !== 'deny',
    isForOneHour: decision === 'allow for one hour',
  })
  return new URL(redirectTo)
}

/** The owner goes through the pages, and the client redeems its code: a grant as it comes about in life. */
export async function consentTo(
  w: World,
  { clientId, secret, redirectUri }: Client,
  scope: string,
  decision: Decision = 'allow',
): Promise<{ accessToken: string; refreshToken: string }> {
  const base = await addressOf(w.service.app)
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    scope,
  })
  const back = await answerAt(new URL(`${base}/oauth/authorize?${query}`), w.credentials, decision)
  const response = await fetch(`${base}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code: back.searchParams.get('code') ?? '',
      redirect_uri: redirectUri,
      client_id: clientId,
      client_secret: secret,
    }),
  })
  const answer = (await response.json()) as { access_token: string; refresh_token: string }
  assert.equal(response.status, 200, JSON.stringify(answer))
  return { accessToken: answer.access_token, refreshToken: answer.refresh_token }
}

export async function revoke(w: World, { clientId, secret }: Client, token: string): Promise<void> {
  const response = await fetch(`${await addressOf(w.service.app)}/oauth/revoke`, {
    method: 'POST',
    body: new URLSearchParams({ token, client_id: clientId, client_secret: secret }),
  })
  assert.equal(response.status, 200)
}
