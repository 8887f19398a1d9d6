import { readFileSync } from 'node:fs'
import { rootCertificates } from 'node:tls'
import { NOTIFICATION_OS } from '@latchwork/contract'
import type { Clock } from '../../../../platform/clock.ts'
import { StartupError } from '../../../../platform/startup-error.ts'
import { type ApnsOptions, createApns } from './apns.ts'
import { createFcm, type FcmOptions } from './fcm.ts'
import type { PushGateway } from './push.ts'

/** The gateways of this installation, by `os`. */
export interface PushGateways {
  of(os: number): PushGateway | undefined
  /** Why nothing can be sent to that kind of receiver; undefined when it can (D96). */
  problemWith(os: number): string | undefined
  /** Whom the services of browsers may write to when our pushes trouble them: part of what is signed (VAPID). */
  readonly contact: string
  close(): void
}

export interface GatewaySettings {
  mail: { from: string }
  fcm: { credentialsFile?: string | undefined; url: string }
  apns: { keyFile?: string | undefined; keyId: string; teamId: string; topic: string; url: string }
  caFile?: string | undefined
}

const NAMES: Record<number, string> = {
  [NOTIFICATION_OS.android]: 'Android (Firebase Cloud Messaging)',
  [NOTIFICATION_OS.ios]: 'iOS (Apple Push Notification service)',
}

/** `clock` shows real time, also in the sandbox: the other side judges the age of what we sign. */
export function createPushGateways(settings: GatewaySettings, clock: Clock): PushGateways {
  const ca =
    settings.caFile === undefined ? undefined : [...rootCertificates, read(settings.caFile, 'OUTBOUND_CA')]
  const { credentialsFile, url } = settings.fcm
  const { keyFile, ...apple } = settings.apns
  const gateways = new Map<number, PushGateway>()
  if (credentialsFile !== undefined)
    gateways.set(NOTIFICATION_OS.android, createFcm({ ...serviceAccount(credentialsFile), url, ca, clock }))
  if (keyFile !== undefined)
    gateways.set(
      NOTIFICATION_OS.ios,
      createApns(appleOptions({ ...apple, key: read(keyFile, 'APNS_KEY'), ca, clock })),
    )
  return {
    contact: `mailto:${/[^<>\s]+@[^<>\s]+/.exec(settings.mail.from)?.[0] ?? 'postmaster@localhost.localdomain'}`,
    of: (os) => gateways.get(os),
    problemWith: (os) =>
      os === NOTIFICATION_OS.webhook || gateways.has(os)
        ? undefined
        : `No push gateway for ${NAMES[os]} is configured on this server.`,
    close() {
      for (const gateway of gateways.values()) gateway.close()
    },
  }
}

function read(file: string, setting: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new StartupError(
      `LATCHWORK_${setting}_FILE names a file that cannot be read: ${(error as Error).message}`,
    )
  }
}

function serviceAccount(file: string): Pick<FcmOptions, 'account'> {
  const text = read(file, 'FCM_CREDENTIALS')
  try {
    const { project_id, client_email, private_key, private_key_id, token_uri } = JSON.parse(text)
    const account = { project_id, client_email, private_key, private_key_id, token_uri }
    if (Object.values(account).every((value) => typeof value === 'string')) return { account }
  } catch {
    // Said below.
  }
  throw new StartupError('LATCHWORK_FCM_CREDENTIALS_FILE is not the key file of a service account.')
}

function appleOptions(options: ApnsOptions): ApnsOptions {
  const missing = (['keyId', 'teamId', 'topic'] as const).filter((name) => options[name] === '')
  if (missing.length === 0) return options
  throw new StartupError(`LATCHWORK_APNS_KEY_FILE is set: these are needed too: ${missing.join(', ')}.`)
}
