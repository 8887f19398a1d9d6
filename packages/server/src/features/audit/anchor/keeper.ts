import { open } from 'node:fs/promises'
import { type Platform, systemContext } from '../../../platform/context.ts'
import type { Db } from '../../../platform/store/database.ts'
import { anchor } from './anchor.ts'
import * as checkpoints from './checkpoint.ts'
import * as anchorStore from './store.ts'

export interface KeeperOptions {
  /** A file outside of the database to which signed checkpoints are added. */
  checkpointFile?: string | undefined
  checkpointMs: number
}

export interface AuditKeeper {
  start(): Promise<void>
  idle(): Promise<void>
  stop(): Promise<void>
}

/** What is younger could be cut off unnoticed. */
const ANCHOR_MS = 60_000

/** Time alone brings nothing to anchor. */
const nothingInSight = async () => undefined

/** Anchors the audit log every minute, and writes down outside of the database how far it is. */
export function createAuditKeeper(platform: Platform, db: Db, options: KeeperOptions): AuditKeeper {
  const ctx = systemContext(platform, db, 0)
  /** How far each log was when it was last written to the file. */
  const written = new Map<number, number>()
  let writtenAt = Number.NEGATIVE_INFINITY
  let working: Promise<void> = Promise.resolve()
  let stopped = false
  let cancel = () => {}

  async function keep(isLast: boolean): Promise<void> {
    const [seal, [grown]] = await Promise.all([anchorStore.findSeal(db), anchorStore.listGrown(db, -1, 1)])
    if (grown || !seal || seal.number === 0) {
      const result = await anchor(ctx)
      if ('problem' in result) ctx.log.error({ problem: result.problem }, 'the audit log cannot be anchored')
    }
    const isDue = ctx.clock.now() - writtenAt >= options.checkpointMs
    if (options.checkpointFile !== undefined && (isDue || isLast)) await write(options.checkpointFile)
  }

  async function write(path: string): Promise<void> {
    const checkpoint = await checkpoints.ofAll(ctx, written)
    writtenAt = ctx.clock.now()
    if (checkpoint) await append(path, `${JSON.stringify(checkpoint)}\n`)
  }

  function run(isLast = false): Promise<void> {
    working = working
      .then(() => keep(isLast))
      .catch((error: unknown) => {
        // What was not written is written the next time.
        written.clear()
        ctx.log.error({ err: error }, 'the audit log could not be anchored')
      })
    return working
  }

  async function tick(): Promise<void> {
    await run()
    if (!stopped) cancel = platform.clock.after(ANCHOR_MS, tick, nothingInSight)
  }

  return {
    start: tick,
    idle: () => working,
    async stop() {
      stopped = true
      cancel()
      await run(true)
    },
  }
}

/** On the disk when it returns. After a line that was cut off by a kill or a full disk, on one of its own. */
async function append(path: string, line: string): Promise<void> {
  const file = await open(path, 'a+', 0o600)
  try {
    const { size } = await file.stat()
    const { buffer } = await file.read({ buffer: Buffer.alloc(1), position: Math.max(0, size - 1) })
    const isCut = size > 0 && buffer.toString() !== '\n'
    await file.appendFile(isCut ? `\n${line}` : line)
    await file.sync()
  } finally {
    await file.close()
  }
}
