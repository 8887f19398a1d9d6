import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { ConnectionOptions } from 'node:tls'
import Type, { type Static } from 'typebox'
import { Compile } from 'typebox/compile'
import { OperatorError } from '../operator-error.ts'

/** As many as the service shows. */
const MOST_HUBS = 16

const HubEntry = Type.Object(
  {
    family: Type.String({ pattern: '^[a-z0-9-]{1,32}$' }),
    address: Type.String({ minLength: 1, maxLength: 255 }),
    /** Of hubs that come to the gateway: a user name and a password for each. */
    logins: Type.Optional(
      Type.Record(
        Type.String({ pattern: '^[A-Za-z0-9_-]{1,32}$' }),
        Type.String({ minLength: 12, maxLength: 32 }),
        {
          maxProperties: 64,
          additionalProperties: false,
        },
      ),
    ),
    /** Of the web service of a maker. */
    token: Type.Optional(Type.String({ pattern: '^[\\x21-\\x7e]{8,500}$' })),
    /** Where such a service calls: an address of this machine, and how it is reached from outside. */
    webhook: Type.Optional(
      Type.Object(
        {
          listen: Type.String({ pattern: '^http://', maxLength: 255 }),
          url: Type.String({ pattern: '^https?://', maxLength: 500 }),
        },
        { additionalProperties: false },
      ),
    ),
  },
  { additionalProperties: false },
)

/** The config file: where the service is, where to keep things, which hubs there are. */
const GatewayFile = Type.Object(
  {
    server: Type.String({ minLength: 1, maxLength: 500 }),
    dataDir: Type.String({ minLength: 1, maxLength: 1000 }),
    hubs: Type.Array(HubEntry, { minItems: 1, maxItems: MOST_HUBS }),
    /** Where the broker is reached from here, if not where the service says. */
    broker: Type.Optional(Type.String({ minLength: 1, maxLength: 500 })),
    /** A PEM file: the authorities that vouch for service and broker, instead of the usual ones. */
    caFile: Type.Optional(Type.String({ minLength: 1, maxLength: 1000 })),
    /** A PEM file: the certificate that service and broker show. Nothing else is believed, and no name has to fit. */
    certFile: Type.Optional(Type.String({ minLength: 1, maxLength: 1000 })),
    /** Connect to other machines without TLS, too. */
    allowPlain: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
)
const fileShape = Compile(GatewayFile)

export interface GatewayConfig extends Omit<Static<typeof GatewayFile>, 'caFile' | 'certFile'> {
  /** How service and broker are recognized; asked at every connection, because certificates change. */
  readonly trust?: () => ConnectionOptions
  readonly brokerTrust?: () => ConnectionOptions
}

/** Reads a config file; what is wrong with it is said in a sentence that names the place. */
export function readConfig(path: string, families: readonly string[]): GatewayConfig {
  const text = readOrSay(path, `the config file ${path}`).toString('utf8')
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new OperatorError(`${path} is not JSON: ${(error as Error).message}`)
  }
  return checkConfig(value, path, families)
}

/** Paths count from the folder of the file. */
function checkConfig(value: unknown, path: string, families: readonly string[]): GatewayConfig {
  if (!fileShape.Check(value)) {
    const [problem] = fileShape.Errors(value)
    const place = problem?.instancePath || 'the file'
    const isUnknown = problem?.keyword === 'boolean'
    throw new OperatorError(`${path}: ${place} ${isUnknown ? 'is no setting' : problem?.message}`)
  }
  const { caFile, certFile, dataDir, ...rest } = value
  for (const { family } of value.hubs)
    if (!families.includes(family))
      throw new OperatorError(`${path}: there is no family "${family}"; there is ${families.join(', ')}`)
  checkServer(value.server, value.allowPlain ?? false, path)
  const fromHere = (name: string) => resolve(dirname(path), name)
  return {
    ...rest,
    dataDir: fromHere(dataDir),
    ...trustOf(caFile && fromHere(caFile), certFile && fromHere(certFile), path),
  }
}

/** With both files the service shows the certificate, and the broker is vouched for. */
function trustOf(caFile: string | undefined, certFile: string | undefined, path: string) {
  const byAuthority = caFile ? trustIn(caFile, `${path}: the file of "caFile"`) : undefined
  const pinned = { allowPartialTrustChain: true, checkServerIdentity: () => undefined }
  const byCertificate = certFile ? trustIn(certFile, `${path}: the file of "certFile"`, pinned) : undefined
  const [trust, brokerTrust] = [byCertificate ?? byAuthority, byAuthority ?? byCertificate]
  return { ...(trust && { trust }), ...(brokerTrust && { brokerTrust }) }
}

function trustIn(path: string, what: string, more: ConnectionOptions = {}): () => ConnectionOptions {
  const read = () => ({ ca: readOrSay(path, what), ...more })
  read()
  return read
}

function checkServer(server: string, allowPlain: boolean, path: string): void {
  const url = URL.parse(server)
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:'))
    throw new OperatorError(`${path}: "server" must be an address that starts with https://`)
  if (url.username || url.password)
    throw new OperatorError(`${path}: "server" must not hold a name or password`)
  if (url.protocol === 'http:' && !allowPlain && !isLoopback(url.hostname))
    throw new OperatorError(`${path}: "server" must start with https://, or set "allowPlain" to true`)
}

export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(host)

function readOrSay(path: string, what: string): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    throw new OperatorError(`${what} cannot be read: ${(error as NodeJS.ErrnoException).code ?? error}`)
  }
}
