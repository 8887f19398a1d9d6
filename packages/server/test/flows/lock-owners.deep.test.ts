import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LOCK_SHARES } from '../../src/schema/lock-shares.ts'
import { CLUSTER_MS, type ClusterLock, gauge, isOnline, moveConfirmed, startCluster } from '../cluster.ts'
import { eventually } from '../eventually.ts'
import type { ServiceProcess } from '../service-process.ts'

const without = (all: readonly ServiceProcess[], one: ServiceProcess) => all.filter((other) => other !== one)

test('processes that join get an equal part of the locks, and whoever asks, the owner moves the lock', async (t) => {
  const cluster = await startCluster(t, 2)
  const [first, second] = cluster.processes as [ServiceProcess, ServiceProcess]
  const before = await cluster.query('select share, process_id from lock_share order by share')
  const third = await cluster.join()
  await cluster.divided([first, second, third])
  const after = await cluster.query('select share, process_id from lock_share order by share')
  const moved = after.filter(({ process_id }, at) => process_id !== before[at]?.process_id)
  assert.equal(moved.length, (await cluster.shares([third]))[0], 'only what the third one got has moved')
  for (const lock of cluster.locks) {
    for (const one of cluster.processes) await moveConfirmed(one, lock)
    assert.equal(lock.lock.snapshot().motorStarts, 3)
  }
  const ready = (await (await fetch(`${third.url}/ready`)).json()) as { locks?: unknown }
  assert.deepEqual(ready.locks, { shares: 20, of: LOCK_SHARES })
})

test('the locks of a process that is killed are served by the others, and what was asked for meanwhile is done', async (t) => {
  const cluster = await startCluster(t, 3)
  const [probe] = cluster.locks as [ClusterLock]
  const owner = await cluster.ownerOf(probe, cluster.processes)
  const others = without(cluster.processes, owner)
  await owner.kill()
  // Asked for while nobody serves the lock: it waits for whoever comes, and still runs in time.
  await moveConfirmed(others[0] as ServiceProcess, probe)
  assert.equal(probe.lock.snapshot().motorStarts, 1)
  await cluster.divided(others)
  for (const lock of cluster.locks) await moveConfirmed(others[1] as ServiceProcess, lock)
})

test('a lock that goes while its owner is dead is known to be offline, and one that stays never was', async (t) => {
  const cluster = await startCluster(t, 2, 2)
  const [gone, stays] = cluster.locks as [ClusterLock, ClusterLock]
  const owner = await cluster.ownerOf(gone, cluster.processes)
  const [other] = without(cluster.processes, owner) as [ServiceProcess]
  await owner.kill()
  await gone.lock.stop()
  await eventually('it is offline', async () => !(await isOnline(other, gone.smartlockId)), CLUSTER_MS)
  await cluster.divided([other])
  await moveConfirmed(other, stays)
  const news = await cluster.query(
    `select payload from event where feature = 'DEVICE_STATUS' and smartlock_id = ${stays.smartlockId}
     and payload like '%"serverState":4%'`,
  )
  assert.deepEqual(news, [], 'nobody was told that it had gone')
})

test('a process that is frozen loses its locks, and does nothing to them when it wakes', async (t) => {
  const cluster = await startCluster(t, 2)
  const [probe] = cluster.locks as [ClusterLock]
  const owner = await cluster.ownerOf(probe, cluster.processes)
  const [other] = without(cluster.processes, owner) as [ServiceProcess]
  process.kill(owner.pid, 'SIGSTOP')
  await moveConfirmed(other, probe)
  await cluster.divided([other])
  for (let i = 0; i < 5; i++) await moveConfirmed(other, probe)
  const told = await eventually(
    'every movement is in the log',
    async () => {
      const rows = await cluster.query('select count(*)::int as n from smartlock_log')
      return (rows as { n: number }[])[0]?.n === 6 && rows
    },
    CLUSTER_MS,
  )
  process.kill(owner.pid, 'SIGCONT')
  await eventually(
    'it knows',
    async () => (await gauge(owner, 'latchwork_lock_lease_lapses_total')) > 0,
    CLUSTER_MS,
  )
  await cluster.divided(cluster.processes)
  assert.deepEqual(await cluster.query('select count(*)::int as n from smartlock_log'), told)
  assert.equal(probe.lock.snapshot().motorStarts, 6, 'every unlock moved it once')
  for (const one of cluster.processes) await moveConfirmed(one, probe)
  assert.equal(probe.lock.snapshot().motorStarts, 8)
})

test('a process that stops in order hands its locks over at once, and no unlock is lost meanwhile', async (t) => {
  const cluster = await startCluster(t, 2)
  const [leaving, staying] = cluster.processes as [ServiceProcess, ServiceProcess]
  let isOver = false
  const asking = cluster.locks.map(async (lock) => {
    while (!isOver) await moveConfirmed(staying, lock)
  })
  assert.equal(await leaving.stop(), 0)
  await cluster.divided([staying])
  isOver = true
  await Promise.all(asking)
  for (const { lock, moves } of cluster.locks) assert.equal(lock.snapshot().motorStarts, moves)
  assert.doesNotMatch(
    staying.output(),
    /a process that served locks is gone/,
    'nobody waited for its silence',
  )
})

test('after a restart of the broker that forgot everything, and a cut of all connections to the database, locks are served', async (t) => {
  const cluster = await startCluster(t, 2)
  const allMove = async () => {
    for (const one of cluster.processes)
      for (const lock of cluster.locks) await eventually('it moves', () => hasMoved(one, lock), CLUSTER_MS)
  }
  await cluster.broker.restart()
  await allMove()
  await cluster.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()`,
  )
  await allMove()
  await cluster.divided(cluster.processes)
})

/** It may be refused or given up while something is down: then it is asked once more. */
const hasMoved = (by: ServiceProcess, lock: ClusterLock): Promise<boolean> =>
  moveConfirmed(by, lock).then(
    () => true,
    () => false,
  )
