/** One message for one device. */
export interface Push {
  token: string
  title: string
  text: string
  data: Record<string, string>
}

/** `gone`: the device will never take anything again. `later`: it may go better another time. */
export type PushOutcome =
  | { result: 'delivered' }
  | { result: 'gone'; error: string }
  | { result: 'later'; error: string; retryAfterMs?: number }

/** A service that takes messages to phones. */
export interface PushGateway {
  /** Never throws: whatever goes wrong is the outcome. */
  send(push: Push): Promise<PushOutcome>
  close(): void
}
