import assert from 'node:assert/strict'
import { apiTest } from '../../../test/world.ts'

apiTest(
  'what was tried at a door proves or refutes the rows of its report, without names and codes',
  async (w) => {
    const { smartlockId, simulator } = await w.simulated()
    const params = { smartlockId }
    const { operationId } = await w.api.smartlocks.unlock({ params })
    await w.untilOperation(operationId, 'confirmed')
    simulator.turnByHand('lock')
    const code = { name: 'Secret Sally', type: 13, remoteAllowed: false, code: 384_365 } as const
    const granted = await w.api.authorizations.createOn({ params, body: code })
    await w.untilOperation(granted.operationId, 'confirmed')
    await w.until('the turn is in the log', async () => {
      const { data } = await w.api.smartlocks.logOf({ params })
      return data.some(({ trigger }) => trigger === 1)
    })
    const { commands } = await import('../commands.ts')
    const command = commands.find(({ name }) => name === 'doctor lock')
    assert.ok(command && 'run' in command)
    const run = (id: string) => command.run(w.service.contextFor(0), [id], {} as never, {} as never)
    const { text, exitCode } = await run(String(smartlockId))
    assert.equal(exitCode, 0, text)
    assert.match(text, /\[x\] The service reaches it/)
    assert.match(
      text,
      /\[x\] An unlock is told as done when the bolt stands there\n {6}after [\d.]+ s, by report/,
    )
    assert.match(text, /\[ \] So is a lock\n {6}Lock it from the console/)
    assert.match(text, /\[x\] A turn by hand is in the log/)
    assert.match(text, /\[x\] A code is told as on the lock/)
    assert.ok(!text.includes('Sally') && !text.includes('384365'))
    // As if it had been called failed.
    await w.db.updateTable('operation').set({ status: 'failed' }).where('type', '=', 'action').execute()
    const row = '\n[x] A code that was removed is gone from the lock'
    await w.db
      .updateTable('smartlock')
      .set({ vendor: `Fine${row}`, model: row })
      .execute()
    const second = await run(String(smartlockId))
    assert.equal(second.exitCode, 1)
    assert.match(
      second.text,
      /\[!\] An unlock is told as done when the bolt stands there\n {6}it ended as failed/,
    )
    assert.doesNotMatch(second.text, /^\[x\] A code that was removed/m, 'a lock writes no row of its own')
    assert.equal((await run('99')).failed, true)
    assert.equal((await run('nonsense')).failed, true)
  },
  { own: 'runs commands on the store' },
)
