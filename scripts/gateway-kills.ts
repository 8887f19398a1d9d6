/**
 * Kills a gateway or its service at random moments while codes are added, changed and removed and doors move:
 * `npm run chaos:gateway -- --seed=1 --kills=100 --locks=3`. Ends with 1 if a lock does not hold what was promised.
 */
import { parseArgs } from 'node:util'
import { runKills } from '../packages/gateway/test/kills/campaign.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    kills: { type: 'string', default: '100' },
    locks: { type: 'string', default: '3' },
  },
})
const { breaches, ...figures } = await runKills({
  seed: Number(values.seed),
  kills: Number(values.kills),
  locks: Number(values.locks),
  say: (line) => console.log(line),
})
console.log(figures)
console.log(breaches.length === 0 ? 'Every promise was kept.' : breaches.join('\n'))
process.exitCode = breaches.length > 0 ? 1 : 0
