import assert from 'node:assert/strict'
import { open } from './browser.ts'
import type { World } from './world.ts'

/** The first account of every world, as a person. */
export const OWNER = { email: 'owner@latchwork.local', password: 'correct horse' }

export interface Client {
  clientId: string
  secret: string
  redirectUri: string
}

/** The owner goes through the pages, and allows or denies; returns where the browser was sent. */
export async function answerAt(url: URL, decision: 'allow' | 'deny' = 'allow'): Promise<URL> {
  const login = await open(url)
  const ask = await login.submit(OWNER)
  assert.equal(ask.status, 200, ask.html)
  const { status, location } = await ask.submit({ decision })
  assert.equal(status, 303)
  return location as URL
}

/** The owner goes through the pages, and the client redeems its code: a grant as it comes about in life. */
export async function consentTo(
  w: World,
  { clientId, secret, redirectUri }: Client,
  scope: string,
): Promise<{ accessToken: string; refreshToken: string }> {
  const base = await baseOf(w)
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    scope,
  })
  const back = await answerAt(new URL(`${base}/oauth/authorize?${query}`))
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
  const response = await fetch(`${await baseOf(w)}/oauth/revoke`, {
    method: 'POST',
    body: new URLSearchParams({ token, client_id: clientId, client_secret: secret }),
  })
  assert.equal(response.status, 200)
}

const listening = new WeakMap<World, Promise<string>>()

/** The address of the service, which listens from the first call on. */
function baseOf(w: World): Promise<string> {
  const base = listening.get(w) ?? w.service.app.listen({ port: 0, host: '127.0.0.1' })
  listening.set(w, base)
  return base
}
