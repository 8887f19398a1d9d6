import { createReadStream, createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { StartupError } from '../../platform/startup-error.ts'

/** For whom a backup is encrypted, in the format of the tool `age`, which opens it as well. */
export interface Sealing {
  readonly passphrase?: string | undefined
  /** Public keys: `age1…`. */
  readonly recipients?: readonly string[] | undefined
}

/** What opens it again. */
export interface Opening {
  readonly passphrase?: string | undefined
  /** Lines `AGE-SECRET-KEY-1…` of an identity file. */
  readonly identities?: readonly string[] | undefined
}

export const isSealing = ({ passphrase, recipients = [] }: Sealing): boolean =>
  passphrase !== undefined || recipients.length > 0

// Loaded only where a backup is encrypted.
const age = () => import('age-encryption')

const webStream = (path: string) =>
  Readable.toWeb(createReadStream(path)) as globalThis.ReadableStream<Uint8Array>
const nodeStream = (stream: globalThis.ReadableStream<Uint8Array>) =>
  Readable.fromWeb(stream as ReadableStream<Uint8Array>)

export const sealFile = (from: string, to: string, sealing: Sealing): Promise<void> =>
  sealStream(webStream(from), to, sealing)

/** What comes is nowhere in clear. */
export const sealParts = (parts: AsyncIterable<string>, to: string, sealing: Sealing): Promise<void> =>
  sealStream(
    Readable.toWeb(Readable.from(bytesOf(parts))) as globalThis.ReadableStream<Uint8Array>,
    to,
    sealing,
  )

async function* bytesOf(parts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  for await (const part of parts) yield Buffer.from(part)
}

async function sealStream(
  from: globalThis.ReadableStream<Uint8Array>,
  to: string,
  sealing: Sealing,
): Promise<void> {
  const { Encrypter } = await age()
  const encrypter = new Encrypter()
  try {
    if (sealing.passphrase !== undefined) encrypter.setPassphrase(sealing.passphrase)
    for (const recipient of sealing.recipients ?? []) encrypter.addRecipient(recipient)
  } catch (error) {
    throw new StartupError(`The backup cannot be encrypted: ${(error as Error).message}.`)
  }
  const sealed = await encrypter.encrypt(from)
  await pipeline(nodeStream(sealed), createWriteStream(to, { mode: 0o600, flush: true }))
}

/** Opens what was encrypted for one of these. */
export async function streamOpener({ passphrase, identities = [] }: Opening) {
  const { Decrypter } = await age()
  const decrypter = new Decrypter()
  if (passphrase !== undefined) decrypter.addPassphrase(passphrase)
  for (const identity of identities) decrypter.addIdentity(identity)
  return (from: globalThis.ReadableStream<Uint8Array>) => decrypter.decrypt(from)
}

export async function openFile(from: string, to: string, opening: Opening): Promise<void> {
  try {
    const open = await streamOpener(opening)
    const opened = await open(webStream(from))
    await pipeline(nodeStream(opened), createWriteStream(to, { mode: 0o600, flush: true }))
  } catch (error) {
    throw new StartupError(
      `The backup cannot be opened: ${(error as Error).message}. Give the passphrase or the identity that it was encrypted for.`,
    )
  }
}
