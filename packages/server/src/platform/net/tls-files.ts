import { createHash, createPrivateKey, X509Certificate } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { createSecureContext, type SecureContextOptions, type Server } from 'node:tls'
import type { Log } from '../observe/log.ts'
import { StartupError } from '../startup-error.ts'

export interface TlsFileNames {
  readonly certFile: string
  readonly keyFile: string
  /** Authorities of the certificates that devices show. */
  readonly clientCaFile?: string | undefined
}

/** What is served now, in words for people and figures. */
export interface CertificateFacts {
  /** SHA-256 over the certificate, as browsers and `openssl x509 -fingerprint -sha256` show it. */
  readonly fingerprint: string
  readonly validTo: Date
  readonly isSelfSigned: boolean
}

/** Only devices are judged by the authorities of device certificates. */
export type Audience = 'everybody' | 'devices'

export interface TlsFiles {
  /** For a server that starts now. */
  options(audience: Audience): SecureContextOptions & { readonly handshakeTimeout: number }
  certificate(): CertificateFacts
  /** The certificate alone, for a client in this very process that believes it and no other. */
  certificatePem(): string
  /** From now on the server changes its certificate with the files; connections that are open stay as they are. */
  follow(server: Pick<Server, 'setSecureContext'>, audience: Audience): void
  /** Looks at the files now; for tests, which do not wait. */
  look(): void
  stop(): void
}

interface Contents {
  readonly cert: string
  readonly key: string
  readonly clientCa?: string
}

export interface TlsFilesOptions extends TlsFileNames {
  readonly log: Pick<Log, 'info' | 'warn'>
  /** Shorter only in tests. */
  readonly handshakeWithinMs?: number
  /** Called at the start and after every change. */
  readonly onLoaded?: (facts: CertificateFacts) => void
}

/**
 * Files are looked at rather than watched: what a watch reports about renamed files, swapped links (certbot, Kubernetes)
 * and network disks differs from system to system, and three small reads every few seconds cost nothing.
 */
const LOOK_EVERY_MS = 3000
/** Node's own patience is two minutes; who connects and says nothing holds a descriptor for as long. */
const HANDSHAKE_WITHIN_MS = 10_000
const DAY_MS = 86_400_000
const WARN_BEFORE_DAYS = 14

/** Reads certificate and key, refuses a start without a pair that fits, and follows changes of the files. */
export function openTlsFiles(options: TlsFilesOptions): TlsFiles {
  const { log } = options
  let current = loadOrRefuse(options)
  let facts = factsOf(current)
  const servers = new Map<Pick<Server, 'setSecureContext'>, Audience>()

  function adopt(contents: Contents): void {
    assertUsable(contents)
    for (const [server, audience] of servers) server.setSecureContext(contextOf(contents, audience))
    current = contents
    facts = factsOf(contents)
    options.onLoaded?.(facts)
    log.info({ fingerprint: facts.fingerprint, validTo: facts.validTo }, 'TLS certificate read again')
    warnAbout(facts, options)
  }

  const look = createLook(options, () => current, adopt)
  options.onLoaded?.(facts)
  warnAbout(facts, options)
  const timer = setInterval(look, LOOK_EVERY_MS)
  timer.unref()
  return {
    options: (audience) => ({
      ...contextOf(current, audience),
      handshakeTimeout: options.handshakeWithinMs ?? HANDSHAKE_WITHIN_MS,
    }),
    certificate: () => facts,
    certificatePem: () => new X509Certificate(current.cert).toString(),
    follow: (server, audience) => void servers.set(server, audience),
    look,
    stop: () => clearInterval(timer),
  }
}

