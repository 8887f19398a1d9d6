import { isModestJson } from '@latchwork/contract/modest-json'

/**
 * What comes over the socket of the Z-Wave server, read with distrust: the server has no login, so whoever reaches the
 * address may be what answers there. Nothing of a frame is kept but numbers, short names and what a later step reads
 * member by member; texts of errors are dropped here, because drivers put codes into them.
 */

export type Members = Readonly<Record<string, unknown>>

export type Frame =
  | {
      readonly kind: 'version'
      readonly homeId: number
      readonly schemas: SchemaRange
      readonly version: string
    }
  | { readonly kind: 'result'; readonly id: string; readonly reply: Reply }
  | { readonly kind: 'event'; readonly event: HubEvent }
  /** Something newer than this program; it says nothing to us. */
  | { readonly kind: 'other' }

export interface SchemaRange {
  readonly min: number
  readonly max: number
}

/** The number of the driver's error, where it is one of the driver's; 0 for all others. */
export type Reply =
  | { readonly ok: true; readonly result: Members }
  | { readonly ok: false; readonly error: number }

export interface HubEvent {
  readonly source: string
  readonly name: string
  readonly nodeId: number
  /** The event as a whole: what else is in it depends on its name. */
  readonly members: Members
}

/** Deeper or more than a network of 232 nodes says in its longest answer. */
const DEEPEST = 32
const MOST_PARTS = 2_000_000

/** Nodes and values are a few kinds of objects; a driver may add kinds of its own. */
const MOST_SHAPES = { objects: MOST_PARTS, members: MOST_PARTS, shapes: 20_000 }

const QUOTE = 0x22
const BACKSLASH = 0x5c
/** By byte: how much deeper it leads, and whether another part follows. */
const DEEPER = new Int8Array(256)
const PARTS = new Int8Array(256)
for (const opening of '[{') DEEPER[opening.charCodeAt(0)] = 1
for (const closing of ']}') DEEPER[closing.charCodeAt(0)] = -1
for (const mark of '[{,') PARTS[mark.charCodeAt(0)] = 1

/**
 * Looks at a frame before it is parsed: thirty megabytes of brackets are a gigabyte of arrays, and parsing them is what
 * a broken or hostile hub would bring the gateway down with.
 */
export function isModest(data: Uint8Array, limits = { depth: DEEPEST, parts: MOST_PARTS }): boolean {
  let depth = 0
  let parts = 0
  let isText = false
  for (let at = 0; at < data.length; at++) {
    const byte = data[at] as number
    if (byte === QUOTE) isText = !isText
    else if (isText) at += byte === BACKSLASH ? 1 : 0
    else {
      depth += DEEPER[byte] as number
      parts += PARTS[byte] as number
      if (depth > limits.depth || parts > limits.parts) return false
    }
  }
  return true
}

/** Undefined: no frame of this protocol. */
export function readFrame(data: Buffer): Frame | undefined {
  if (!isModest(data)) return undefined
  const frame = parsed(data)
  if (!frame) return undefined
  if (frame.type === 'version') return versionOf(frame)
  if (frame.type === 'result') return resultOf(frame)
  if (frame.type === 'event') return eventOf(frame)
  return { kind: 'other' }
}

function parsed(data: Buffer): Members | undefined {
  try {
    const text = data.toString('utf8')
    return isModestJson(text, MOST_SHAPES) ? membersOf(JSON.parse(text)) : undefined
  } catch {
    // The parser's message quotes what it read; it is not passed on.
    return undefined
  }
}

function versionOf(frame: Members): Frame | undefined {
  const homeId = wholeOf(frame.homeId)
  const min = wholeOf(frame.minSchemaVersion)
  const max = wholeOf(frame.maxSchemaVersion)
  if (homeId === undefined || min === undefined || max === undefined) return undefined
  return { kind: 'version', homeId, schemas: { min, max }, version: textOf(frame.serverVersion, 32) ?? '' }
}

function resultOf(frame: Members): Frame | undefined {
  const id = textOf(frame.messageId, 32)
  if (id === undefined) return undefined
  const reply: Reply = frame.success
    ? { ok: true, result: membersOf(frame.result) ?? {} }
    : { ok: false, error: wholeOf(frame.zwaveErrorCode) ?? 0 }
  return { kind: 'result', id, reply }
}

function eventOf(frame: Members): Frame {
  const members = membersOf(frame.event)
  const source = textOf(members?.source, 32)
  const name = textOf(members?.event, 64)
  if (!members || source === undefined || name === undefined) return { kind: 'other' }
  const nodeId = wholeOf(members.nodeId) ?? wholeOf(membersOf(members.node)?.nodeId) ?? 0
  return { kind: 'event', event: { source, name, nodeId, members } }
}

export function membersOf(value: unknown): Members | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : undefined
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** A number as this protocol uses them: whole, and none that is negative. */
export function wholeOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 0xffff_ffff
    ? value
    : undefined
}

export function textOf(value: unknown, longest: number): string | undefined {
  return typeof value === 'string' && value.length <= longest ? value : undefined
}
