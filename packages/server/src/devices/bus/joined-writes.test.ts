import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer, Socket } from 'node:net'
import { test } from 'node:test'
import { joinWrites } from './joined-writes.ts'

for (const [what, parts, isJoined] of [
  ['a confirmation in three parts', [Buffer.of(0x40), Buffer.of(2), Buffer.of(0, 7)], true],
  ['what is long', [Buffer.alloc(1000, 1), Buffer.alloc(1000, 2)], false],
  ['text', ['one ', Buffer.from('two'), 'ö'], false],
] as const) {
  test(`${what} arrives whole and in order, ${isJoined ? 'as one buffer' : 'as it was written'}`, async (t) => {
    let pieces: () => number = () => 0
    const server = createServer((socket) => {
      const { mock } = t.mock.method(socket, '_write')
      pieces = () => mock.callCount()
      joinWrites(socket)
      socket.cork()
      for (const part of parts) socket.write(part)
      socket.uncork()
      socket.end()
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const client = new Socket().connect((server.address() as AddressInfo).port, '127.0.0.1')
    const got = await client.toArray()
    server.close()
    assert.deepEqual(Buffer.concat(got), Buffer.concat(parts.map((part) => Buffer.from(part as string))))
    assert.equal(pieces(), isJoined ? 1 : 0)
  })
}
