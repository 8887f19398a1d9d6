import type { CertificateFacts } from '../platform/net/tls-files.ts'
import type { Owner } from './first-start.ts'

export interface BannerFacts {
  url: string
  brokerUrl: string
  /** Where bridge programs are answered, if they are. */
  bridgeUrl: string | undefined
  /** What this process shows to whoever connects with TLS. */
  certificate: CertificateFacts | undefined
  store: string
  /** The simulated locks, when there are any; the first is the one to try. */
  sandbox: readonly { name: string; smartlockId: number }[]
  owner: Owner | undefined
}

/** What a person sees after the start: where to go, how to get in, and two calls to try. */
export function banner({
  url,
  brokerUrl,
  bridgeUrl,
  certificate,
  store,
  sandbox,
  owner,
}: BannerFacts): string {
  const token = owner?.token
  const shown = token ?? '$TOKEN'
  const lines = [
    'Latchwork is running.',
    '',
    `  Console        ${url}/`,
    `  API            ${url}`,
    `  API reference  ${url}/docs`,
    `  Devices        ${brokerUrl}`,
    ...(bridgeUrl === undefined ? [] : [`  Bridge         ${bridgeUrl}`]),
    `  Store          ${store}`,
    ...(certificate ? certificateLines(certificate) : []),
    ...(owner
      ? [
          `  Login          ${owner.email}${owner.password ? `  password ${owner.password}  (shown once)` : ''}`,
        ]
      : []),
    token
      ? `  API token      ${token}  (shown once)  a management token: it may do everything`
      : `  API token      generated ones are shown on the first start only${sandbox.length > 0 ? '; set TOKEN to yours for the calls below' : ''}`,
  ]
  lines.push(...sandboxCalls(url, shown, sandbox, certificate?.isSelfSigned === true))
  return `${lines.join('\n')}\n`
}

/** The fingerprint is what people compare before they believe a certificate that nobody else vouches for. */
const certificateLines = ({ fingerprint, validTo, isSelfSigned }: CertificateFacts): string[] => [
  `  Certificate    ${isSelfSigned ? 'self-signed, ' : ''}until ${validTo.toISOString().slice(0, 10)}`,
  `  SHA-256        ${fingerprint}`,
]

function sandboxCalls(
  url: string,
  token: string,
  locks: BannerFacts['sandbox'],
  isSelfSigned: boolean,
): string[] {
  const [frontDoor] = locks
  if (!frontDoor) return []
  const auth = `${isSelfSigned ? '--cacert "$LATCHWORK_TLS_CERT_FILE" ' : ''}-H "Authorization: Bearer ${token}"`
  return [
    '',
    `Simulated locks are connected: ${locks.map((lock) => lock.name).join(', ')}. Try:`,
    '',
    `  curl -s ${auth} ${url}/smartlock`,
    `  curl -si -X POST ${auth} ${url}/smartlock/${frontDoor.smartlockId}/action/unlock`,
  ]
}
