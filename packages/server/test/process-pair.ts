import type { TestContext } from 'node:test'
import type { SimulatedLock } from '@latchwork/simulator'
import { CLUSTER_MS, isOnline, startCluster } from './cluster.ts'
import { eventually } from './eventually.ts'
import type { ServiceProcess } from './service-process.ts'

/** Long enough for two processes and a broker on a busy machine. */
export const PAIR_MS = CLUSTER_MS

export interface ProcessPair {
  first: ServiceProcess
  second: ServiceProcess
  smartlockId: number
  lock: SimulatedLock
}

/** Two processes of the service on one PostgreSQL and one Mosquitto, and a lock that both know to be online. */
export async function startPair(t: TestContext, settings: Record<string, string> = {}): Promise<ProcessPair> {
  const { processes, locks } = await startCluster(t, 2, 1, settings)
  const [first, second] = processes as [ServiceProcess, ServiceProcess]
  const { smartlockId, lock } = locks[0]!
  await eventually('the other one knows too', () => isOnline(second, smartlockId), PAIR_MS)
  return { first, second, smartlockId, lock }
}

/** How many operations of a type this process has seen confirmed. */
export async function confirmedBy({ url }: ServiceProcess, type: string): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text()
  const line = new RegExp(`^latchwork_operations_total\\{type="${type}",status="confirmed"\\} (\\d+)`, 'm')
  return Number(line.exec(metrics)?.[1] ?? 0)
}