/** Looks at the files, and has them adopted when they changed; what cannot be used is logged, and nothing changes. */
function createLook(
  options: TlsFilesOptions,
  inUse: () => Contents,
  adopt: (contents: Contents) => void,
): () => void {
  /** What the last look saw: a change counts once two looks saw the same, so a file half written is left alone. */
  let seen = digestOf(inUse())
  let refused = ''

  function keepOld(digest: string, reason: string): void {
    // Once for each state of the files, not at every look.
    if (digest !== refused)
      options.log.warn({ reason }, 'the TLS files cannot be used; what was read before is kept')
    refused = digest
  }

  return function look(): void {
    let contents: Contents
    try {
      contents = read(options)
    } catch (error) {
      seen = ''
      keepOld('unreadable', (error as Error).message)
      return
    }
    const digest = digestOf(contents)
    const isSettled = digest === seen
    seen = digest
    if (digest === digestOf(inUse())) {
      refused = ''
      return
    }
    if (!isSettled || digest === refused) return
    try {
      adopt(contents)
      refused = ''
    } catch (error) {
      keepOld(digest, (error as Error).message)
    }
  }
}

const contextOf = ({ cert, key, clientCa }: Contents, audience: Audience): SecureContextOptions => ({
  cert,
  key,
  minVersion: 'TLSv1.2',
  ...(audience === 'devices' && clientCa !== undefined && { ca: clientCa }),
})

function read({ certFile, keyFile, clientCaFile }: TlsFileNames): Contents {
  return {
    cert: readFileSync(certFile, 'utf8'),
    key: readFileSync(keyFile, 'utf8'),
    ...(clientCaFile !== undefined && { clientCa: readFileSync(clientCaFile, 'utf8') }),
  }
}

const digestOf = ({ cert, key, clientCa = '' }: Contents): string =>
  createHash('sha256')
    .update(JSON.stringify([cert, key, clientCa]))
    .digest('base64')

/** Throws with a reason that repeats nothing of the files. */
function assertUsable(contents: Contents): void {
  const certificate = parsed(
    'the certificate file holds no PEM certificate',
    () => new X509Certificate(contents.cert),
  )
  const key = parsed('the key file holds no PEM private key without a passphrase', () =>
    createPrivateKey(contents.key),
  )
  if (!certificate.checkPrivateKey(key)) throw new Error('certificate and key do not belong together')
  // Finds what is left to find: a chain that breaks off, an authority that is none.
  parsed('the files do not make a TLS context', () => createSecureContext(contextOf(contents, 'devices')))
  if (contents.clientCa !== undefined)
    parsed(
      'the file of client authorities holds no PEM certificate',
      () => new X509Certificate(contents.clientCa ?? ''),
    )
}

function parsed<T>(otherwise: string, parse: () => T): T {
  try {
    return parse()
  } catch (error) {
    throw new Error(`${otherwise} (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`)
  }
}

function loadOrRefuse(options: TlsFilesOptions): Contents {
  try {
    const contents = read(options)
    assertUsable(contents)
    return contents
  } catch (error) {
    throw new StartupError(
      `TLS cannot be used with ${options.certFile} and ${options.keyFile}: ${(error as Error).message}.`,
      { cause: error },
    )
  }
}

function factsOf({ cert }: Contents): CertificateFacts {
  const certificate = new X509Certificate(cert)
  return {
    fingerprint: certificate.fingerprint256,
    validTo: new Date(certificate.validTo),
    isSelfSigned: certificate.verify(certificate.publicKey),
  }
}

/** Not refused: clocks may be wrong, and a lock that pins the certificate does not mind its date. */
function warnAbout({ validTo }: CertificateFacts, { log, keyFile }: TlsFilesOptions): void {
  const daysLeft = Math.floor((validTo.getTime() - Date.now()) / DAY_MS)
  if (daysLeft < WARN_BEFORE_DAYS)
    log.warn({ validTo, daysLeft }, 'the TLS certificate ends soon or has ended')
  if ((statSync(keyFile).mode & 0o004) !== 0)
    log.warn({ keyFile }, 'the TLS key file can be read by everybody')
}
