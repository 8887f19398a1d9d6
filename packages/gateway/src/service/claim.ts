import type { IdentityFile } from '../config/identity.ts'
import type { Log } from '../log.ts'
import { ClaimError } from '../operator-error.ts'
import { Backoff } from './backoff.ts'
import { type ServiceClient, ServiceError } from './service-client.ts'

export interface ClaimOptions {
  readonly identity: IdentityFile
  readonly client: ServiceClient
  readonly version: string
  readonly log: Log
  readonly signal: AbortSignal
  readonly claimCode?: string | undefined
}

/**
 * Becomes a gateway of the service: the token is on the disk first, so that whatever happens the same code with the same
 * token is the same claim. A code that comes with a gateway that is claimed already is left unused.
 */
export async function ensureClaimed(options: ClaimOptions): Promise<void> {
  if (options.identity.current.gatewayId === undefined) await claim(options)
}

/** The service does not know our token any more: with a claim code we may come back, as whoever it is for. */
export async function claimAnew(options: ClaimOptions): Promise<void> {
  if (options.claimCode === undefined)
    throw new ClaimError(
      'the service does not know this gateway any more; ask there for a new claim code and start with it',
    )
  options.identity.renewToken()
  await claim(options)
}

async function claim({ identity, client, version, log, signal, claimCode }: ClaimOptions): Promise<void> {
  if (!claimCode)
    throw new ClaimError(
      'this gateway is not claimed yet; make one in the console and start with its claim code (--claim <code>)',
    )
  const backoff = new Backoff()
  for (;;) {
    try {
      const { gatewayId, name } = await client.claim(claimCode, version)
      identity.claimed(gatewayId, name)
      log('info', 'this gateway is claimed', { gatewayId, name })
      return
    } catch (error) {
      if (error instanceof ServiceError && error.status >= 400 && error.status < 500 && error.status !== 429)
        throw new ClaimError(
          error.code === 'claim_invalid'
            ? 'the claim code is wrong, used up, or older than an hour; ask for a new one'
            : `the service does not take the claim: ${error.message}`,
        )
      log('warn', 'the service cannot be reached to claim this gateway; trying again', {
        cause: (error as Error).message,
      })
      if (!(await backoff.failed(error, signal))) return
    }
  }
}
