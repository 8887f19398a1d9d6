import assert from 'node:assert/strict'
import { test } from 'node:test'
import { StartupError } from '../startup-error.ts'
import { readPostgresHosts } from './postgres-hosts.ts'

test('an address with several servers is one of each in turn, and described without user and password', () => {
  const hosts = readPostgresHosts(
    'postgres://user:s3cret@first:5432,second:5433/doors?target_session_attrs=read-write&sslmode=require',
  )
  const [first, second] = [
    'postgres://user:s3cret@first:5432/doors?sslmode=require',
    'postgres://user:s3cret@second:5433/doors?sslmode=require',
  ]
  assert.deepEqual([hosts.count, hosts.described], [2, 'first:5432,second:5433/doors'])
  assert.equal(hosts.url(), first)
  hosts.failed(first)
  assert.equal(hosts.url(), second)
  hosts.failed(first)
  assert.equal(hosts.url(), second, 'whoever comes late does not turn it back')
  hosts.failed(second)
  assert.equal(hosts.url(), first)
})

test('an address with one server or a local socket stays as it is', () => {
  for (const url of [
    'postgresql://user@host/doors',
    'postgres://user:p%40ss@[::1]:5432/doors',
    'postgres:///doors',
  ]) {
    const hosts = readPostgresHosts(url)
    assert.deepEqual([hosts.url(), hosts.count], [url, 1])
    hosts.failed(url)
    assert.equal(hosts.url(), url)
  }
})

test('what is no address of PostgreSQL is refused without being repeated', () => {
  for (const url of [
    'mysql://user:s3cret@host/doors',
    'user:s3cret',
    'postgres://user:s3cret@host:port/doors',
  ]) {
    assert.throws(
      () => readPostgresHosts(url),
      (error) => error instanceof StartupError && !error.message.includes('s3cret'),
      url,
    )
  }
})
