import Type from 'typebox'
import { isNetwork } from '../../platform/net/networks.ts'
import { namesProxies } from '../../platform/net/trusted-proxies.ts'
import { count, flag, hasScheme, host, port, SECRET, text } from './kinds.ts'

/** What the service listens on, and whom it talks to. */

function isPublicUrl(value: string): boolean {
  const url = URL.parse(value)
  return url !== null && hasScheme('http', 'https')(value) && !url.username && !url.search && !url.hash
}

/** What this process listens with. */
export const LISTENERS = ['http', 'mqtt'] as const

/** Those that other machines may be let reach without TLS; programs of the bridge know no TLS at all. */
export const PLAIN_LISTENERS = [...LISTENERS, 'bridge'] as const

const LISTENERS_RULE = 'a comma list of http, mqtt'

const isOrigin = (value: string): boolean => isPublicUrl(value) && URL.parse(value)?.origin === value

export const http = Type.Object({
  host: host('Address the API listens on; 0.0.0.0 opens it to other machines'),
  port: port(8080, 'Port the API listens on'),
  maxRequests: count(
    1000,
    'Requests answered at the same time, a quarter of them for one IP address (IPv6: one /64); more are told to come back (503)',
  ),
  maxConnections: count(4096, 'Connections to the API at the same time; more are closed at once'),
  maxConnectionsPerAddress: count(
    256,
    'Connections to the API from one IP address (IPv6: one /64), trusted proxies apart; 0 switches the limit off',
    { minimum: 0 },
  ),
  stopDelaySeconds: count(
    0,
    'Seconds in which a process that was told to stop still takes calls while /ready is 503, so that a load balancer sends no more; longer than it takes to notice',
    { minimum: 0, maximum: 300 },
  ),
})

export const bridge = Type.Object({
  enabled: flag('Answer programs that speak to the HTTP bridge of these locks, such as Home Assistant'),
  host: host('Address the bridge listens on; other machines need an address of theirs here'),
  port: port(8081, 'Port the bridge listens on'),
  names: Type.Array(
    Type.Refine(Type.String(), (value) => /^[A-Za-z0-9.-]{1,253}$/.test(value)),
    {
      default: [],
      'x-rule': 'a comma list of host names (bridge.example.com)',
      description:
        'Names by which programs call the bridge, besides IP addresses and local names such as bridge or bridge.local; other names are refused, so that no web page can reach it by one of its own',
    },
  ),
  maxAccounts: count(
    20,
    'Accounts that can have a token for bridge programs: what is sent does not say whose it is, so each is tried',
    { maximum: 100 },
  ),
})

export const publicUrl = Type.Optional(
  text('an http or https URL without user, query or fragment', isPublicUrl, {
    'x-default': 'host and port',
    description:
      'Where clients reach the API, when a proxy stands before it; mails link to the console there',
  }),
)

export const tls = Type.Object({
  certFile: Type.Optional(
    text('the path of a PEM file', (value) => value.length > 0, {
      'x-default': 'no TLS',
      description:
        'Certificate of this service, with those between it and its authority; read again when it changes',
    }),
  ),
  keyFile: Type.Optional(
    text('the path of a PEM file', (value) => value.length > 0, {
      'x-default': 'no TLS',
      description: 'Private key of that certificate, without a passphrase; read again when it changes',
    }),
  ),
  listeners: Type.Array(Type.Enum([...LISTENERS]), {
    default: [...LISTENERS],
    'x-rule': LISTENERS_RULE,
    description: 'Who speaks TLS once both files are set: the API, the embedded broker',
  }),
})

export const allowPlain = Type.Array(Type.Enum([...PLAIN_LISTENERS]), {
  default: [],
  'x-rule': 'a comma list of http, mqtt, bridge',
  description:
    'Who may listen without TLS on an address other machines reach; tokens and door codes then travel in clear text',
})

export const trustProxy = text(
  'the number of proxies before the service (1) or a comma list of their addresses and networks (127.0.0.1, 10.1.0.0/16); on or true does not say whom to believe',
  namesProxies,
  {
    default: '',
    'x-default': 'none',
    description: 'Proxies whose `X-Forwarded-*` headers are believed, as far as they wrote them themselves',
  },
)

export const corsOrigins = Type.Array(Type.Refine(Type.String(), isOrigin), {
  default: [],
  'x-rule': 'a comma list of origins (https://example.com)',
  description: 'Web pages of these origins may call the API; none switches CORS off',
})

export const outbound = Type.Object({
  allowLoopback: flag(
    'Post to this machine, also over http and with certificates nobody signed; for tests, always on in the sandbox',
  ),
  networks: Type.Array(Type.Refine(Type.String(), isNetwork), {
    default: [],
    'x-rule': 'a comma list of networks (10.1.0.0/16, fd00::/8)',
    description: 'Networks that are not public and may be posted to all the same',
  }),
  caFile: Type.Optional(
    text('the path of a PEM file', (value) => value.length > 0, {
      'x-default': 'the public ones only',
      description: 'Further certificate authorities that receivers may use',
    }),
  ),
  timeoutSeconds: count(10, 'An answer to a delivery has to be there by then', { maximum: 10 }),
})

export const metrics = Type.Object({
  open: flag('Answer `/metrics` to other machines, not only to this one'),
})

/** `name=value,name=value`, as OpenTelemetry writes them. */
const isHeaderList = (value: string): boolean =>
  value.split(',').every((pair) => /^\s*[A-Za-z0-9-]+=(?:[!-$&-+\--~]|%[0-7][0-9A-Fa-f])*\s*$/.test(pair))

/** Where traces go: under the names of this service, or under those that every program with OpenTelemetry knows. */
export const otlp = Type.Object({
  endpoint: Type.Optional(
    text('an http or https URL without user, query or fragment', isPublicUrl, {
      'x-also': 'OTEL_EXPORTER_OTLP_ENDPOINT',
      'x-default': 'no traces',
      description:
        'Base address of an OpenTelemetry collector that takes OTLP over HTTP as JSON (usually port 4318); traces go to `/v1/traces` below it',
    }),
  ),
  headers: Type.Optional(
    text('a comma list of name=value', isHeaderList, {
      ...SECRET,
      'x-also': 'OTEL_EXPORTER_OTLP_HEADERS',
      'x-default': 'none',
      description: 'Headers that the collector wants to see',
    }),
  ),
  serviceName: text('1 to 100 characters', (value) => value.length >= 1 && value.length <= 100, {
    'x-also': 'OTEL_SERVICE_NAME',
    default: 'latchwork',
    description: 'Name under which the collector files the traces',
  }),
  samplePercent: count(100, 'Of a hundred traces that begin here, how many are recorded', {
    minimum: 0,
    maximum: 100,
  }),
})
