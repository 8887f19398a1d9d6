import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isPrivateListener, placeOf } from './address.ts'

const end = (address: string) => ({ address }) as never

test('a broker’s address has the port that is usual, and a login', () => {
  assert.deepEqual(placeOf('mqtt://192.168.1.10'), { protocol: 'mqtt', host: '192.168.1.10', port: 1883 })
  assert.deepEqual(placeOf('mqtts://us%40er:p%3Aw@[fd00::1]:2000'), {
    protocol: 'mqtts',
    host: 'fd00::1',
    port: 2000,
    username: 'us@er',
    password: 'p:w',
  })
  for (const none of ['', 'mqtt://', 'http://192.168.1.10', 'mqtt://%zz@host'])
    assert.equal(placeOf(none), undefined)
})

test('a listener is private when every address it has is', () => {
  for (const address of ['10.1.2.3', '172.31.0.1', '192.168.0.5', '127.0.0.1', '::1', 'fd12::1'])
    assert.equal(isPrivateListener(address), true, address)
  for (const address of ['172.32.0.1', '8.8.8.8', '2a00::1', 'locks.example.com'])
    assert.equal(isPrivateListener(address), false, address)
  assert.equal(isPrivateListener('0.0.0.0', { eth0: [end('192.168.1.10')] }), true)
  assert.equal(isPrivateListener('0.0.0.0', { eth0: [end('192.168.1.10'), end('93.184.216.34')] }), false)
})
