/**
 * Malformed requests over every route, on both stores:
 * `npm run fuzz -- --seed=7 --count=100000 --engine=sqlite`. With `--valid` they are valid according to the OpenAPI
 * document, and what a change stores is read back. Ends with a summary, and with 1 if anything is wrong.
 */
import { parseArgs } from 'node:util'
import { printReport, problemsOf } from './fuzz/report.ts'
import { type FuzzEngine, fuzz } from './fuzz/run.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '100000' },
    valid: { type: 'boolean', default: false },
    engine: { type: 'string', multiple: true, default: ['sqlite', 'postgres'] },
  },
})
const [seed, count] = [Number(values.seed), Number(values.count)]
const engines = values.engine.filter((name): name is FuzzEngine => name === 'sqlite' || name === 'postgres')
if (
  !Number.isSafeInteger(seed) ||
  !Number.isSafeInteger(count) ||
  count < 1 ||
  engines.length !== values.engine.length
) {
  console.error(
    'Usage: npm run fuzz -- [--seed=<number>] [--count=<number>] [--valid] [--engine=sqlite|postgres]',
  )
  process.exit(1)
}
for (const engine of engines) {
  const onProgress = (sent: number) => console.log(`${engine}: ${sent} of ${count}`)
  const report = await fuzz({ engine, seed, count, valid: values.valid, onProgress })
  console.log(printReport(report))
  if (problemsOf(report).length > 0) process.exitCode = 1
}
