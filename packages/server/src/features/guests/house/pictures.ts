import type { PictureType } from '@latchwork/contract'

/** What a picture says about itself in its first bytes; what anybody else says of it does not count. */
export interface PictureFacts {
  type: PictureType
  width: number
  height: number
}

/** A small file can unfold to a picture that no phone has room for. */
const MOST_PIXELS_A_SIDE = 4096

/** The type and size of a JPEG, PNG or WebP; undefined for anything else, and for what is too large to show. */
export function readPicture(bytes: Buffer): PictureFacts | undefined {
  const facts = readPng(bytes) ?? readJpeg(bytes) ?? readWebp(bytes)
  return facts && isShown(facts.width) && isShown(facts.height) ? facts : undefined
}

const isShown = (side: number): boolean => side >= 1 && side <= MOST_PIXELS_A_SIDE

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

function readPng(bytes: Buffer): PictureFacts | undefined {
  if (bytes.length < 33 || !bytes.subarray(0, 8).equals(PNG)) return undefined
  if (bytes.toString('latin1', 12, 16) !== 'IHDR') return undefined
  return { type: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}

/** Parts that begin a frame: they have its size. Others between 0xc0 and 0xcf are tables. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc

function readJpeg(bytes: Buffer): PictureFacts | undefined {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return undefined
  let at = 2
  while (at + 9 < bytes.length) {
    if (bytes[at] !== 0xff) return undefined
    const marker = bytes[at + 1] as number
    if (isFrame(marker))
      return { type: 'image/jpeg', height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
    at += 2 + Math.max(bytes.readUInt16BE(at + 2), 2)
  }
  return undefined
}

function readWebp(bytes: Buffer): PictureFacts | undefined {
  if (bytes.length < 30 || bytes.toString('latin1', 0, 4) !== 'RIFF') return undefined
  if (bytes.toString('latin1', 8, 12) !== 'WEBP') return undefined
  const size = webpSize(bytes)
  return size && { type: 'image/webp', ...size }
}

function webpSize(bytes: Buffer): { width: number; height: number } | undefined {
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8X':
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }
    case 'VP8L': {
      const bits = bytes.readUInt32LE(21)
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
    }
    case 'VP8 ':
      return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
    default:
      return undefined
  }
}
