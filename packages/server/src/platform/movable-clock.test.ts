import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import { MovableClock } from './movable-clock.ts'

const SECOND = 1000
const DAY = 86_400_000

test('a clock that nobody moved shows the time of the machine, and its timers run by it', async () => {
  const clock = new MovableClock()
  const before = Date.now()
  const shown = clock.now()
  assert.ok(shown >= before && shown <= Date.now())
  // Timers do not keep the process alive, so something else has to.
  const alive = setInterval(() => {}, 1000)
  const ranAt = await new Promise<number>((resolve) => clock.after(20, () => resolve(clock.now())))
  clearInterval(alive)
  assert.ok(ranAt >= shown + 20)
})

test('a jump, over timers of different times, runs each once, in order and at its own moment', async () => {
  const clock = new MovableClock()
  const ran: [string, number][] = []
  const note = (name: string) => () => void ran.push([name, clock.now()])
  const start = clock.now()
  const ends = new Map<string, number>()
  for (const [name, delay] of [
    ['day', DAY],
    ['second', SECOND],
    ['beyond', 3 * DAY],
    ['hour', 3600 * SECOND],
  ] as const) {
    ends.set(name, clock.now() + delay)
    clock.after(delay, note(name))
  }
  const cancel = clock.after(2 * SECOND, note('cancelled'))
  cancel()
  await clock.advance(2 * DAY)
  assert.deepEqual(
    ran.map(([name]) => name),
    ['second', 'hour', 'day'],
  )
  for (const [name, at] of ran) assert.ok(Math.abs(at - (ends.get(name) as number)) < 50, name)
  assert.ok(clock.now() >= start + 2 * DAY)
})

test('a jump, where a timer starts asynchronous work that sets the next one, gives that its turn as well', async () => {
  const clock = new MovableClock()
  const seen: number[] = []
  const start = clock.now()
  const look = async () => {
    for (let i = 0; i < 3; i++) await turnOfTheLoop()
    seen.push(Math.round((clock.now() - start) / SECOND))
    clock.after(10 * SECOND, look)
  }
  clock.after(10 * SECOND, look)
  await clock.advance(45 * SECOND)
  assert.deepEqual(seen, [10, 20, 30, 40])
})

test('a jump waits after each timer until everything that followed from it is done', async () => {
  const clock = new MovableClock()
  let underWay = 0
  const done: number[] = []
  clock.settleWith(async () => {
    while (underWay > 0) await turnOfTheLoop()
  })
  const start = clock.now()
  for (const delay of [1, 2, 3]) {
    clock.after(delay * SECOND, () => {
      underWay += 1
      setTimeout(() => {
        done.push(Math.round((clock.now() - start) / SECOND))
        underWay -= 1
      }, 2)
    })
  }
  await clock.advance(10 * SECOND)
  assert.deepEqual(done, [1, 2, 3], 'each saw its own moment')
})

test('a jump, where somebody looks every second and says when something is due, goes straight there', async (t) => {
  // Looks are counted from the first of them: no millisecond may pass before it.
  t.mock.timers.enable({ apis: ['Date'], now: Date.UTC(2026, 2, 1) })
  const clock = new MovableClock()
  const due = [clock.now() + 5 * DAY, clock.now() + 20 * DAY]
  const found: number[] = []
  let looks = 0
  const look = async () => {
    looks += 1
    while (due[0] !== undefined && due[0] <= clock.now()) found.push(clock.now() - (due.shift() as number))
    clock.after(SECOND, look, async () => due[0])
  }
  await look()
  await clock.advance(30 * DAY)
  assert.deepEqual(found, [0, 0], 'found when they were due')
  assert.ok(looks <= 4, `${looks} looks`)
})

test('a jump, where somebody looks every second and says nothing, neither starves nor runs millions of times', async () => {
  const clock = new MovableClock()
  let looks = 0
  let last = 0
  const look = async () => {
    looks += 1
    last = clock.now()
    clock.after(SECOND, look)
  }
  await look()
  await clock.advance(30 * DAY)
  assert.ok(looks > 1000 && looks < 2100, `${looks} looks`)
  assert.ok(clock.now() - last < DAY, 'it had turns until the end')
})

test('a clock moved to a moment in the past refuses and stays where it is', async () => {
  const clock = new MovableClock()
  await clock.advance(DAY)
  const shown = clock.now()
  await assert.rejects(clock.moveTo(shown - SECOND), RangeError)
  assert.ok(clock.now() >= shown && clock.now() < shown + DAY)
})

test('jumps asked for at the same time follow one another', async () => {
  const clock = new MovableClock()
  const start = clock.now()
  await Promise.all([clock.advance(DAY), clock.advance(DAY)])
  assert.ok(clock.now() >= start + 2 * DAY)
})

test('a clock set back to real time keeps what its timers have left to wait, and looks at once for what is due', async () => {
  const clock = new MovableClock()
  const alive = setInterval(() => {}, 1000)
  await clock.advance(30 * DAY)
  let looked = 0
  const waited = new Promise<void>((resolve) => clock.after(30, resolve))
  const look = new Promise<void>((resolve) => {
    clock.after(
      3600 * SECOND,
      () => {
        looked += 1
        resolve()
      },
      async () => undefined,
    )
  })
  await clock.returnToRealTime()
  assert.equal(clock.offsetMs, 0)
  assert.ok(Math.abs(clock.now() - Date.now()) < 50)
  await Promise.all([waited, look])
  assert.equal(looked, 1)
  clearInterval(alive)
})
