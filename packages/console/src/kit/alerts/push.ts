import { type AlertChannel, api } from '@latchwork/contract'
import { call } from '../data/call.ts'
import type { Language } from '../language/languages.ts'
import { hasWorker } from './worker.ts'

/** What keeps this browser from showing alerts. */
export type PushProblem = 'insecure' | 'unsupported' | 'denied'

export function pushProblem(): PushProblem | undefined {
  if (!window.isSecureContext) return 'insecure'
  if (!hasWorker() || !('PushManager' in window) || !('Notification' in window)) return 'unsupported'
  return Notification.permission === 'denied' ? 'denied' : undefined
}

/** The person would rather not be asked, or said no. */
export class NotAllowed extends Error {}

/** Lets this browser be alerted, also while no page is open. */
export async function subscribe(name: string, language: Language): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted') throw new NotAllowed()
  const [{ pushManager }, { data }] = await Promise.all([
    navigator.serviceWorker.ready,
    call(api.alerts.pushKey),
  ])
  // One that was made with another key cannot be sent to.
  await (await pushManager.getSubscription())?.unsubscribe()
  const made = await pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: data.publicKey,
  })
  const { endpoint = '', keys: { p256dh = '', auth = '' } = {} } = made.toJSON()
  await call(api.alerts.addChannel, { body: { kind: 'push', name, language, endpoint, p256dh, auth } })
}

export async function unsubscribe(channel: AlertChannel): Promise<void> {
  await call(api.alerts.removeChannel, { params: { channelId: channel.channelId } })
  const { pushManager } = await navigator.serviceWorker.ready
  await (await pushManager.getSubscription())?.unsubscribe()
}

/** By what the service knows this browser; undefined while it is not subscribed. */
export async function ownFingerprint(): Promise<string | null> {
  if (pushProblem() === 'insecure' || pushProblem() === 'unsupported') return null
  const registration = await navigator.serviceWorker.getRegistration('/console/')
  const subscription = await registration?.pushManager.getSubscription()
  if (!subscription) return null
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(subscription.endpoint))
  return new Uint8Array(digest).toHex()
}
