import type { TestContext } from 'node:test'
import type { ServiceProcess } from './service-process.ts'
import { type Receiver, startReceiver, TEST_CA_FILE } from './webhook-receiver.ts'

/** A process that may deliver to the receivers of tests. */
export const DELIVERY_SETTINGS = {
  LATCHWORK_OUTBOUND_NETWORKS: '127.0.0.0/8',
  LATCHWORK_OUTBOUND_CA_FILE: TEST_CA_FILE,
}

export async function allEvents(service: ServiceProcess): Promise<{ id: string; smartlockId?: number }[]> {
  const events = []
  let after: string | undefined
  for (;;) {
    const { data } = await service.api.events.list({ query: { limit: 1000, ...(after && { after }) } })
    events.push(...data.events)
    if (data.events.length === 0) return events
    after = data.next
  }
}

/** A receiver that notices when the same message is posted twice at the same time. */
export async function startWatchfulReceiver(
  t: TestContext,
): Promise<{ receiver: Receiver; overlaps: string[] }> {
  const underWay = new Set<string>()
  const overlaps: string[] = []
  const receiver = await startReceiver(t, ({ id }, response) => {
    if (underWay.has(id)) overlaps.push(id)
    underWay.add(id)
    const over = () => underWay.delete(id)
    response.once('close', over)
    setTimeout(() => {
      over()
      response.end()
    }, 2)
  })
  return { receiver, overlaps }
}
