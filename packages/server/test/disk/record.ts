/** What happened to a file: written, cut off, synced; or something was reported. */
export interface Deed {
  what: 'W' | 'T' | 'S' | 'R'
  file: 'd' | 'w' | 'm' | 'r'
  /** Where it was written, to what length it was cut; for a sync, up to which byte of the record it holds. */
  offset: number
  data: Buffer
  /** Where it stands in the record. */
  at: number
}

const HEAD_BYTES = 24

/** Reads what `shim.c` wrote down. */
export function readRecord(record: Buffer): Deed[] {
  const deeds: Deed[] = []
  for (let at = 0; at < record.length; ) {
    const length = Number(record.readBigUInt64LE(at + 16))
    deeds.push({
      what: String.fromCharCode(record[at] as number) as Deed['what'],
      file: String.fromCharCode(record[at + 1] as number) as Deed['file'],
      offset: Number(record.readBigUInt64LE(at + 8)),
      data: record.subarray(at + HEAD_BYTES, at + HEAD_BYTES + length),
      at,
    })
    at += HEAD_BYTES + length
  }
  return deeds
}

export interface Remains {
  /** The mark is there as it was last written: nothing waits for it, and a disk may have it before all else. */
  files: { d: Buffer; w: Buffer; m: Buffer }
  /** What had been reported by then. */
  reported: number[]
}

const SECTOR = 512

/**
 * What a loss of power before the nth deed leaves: everything up to the latest sync of a file, and of what came later any
 * part, in any order, sector by sector. The same seed gives the same part.
 */
export function afterPowerLoss(deeds: readonly Deed[], moment: number, seed: number): Remains {
  const done = deeds.slice(0, moment)
  const chance = chances(seed)
  const isKept = keeping(chance)
  const remains = (file: 'd' | 'w'): Buffer => {
    const syncs = done.filter((deed) => deed.what === 'S' && deed.file === file)
    // Two may run at once, and the one that ends last may have begun first.
    const synced = Math.max(0, ...syncs.map(({ offset }) => offset))
    const ofFile = done.filter((deed) => deed.file === file)
    const content = new Content()
    for (const deed of ofFile.filter(({ at }) => at < synced)) content.apply(deed)
    const pending = ofFile.filter(({ at }) => at >= synced).flatMap((deed) => [...sectors(deed)])
    for (const [i, deed] of pending.entries()) if (isKept(i / pending.length)) content.apply(deed)
    return content.bytes()
  }
  const mark = new Content()
  for (const deed of done.filter(({ file }) => file === 'm')) mark.apply(deed)
  const reported = done
    .filter(({ what }) => what === 'R')
    .flatMap(({ data }) => String(data).trim().split('\n').map(Number))
  return { files: { d: remains('d'), w: remains('w'), m: mark.bytes() }, reported }
}

/**
 * Which of the writes nobody waited for are kept, by their place among them, from 0 to 1: any; those from some moment on,
 * as if the disk had begun with the latest; or those up to some moment.
 */
function keeping(chance: () => number): (place: number) => boolean {
  const way = Math.floor(chance() * 3)
  const edge = chance()
  if (way === 0) return () => chance() < edge
  return way === 1 ? (place) => place >= edge : (place) => place < edge
}

function* sectors(deed: Deed): Generator<Deed> {
  if (deed.what !== 'W') return yield deed
  const { offset, data } = deed
  for (let at = 0; at < data.length; ) {
    const size = Math.min(SECTOR - ((offset + at) % SECTOR), data.length - at)
    yield { ...deed, offset: offset + at, data: data.subarray(at, at + size) }
    at += size
  }
}

/** A file as it grows. */
class Content {
  #buffer = Buffer.alloc(64 * 1024)
  #length = 0

  apply({ what, offset, data }: Deed): void {
    if (what === 'W') this.#write(offset, data)
    if (what === 'T') {
      this.#buffer.fill(0, offset)
      this.#length = offset
    }
  }

  #write(offset: number, data: Buffer): void {
    const end = offset + data.length
    while (end > this.#buffer.length)
      this.#buffer = Buffer.concat([this.#buffer, Buffer.alloc(this.#buffer.length)])
    data.copy(this.#buffer, offset)
    this.#length = Math.max(this.#length, end)
  }

  bytes(): Buffer {
    return this.#buffer.subarray(0, this.#length)
  }
}

/** Numbers from 0 to 1 that follow from the seed (mulberry32). */
function chances(seed: number): () => number {
  let state = (seed + 1) * 0x9e3779b9
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}
