import type { Owner } from './first-start.ts'

export interface BannerFacts {
  url: string
  brokerUrl: string
  store: string
  /** The simulated locks, when there are any; the first is the one to try. */
  sandbox: readonly { name: string; smartlockId: number }[]
  owner: Owner | undefined
}

/** What a person sees after the start: where to go, how to get in, and two calls to try. */
export function banner({ url, brokerUrl, store, sandbox, owner }: BannerFacts): string {
  const token = owner?.token
  const shown = token ?? '$TOKEN'
  const lines = [
    'Latchwork is running.',
    '',
    `  Console        ${url}/`,
    `  API            ${url}`,
    `  API reference  ${url}/docs`,
    `  Devices        ${brokerUrl}`,
    `  Store          ${store}`,
    ...(owner
      ? [
          `  Login          ${owner.email}${owner.password ? `  password ${owner.password}  (shown once)` : ''}`,
        ]
      : []),
    token
      ? `  API token      ${token}  (shown once)`
      : '  API token      generated ones are shown on the first start only; set TOKEN to yours for the calls below',
  ]
  lines.push(...sandboxCalls(url, shown, sandbox))
  return `${lines.join('\n')}\n`
}

function sandboxCalls(url: string, token: string, locks: BannerFacts['sandbox']): string[] {
  const [frontDoor] = locks
  if (!frontDoor) return []
  const auth = `-H "Authorization: Bearer ${token}"`
  return [
    '',
    `Simulated locks are connected: ${locks.map((lock) => lock.name).join(', ')}. Try:`,
    '',
    `  curl -s ${auth} ${url}/smartlock`,
    `  curl -si -X POST ${auth} ${url}/smartlock/${frontDoor.smartlockId}/action/unlock`,
  ]
}
