import type { Log } from '../log.ts'
import { Backoff } from './backoff.ts'
import { type AdoptionList, type ServiceClient, ServiceError } from './service-client.ts'

/** As long as the service lets a call wait. */
const WAIT_SECONDS = 25

export interface AdoptionWatchOptions {
  readonly client: ServiceClient
  readonly log: Log
  readonly signal: AbortSignal
  /** The list as it is now; it is asked for again when this fails. */
  take(list: AdoptionList): Promise<void>
  failed(error: unknown): void
}

/** Learns which locks people adopted, as soon as they do: one call that waits, outward, again and again. */
export async function watchAdoptions({
  client,
  log,
  signal,
  take,
  failed,
}: AdoptionWatchOptions): Promise<void> {
  const backoff = new Backoff()
  let revision: number | undefined
  while (!signal.aborted) {
    try {
      const list = await client.adoptions(revision, revision === undefined ? 0 : WAIT_SECONDS)
      if (list.revision !== revision) await take(list)
      revision = list.revision
      backoff.succeeded()
    } catch (error) {
      if (signal.aborted) return
      failed(error)
      if (!(error instanceof ServiceError)) throw error
      log('warn', 'the adopted locks could not be asked for', { cause: error.message })
      await backoff.failed(error, signal)
    }
  }
}
