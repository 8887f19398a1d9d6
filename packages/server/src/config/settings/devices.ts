import Type from 'typebox'
import { isNetwork } from '../../platform/net/networks.ts'
import { count, flag, hasScheme, host, port, SECRET, text } from './kinds.ts'

/** How locks are reached. */

function isBrokerAddress(value: string): boolean {
  const url = URL.parse(value)
  return url !== null && hasScheme('mqtt', 'mqtts')(value) && !url.username && !url.password
}

export const mqtt = Type.Object({
  url: Type.Optional(
    text('an mqtt:// or mqtts:// URL', hasScheme('mqtt', 'mqtts'), {
      ...SECRET,
      'x-default': 'the embedded broker',
      description: 'External MQTT 5 broker to use instead of the embedded one',
    }),
  ),
  publicUrl: Type.Optional(
    text('an mqtt:// or mqtts:// URL without user and password', isBrokerAddress, {
      'x-default': 'host of the call, port of the broker',
      description: 'Where gateways and locks reach the broker, when that is not where this process does',
    }),
  ),
  accountsDir: Type.Optional(
    text('the path of a directory', (value) => value.length > 0, {
      'x-default': 'not written',
      description: 'Directory in which password and ACL files for an external Mosquitto are kept',
    }),
  ),
  caFile: Type.Optional(
    text('the path of a PEM file', (value) => value.length > 0, {
      'x-default': 'the public ones only',
      description: 'Further certificate authorities that an external broker may use',
    }),
  ),
  host: host('Address the embedded broker listens on'),
  port: port(1883, 'Port the embedded broker listens on'),
  maxConnections: count(20_000, 'Connections to the embedded broker at the same time'),
  maxConnectionsPerAddress: count(
    1000,
    'Connections to the embedded broker from one IP address (IPv6: one /64); 0 switches the limit off',
    { minimum: 0 },
  ),
  gateways: Type.Array(Type.Refine(Type.String(), isNetwork), {
    default: [],
    'x-rule': 'a comma list of networks (10.1.0.0/16, fd00::/8)',
    description:
      'Networks of gateways and TLS proxies through which many devices come; the limit per address does not hold for them',
  }),
  clientCaFile: Type.Optional(
    text('the path of a PEM file', (value) => value.length > 0, {
      'x-default': 'locks are not asked for certificates',
      description:
        "Authorities of locks' own certificates, for the embedded broker with TLS; read again when it changes",
    }),
  ),
  clientCertificates: Type.Enum(['optional', 'required'], {
    default: 'optional',
    description:
      'Whether a lock must show a certificate of those authorities; one that is shown must be right in any case, and the password is always needed',
  }),
})

export const gateway = Type.Object({
  hubs: Type.Array(
    Type.Refine(Type.String(), (value) => /^[a-z0-9-]{1,32}=\S{1,255}$/.test(value)),
    {
      default: [],
      'x-rule': 'a comma list of hubs, each as family=address (zwave-js=ws://127.0.0.1:3000)',
      description:
        'Hubs of real locks on this machine or beside it: a gateway for them is started with the service. Of several processes set it for one',
    },
  ),
})

export const action = Type.Object({
  ttlSeconds: count(10, 'A lock action not handed over by then is never executed', { maximum: 30 }),
  proofSeconds: count(30, 'A lock action handed over but not proven by then is called unknown', {
    maximum: 300,
  }),
})

export const sandbox = flag('Simulated locks beside the real ones; on under `npm start`')
