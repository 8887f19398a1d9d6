import type { FastifyInstance } from 'fastify'
import type { Clock } from '../platform/clock.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** When the call came in, by our clock. */
    calledAt: number
  }
}

/** Before anything else: what a call waits for counts, too. */
export function noteCallTimes(app: FastifyInstance, clock: Clock): void {
  app.decorateRequest('calledAt', 0)
  app.addHook('onRequest', (request, _reply, done) => {
    request.calledAt = clock.now()
    done()
  })
}
