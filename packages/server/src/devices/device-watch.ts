import type { Platform } from '../platform/context.ts'
import type { BusHandlers } from './bus.ts'
import type { DriverSink } from './driver.ts'

/** At most one log line a second for each kind of refusal: a hostile device must not fill the disk. */
const LOG_EVERY_MS = 1000

/** Counts and logs what the device plane refused; payloads are never logged. */
export function deviceWatch(
  platform: Platform,
): Pick<BusHandlers, 'refused' | 'link'> & Pick<DriverSink, 'dropped'> {
  const lastAt = new Map<string, number>()
  let wasLost = false
  const warn = (what: string, detail: object) => {
    const now = platform.clock.now()
    if (now - (lastAt.get(what) ?? Number.NEGATIVE_INFINITY) < LOG_EVERY_MS) return
    lastAt.set(what, now)
    platform.log.warn(detail, `device plane: ${what}`)
  }
  return {
    refused(kind, detail) {
      platform.metrics.brokerRefusals.inc({ kind })
      warn(`refused ${kind}`, detail)
    },
    link(up) {
      platform.metrics.brokerLink.set(up ? 1 : 0)
      if (!up) platform.log.warn('the link to the broker is lost: no lock can be reached until it is back')
      else if (wasLost) platform.log.info('the link to the broker is back')
      wasLost = !up
    },
    dropped(reason, topic) {
      platform.metrics.droppedMessages.inc({ reason })
      warn(`dropped ${reason}`, { topic: topic.slice(0, 100) })
    },
  }
}
