import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deflateSync } from 'node:zlib'
import { animate, chunksOf } from './animated-png.ts'

/** A grey picture of one line, as a browser would write it. */
function picture(width: number, grey: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(1, 4)
  header.writeUInt8(8, 8)
  const line = Buffer.concat([Buffer.from([0]), Buffer.alloc(width, grey)])
  const chunk = (type: string, data: Buffer) => {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(data.length)
    return Buffer.concat([length, Buffer.from(type, 'latin1'), data, Buffer.alloc(4)])
  }
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(line)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

test('pictures become one that is animated: numbered without a gap, each with its time, the first as it was', () => {
  const frames = [10, 20, 30].map((grey, at) => ({ png: picture(4, grey), ms: 100 * (at + 1) }))
  const chunks = chunksOf(animate(frames))
  assert.deepEqual(
    chunks.map(({ type }) => type),
    ['IHDR', 'acTL', 'fcTL', 'IDAT', 'fcTL', 'fdAT', 'fcTL', 'fdAT', 'IEND'],
  )
  const numbered = chunks.filter(({ type }) => type === 'fcTL' || type === 'fdAT')
  assert.deepEqual(
    numbered.map(({ data }) => data.readUInt32BE(0)),
    [0, 1, 2, 3, 4],
  )
  const controls = chunks.filter(({ type }) => type === 'fcTL')
  assert.deepEqual(
    controls.map(({ data }) => [data.readUInt32BE(4), data.readUInt16BE(20), data.readUInt16BE(22)]),
    [
      [4, 100, 1000],
      [4, 200, 1000],
      [4, 300, 1000],
    ],
  )
  assert.throws(() => animate([...frames, { png: picture(5, 0), ms: 1 }]), /one size/)
})
