import type { CampaignResult, Recovery } from './campaign.ts'
import { PROMISES, type PromiseName } from './checker.ts'
import type { History } from './history.ts'
import { FAULT_KINDS, FAULT_WORDS } from './plan.ts'

/** What a campaign was and what came of it, as Markdown. */
export function printSummary(result: CampaignResult): string {
  const { history, breaches, recoveries, deadlocks, seconds, settledMs, options } = result
  const count = (status: string) =>
    history.operations.filter((operation) => operation.status === status).length
  const began = history.locks.flatMap(({ deeds }) => deeds).filter(({ did }) => did === 'began').length
  return [
    `Seed ${options.seed}, ${options.processes} processes, ${options.locks} locks in use, ${Math.round(seconds)} s.`,
    '',
    '| What happened | |',
    '|---|---|',
    row('calls, of these accepted', `${history.calls.length}, ${accepted(history)}`),
    row('operations', history.operations.length),
    row('… confirmed, failed', `${count('confirmed')}, ${count('failed')}`),
    row('… expired (refused to be late), unknown', `${count('expired')}, ${count('unknown')}`),
    row('movements', began),
    row('events, each on every stream and webhook', history.events.length),
    row('faults', recoveries.length),
    row('deadlocks', deadlocks),
    row('until all was as promised after the last fault', `${(settledMs / 1000).toFixed(1)} s`),
    '',
    '| Promise | Broken |',
    '|---|---|',
    ...Object.entries(PROMISES).map(([name, text]) =>
      row(text, breaches.filter(({ promise }) => promise === (name as PromiseName)).length),
    ),
    '',
    '| Fault | Times | Recovered after p50 | p95 | longest |',
    '|---|---|---|---|---|',
    ...FAULT_KINDS.flatMap((kind) =>
      recoveryRow(
        kind,
        recoveries.filter((one) => one.kind === kind),
      ),
    ),
    ...recoveryRow('all', recoveries),
  ].join('\n')
}

const row = (name: string, value: string | number) => `| ${name} | ${value} |`

const accepted = ({ calls }: History) => calls.filter(({ outcome }) => outcome === 'accepted').length

function recoveryRow(kind: string, recoveries: readonly Recovery[]): string[] {
  if (recoveries.length === 0) return []
  const times = recoveries.map(({ ms }) => ms ?? Number.POSITIVE_INFINITY).sort((a, b) => a - b)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] as number
  return [`| ${kind} | ${times.length} | ${seconds(at(0.5))} | ${seconds(at(0.95))} | ${seconds(at(1))} |`]
}

const seconds = (ms: number) => (Number.isFinite(ms) ? `${(ms / 1000).toFixed(1)} s` : 'never')

/** The page that tells operators what was tried and what came of it. */
export const reportOf = (result: CampaignResult, command: string): string =>
  [
    '# Reliability',
    '',
    `Written by \`${command}\` (see [tests/chaos](../tests/chaos)); the same seed plans the same faults.`,
    'Processes of the service work on a real PostgreSQL and a real Mosquitto, through wires that can be cut or go silent. Simulated locks keep',
    'their own record, clients repeat what was not answered under the same idempotency key, streams resume, receivers refuse now and then. After the last',
    'fault a checker holds what clients were told against what is stored and against what the locks did. Recovery is the time from the end of a fault until',
    'an unlock of every probed lock, one for each process, is confirmed.',
    '',
    printSummary(result),
    '',
    '## What the faults are',
    '',
    '| Fault | What is done |',
    '|---|---|',
    ...FAULT_KINDS.map((kind) => `| ${kind} | ${FAULT_WORDS[kind]} |`),
    '',
  ].join('\n')

/** What was broken, how to see it again, and all that is known about the locks concerned. */
export function printBreaches({ breaches, options, history }: CampaignResult): string {
  if (breaches.length === 0) return 'Every promise was kept.'
  const concerned = [...new Set(breaches.flatMap(({ smartlockId }) => smartlockId ?? []))].slice(0, 3)
  return [
    `${breaches.length} promises were broken (seed ${options.seed}):`,
    ...breaches
      .slice(0, 50)
      .map(({ promise, smartlockId, text }) => `- ${promise}, lock ${smartlockId ?? '–'}: ${text}`),
    ...concerned.flatMap((smartlockId) => [
      '',
      `History of lock ${smartlockId}:`,
      ...historyOf(history, smartlockId),
    ]),
  ].join('\n')
}

function historyOf({ calls, locks, operations }: History, smartlockId: number): string[] {
  const status = new Map(operations.map((operation) => [operation.id, operation.status]))
  const asked = calls
    .filter((call) => call.smartlockId === smartlockId)
    .map(({ at, kind, outcome, operationIds, refusal, attempts }) => {
      const ends = operationIds.map((id) => `${id} is ${status.get(id) ?? 'not stored'}`).join(', ')
      return { at, text: `${kind} asked ${attempts} times: ${outcome} ${refusal ?? ''}${ends}` }
    })
  const done = (locks.find((lock) => lock.smartlockId === smartlockId)?.deeds ?? [])
    .filter(({ did }) => did === 'began' || did === 'ended')
    .map(({ at, ...deed }) => ({ at, text: `the lock ${Object.values(deed).join(' ')}` }))
  return [...asked, ...done]
    .sort((a, b) => a.at - b.at)
    .slice(-200)
    .map(({ at, text }) => `  ${new Date(at).toISOString()} ${text}`)
}
