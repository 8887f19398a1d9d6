import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AppError } from '../app-error.ts'
import { createHashingTurns, type TurnLimits } from './hashing-turns.ts'

/** Turns whose work ends when the test says so; tells who began, in order. */
function rig(limits: Partial<TurnLimits> = {}) {
  const turns = createHashingTurns({
    running: 1,
    waiting: 40,
    waitingPerNetwork: 8,
    waitingPerAccount: 4,
    ...limits,
  })
  const begun: string[] = []
  const ends: (() => void)[] = []
  let callers = 0
  const ask = (name: string, network: string, account = `account ${callers++}`) =>
    turns
      .take({ network, account }, () => {
        begun.push(name)
        return new Promise<void>((resolve) => ends.push(resolve))
      })
      .then(
        () => 'done',
        (error: AppError) => `${error.code} ${error.detail.retryAfterSeconds}`,
      )
  const endOne = async () => {
    ends.shift()?.()
    await new Promise(setImmediate)
  }
  const endAll = async () => {
    while (ends.length > 0) await endOne()
  }
  return { turns, begun, ask, endOne, endAll }
}

test('a flood from one network is overtaken by whoever comes from another', async () => {
  const { begun, ask, endOne, endAll } = rig()
  const flood = Array.from({ length: 190 }, (_, i) => ask(`flood ${i}`, '198.51.100.1'))
  const login = ask('login', '203.0.113.7')
  await endOne()
  await endOne()
  assert.deepEqual(begun, ['flood 0', 'flood 1', 'login'], 'it waited for two of 190')
  await endAll()
  assert.equal(await login, 'done')
  const answers = await Promise.all(flood)
  assert.equal(answers.filter((answer) => answer === 'done').length, 9, 'one worked, eight waited')
  assert.equal(
    answers.filter((answer) => answer === 'rate_limited 1').length,
    181,
    'the others may come back',
  )
})

test('many networks against one account fill four places and no more', async () => {
  const { turns, ask, endAll } = rig()
  const flood = Array.from({ length: 50 }, (_, i) =>
    ask(`flood ${i}`, `198.51.100.${i}`, 'victim@example.com'),
  )
  assert.equal(turns.figures.waiting, 4)
  const login = ask('login', '203.0.113.7')
  await endAll()
  assert.equal(await login, 'done')
  assert.equal((await Promise.all(flood)).filter((answer) => answer === 'rate_limited 1').length, 45)
})

test('when every place is taken, the network with most of them gives one up for another one', async () => {
  const { turns, ask, begun, endAll } = rig({ waiting: 10 })
  const greedy = Array.from({ length: 9 }, (_, i) => ask(`greedy ${i}`, '198.51.100.1'))
  const modest = Array.from({ length: 8 }, (_, i) => ask(`modest ${i}`, `203.0.113.${i}`))
  assert.equal(turns.figures.waiting, 10)
  await endAll()
  assert.ok((await Promise.all(modest)).every((answer) => answer === 'done'))
  const answers = await Promise.all(greedy)
  assert.deepEqual(
    answers.filter((answer) => answer !== 'done'),
    Array.from({ length: 6 }, () => 'overloaded 1'),
    'its last ones',
  )
  assert.ok(begun.indexOf('modest 7') < begun.indexOf('greedy 2'), 'networks take turns')
})

test('as many networks as there are places are a full house: the next one is sent away', async () => {
  const { turns, ask, endAll } = rig({ waiting: 3 })
  const all = Array.from({ length: 5 }, (_, i) => ask(`${i}`, `198.51.100.${i}`))
  await endAll()
  assert.deepEqual(await Promise.all(all), ['done', 'done', 'done', 'done', 'overloaded 1'])
  assert.deepEqual({ ...turns.figures }, { begun: 4, refused: 1, waiting: 0 })
})

test('work that fails gives its place back', async () => {
  const { turns, ask, endAll } = rig()
  const asker = { network: '203.0.113.7', account: 'a' }
  await assert.rejects(
    turns.take(asker, () => Promise.reject(new Error('no memory'))),
    /no memory/,
  )
  const after = ask('after', '203.0.113.7')
  await endAll()
  assert.equal(await after, 'done')
})
