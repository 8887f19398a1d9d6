/**
 * A campaign against the service: `npm run chaos -- --seed=1 --processes=3 --kills=10`. It is over when every fault of its plan was
 * there: `--kills=1000` takes about an hour and a half. With `--minutes=10` no fault begins later than that. It ends with a
 * summary, and with 1 if a promise was broken.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { runCampaign } from '../tests/chaos/campaign.ts'
import { FAULT_KINDS, type FaultKind } from '../tests/chaos/plan.ts'
import { printBreaches, printSummary, reportOf } from '../tests/chaos/report.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    minutes: { type: 'string' },
    processes: { type: 'string', default: '3' },
    locks: { type: 'string', default: '6' },
    kills: { type: 'string' },
    others: { type: 'string' },
    only: { type: 'string', multiple: true, default: [...FAULT_KINDS] },
    write: { type: 'boolean', default: false },
    output: { type: 'boolean', default: false },
  },
})

/** A long campaign meets every other fault too, again and again. */
const kills = Number(values.kills ?? 10)
const others = Number(values.others ?? Math.max(12, Math.round(kills / 5)))
const minutes = values.minutes === undefined ? undefined : Number(values.minutes)

const REPORT = new URL('../docs/reliability.md', import.meta.url)

/** How to run the same again. */
const commandOf = ({ seed, processes, locks }: typeof values): string =>
  [
    `npm run chaos -- --seed=${seed} --processes=${processes} --locks=${locks} --kills=${kills} --others=${others}`,
    ...(minutes === undefined ? [] : [`--minutes=${minutes}`]),
    '--write',
  ].join(' ')

const result = await runCampaign({
  seed: Number(values.seed),
  ...(minutes !== undefined && { minutes }),
  processes: Number(values.processes),
  locks: Number(values.locks),
  kills,
  others,
  kinds: values.only as FaultKind[],
  pauseMs: 300,
  settleMs: 120_000,
  say: (line) => console.log(`${new Date().toISOString().slice(11, 19)} ${line}`),
})
if (values.output) console.log(result.output)
const summary = printSummary(result)
if (values.write) {
  // What a campaign does not try stands below, written by hand.
  const [, byHand] = (await readFile(REPORT, 'utf8')).split(/^(?=## Faults of one machine$)/m)
  await writeFile(REPORT, `${reportOf(result, commandOf(values))}\n${byHand}`)
}
console.log(summary)
console.log(printBreaches(result))
process.exitCode = result.breaches.length > 0 ? 1 : 0
