import { hash } from 'node:crypto'
import type { Scope } from '@latchwork/contract'
import type { AuthorizationRequest, OauthClient } from './rules.ts'

/** What a person reads about each scope on the consent page. */
const SCOPE_TEXTS: Record<Scope, string> = {
  account: 'Manage your account, its users, addresses and API keys',
  smartlock: 'See and manage your smartlocks',
  'smartlock.readOnly': 'See your smartlocks',
  'smartlock.create': 'Register smartlocks',
  'smartlock.action': 'Lock and unlock your smartlocks',
  'smartlock.auth': 'Manage who may open your smartlocks',
  'smartlock.config': 'Change the settings of your smartlocks',
  'smartlock.log': 'Read the logs of your smartlocks',
  notification: 'Manage notifications',
  'webhook.central': 'Be told as it happens about all that this list lets it see',
  'webhook.decentral': 'Register addresses that are told about your smartlocks',
  offline_access: 'Keep this access while you are away',
}

const STYLE =
  'body{font:1rem/1.5 system-ui,sans-serif;max-width:26rem;margin:3rem auto;padding:0 1rem;color:#1a1a1a;background:#fff}' +
  'label{display:block;margin-top:1rem}input{font:inherit;width:100%;padding:.5rem;box-sizing:border-box;border:1px solid #666}' +
  'button{font:inherit;margin:1.5rem .5rem 0 0;padding:.5rem 1.25rem;border:1px solid #1a1a1a;background:#fff;color:#1a1a1a}' +
  'button.main{background:#0b4f8a;border-color:#0b4f8a;color:#fff}[role=alert]{border-left:4px solid #b00020;padding-left:.75rem}' +
  ':focus-visible{outline:3px solid #f0a500;outline-offset:2px}'

/** Nothing may be loaded, run or framed; forms go to us, and from there to the client's own address only. */
export function pageHeaders(redirectUri?: string): Record<string, string> {
  const target = redirectUri === undefined ? '' : ` ${new URL(redirectUri).origin}`
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': [
      "default-src 'none'",
      `style-src 'sha256-${hash('sha256', STYLE, 'base64')}'`,
      `form-action 'self'${target}`,
      "frame-ancestors 'none'",
      "base-uri 'none'",
    ].join('; '),
    'x-frame-options': 'DENY',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  }
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] as string)

const page = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)}</title><style>${STYLE}</style></head><body><main><h1>${escapeHtml(title)}</h1>${body}</main></body></html>`

const hidden = (name: string, value: string): string =>
  `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`

const alert = (message: string | undefined): string =>
  message === undefined ? '' : `<p role="alert" id="problem">${escapeHtml(message)}</p>`

export const errorPage = (message: string): string => page('This did not work', alert(message))

/** The request travels along in the form and is checked again when it comes back. */
export function loginPage(
  client: OauthClient,
  request: AuthorizationRequest,
  again: { message?: string; email?: string } = {},
): string {
  const fields: Record<string, string | undefined> = {
    client_id: request.clientId,
    redirect_uri: request.redirectUri,
    response_type: 'code',
    scope: request.scopes.join(' '),
    state: request.state,
    code_challenge: request.codeChallenge,
    code_challenge_method: request.codeChallenge && 'S256',
  }
  const carried = Object.entries(fields).map(([name, value]) =>
    value === undefined ? '' : hidden(name, value),
  )
  const described = again.message === undefined ? '' : ' aria-describedby="problem"'
  return page(
    'Log in',
    `<p><strong>${escapeHtml(client.name)}</strong> asks for access to your locks. Log in to see what it asks for.</p>` +
      `${alert(again.message)}<form method="post" action="authorize">${carried.join('')}` +
      `<label for="email">Mail address</label><input id="email" name="email" type="email" autocomplete="username" maxlength="254" required value="${escapeHtml(again.email ?? '')}"${described}>` +
      `<label for="password">Password</label><input id="password" name="password" type="password" autocomplete="current-password" maxlength="256" required>` +
      `<label for="otp">One-time password, if your account uses them</label><input id="otp" name="otp" inputmode="numeric" autocomplete="one-time-code" maxlength="16">` +
      '<button class="main" type="submit">Log in</button></form>',
  )
}

export function consentPage(
  client: OauthClient,
  request: AuthorizationRequest,
  person: { ticket: string; name: string },
): string {
  const scopes = request.scopes.map((scope) => `<li>${escapeHtml(SCOPE_TEXTS[scope])}</li>`).join('')
  return page(
    'Allow access?',
    `<p><strong>${escapeHtml(client.name)}</strong> would like to use the account of ${escapeHtml(person.name)} to:</p><ul>${scopes}</ul>` +
      `<p>You will go on to ${escapeHtml(new URL(request.redirectUri).host)}.</p>` +
      `<form method="post" action="authorize">${hidden('ticket', person.ticket)}` +
      '<button class="main" type="submit" name="decision" value="allow">Allow</button>' +
      '<button type="submit" name="decision" value="deny">Do not allow</button></form>',
  )
}
