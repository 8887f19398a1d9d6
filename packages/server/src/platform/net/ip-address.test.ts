import assert from 'node:assert/strict'
import { test } from 'node:test'
import { networkOf } from './ip-address.ts'
import { isLoopback, isNetwork, networkList } from './networks.ts'
import { namesProxies, readTrustedProxies } from './trusted-proxies.ts'

test('an IPv4 address is a caller of its own, however it is written', () => {
  for (const text of [
    '203.0.113.9',
    '::ffff:203.0.113.9',
    '::FFFF:203.0.113.9',
    '::ffff:cb00:7109',
    '0:0:0:0:0:ffff:cb00:7109',
    '203.0.113.9:4711',
    '[::ffff:203.0.113.9]:4711',
  ]) {
    assert.equal(networkOf(text), '203.0.113.9', text)
  }
  assert.notEqual(networkOf('203.0.113.9'), networkOf('203.0.113.10'))
})

test('an IPv6 network of 64 bits is one caller, however its addresses are compressed', () => {
  for (const text of [
    '2001:db8::1',
    '2001:db8:0:0::2',
    '2001:0DB8::ffff:0:0:1',
    '[2001:db8::3]:443',
    '2001:db8::',
  ]) {
    assert.equal(networkOf(text), '2001:db8::/64', text)
  }
  assert.equal(networkOf('2001:db8:1:2:3:4:5:6'), '2001:db8:1:2::/64')
  assert.equal(networkOf('2001:db8:1:2:ffff::1'), '2001:db8:1:2::/64')
  assert.notEqual(networkOf('2001:db8::1:0:0:0:1'), networkOf('2001:db8::1'))
  assert.notEqual(networkOf('2001:db8:1::1'), networkOf('2001:db8:1:1::1'))
  assert.equal(networkOf('fe80::1%eth0'), networkOf('fe80::2'), 'a zone makes no other caller')
  assert.equal(networkOf('::1'), '::/64')
})

test('what is no address is one caller together, and is not remembered', () => {
  const garbage = [
    '',
    'unknown',
    'x'.repeat(100_000),
    '1.2.3',
    '0x7f.1',
    '017700000001',
    '1',
    '1.2.3.4.5',
    ':::',
    '::g',
    '1::2::3',
    '300.1.1.1',
    '_hidden',
    '::ffff:1.2.3.400',
  ]
  assert.deepEqual(new Set([undefined, ...garbage].map(networkOf)), new Set(['unknown']))
})

test('a network list knows its addresses in every way of writing them', () => {
  const isInside = networkList(['10.1.0.0/16', '2001:db8::/32', '::ffff:192.0.2.0/120'])
  for (const text of ['10.1.2.3', '::ffff:10.1.2.3', '::ffff:a01:203', '2001:db8:ffff::1', '192.0.2.7'])
    assert.ok(isInside(text), text)
  for (const text of ['10.2.0.1', '2001:db9::1', '', undefined, '10.1', 'localhost'])
    assert.ok(!isInside(text), String(text))
  for (const text of ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1', '0:0:0:0:0:0:0:1'])
    assert.ok(isLoopback(text), text)
  for (const text of ['128.0.0.1', '::2', '::127.0.0.1', '1271.0.0.1']) assert.ok(!isLoopback(text), text)
})

test('a network is an address with a prefix that fits it', () => {
  for (const text of ['10.0.0.0/8', '0.0.0.0/0', '::/0', 'fd00::/128']) assert.ok(isNetwork(text), text)
  for (const text of [
    '10.0.0.0',
    '10.0.0.0/33',
    '::/129',
    '10.0.0/8',
    '10.0.0.0/-1',
    '/8',
    'fe80::1%eth0/64',
    'a/1',
    '::ffff:10.0.0.0/95',
  ]) {
    assert.ok(!isNetwork(text), text)
  }
})

test('proxies are a number of hops or a list of networks; to believe everybody cannot be said', () => {
  for (const text of ['', '0', 'off', 'FALSE', '1', '10', '127.0.0.1', '::1', '10.0.0.0/8, fd00::/8']) {
    assert.ok(namesProxies(text), text)
  }
  for (const text of [
    'on',
    'true',
    'TRUE',
    'yes',
    '11',
    '-1',
    '1.5',
    'loopback',
    '127.0.0.1,',
    '10.0.0.0/33',
    '*',
  ]) {
    assert.ok(!namesProxies(text), text)
  }
  assert.equal(readTrustedProxies('off'), undefined)
  const two = readTrustedProxies('2')
  assert.deepEqual(
    [0, 1, 2].map((hop) => two?.trusts('203.0.113.9', hop)),
    [true, true, false],
  )
  const named = readTrustedProxies('127.0.0.1, 10.0.0.0/8')
  assert.deepEqual(
    ['127.0.0.1', '::ffff:127.0.0.1', '10.9.9.9', '127.0.0.2', '', undefined].map((ip) =>
      named?.trusts(ip, 0),
    ),
    [true, true, true, false, false, false],
  )
})
