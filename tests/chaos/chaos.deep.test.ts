import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runCampaign } from './campaign.ts'
import { printBreaches, printSummary } from './report.ts'

/** About a minute on an idle machine, longer on a busy one. `npm run chaos` runs longer campaigns. */
const WITH_TIME = { timeout: 1_200_000 }

test(
  'two processes are killed, cut off and lose database and broker under load, and every promise is kept',
  WITH_TIME,
  async (t) => {
    const result = await runCampaign({
      seed: 17,
      processes: 2,
      locks: 3,
      kills: 2,
      others: 5,
      kinds: [
        'kill',
        'database cut',
        'database half-open',
        'database restart',
        'broker restart',
        'full disk',
      ],
      pauseMs: 300,
      settleMs: 300_000,
      say: (line) => t.diagnostic(line),
    })
    t.diagnostic(printSummary(result))
    assert.equal(result.breaches.length, 0, `seed ${result.options.seed}\n${printBreaches(result)}`)
    // A campaign in which nothing happens finds nothing.
    const { history, recoveries } = result
    assert.equal(recoveries.length, 7, 'every fault of the plan was there')
    assert.ok(
      recoveries.every(({ ms }) => ms !== undefined),
      'after each of them a door opened again',
    )
    if (recoveries.some(({ kind }) => kind === 'full disk')) {
      assert.ok((result.troubles.get('507 storage_full') ?? 0) > 0, 'callers were told of the full disk')
      const said = result.output.split('the disk is full: calls').length - 1
      assert.ok(said <= 2 * 2, `two processes, and what comes after a start, said it ${said} times`)
    }
    for (const kind of ['action', 'code', 'user'] as const)
      assert.ok(
        history.calls.some((call) => call.kind === kind && call.outcome === 'accepted'),
        kind,
      )
    assert.ok(
      history.locks.every(({ deeds }) => deeds.length > 0),
      'every lock moved',
    )
    assert.ok(history.events.length > 20)
  },
)
