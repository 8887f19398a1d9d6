import type { PostgresClient } from './postgres-client.ts'

/** A statement that is not answered for so long is looked after; most are long done. */
const SUSPICIOUS_MS = 1500
const LOOK_EVERY_MS = 500
/** Servers have said nothing for at least so long, so that an answer on its way is not overtaken. */
const AT_REST = `state_change < clock_timestamp() - interval '1 second'`

export interface SilenceWatch {
  /** A statement was sent; call what is returned when it was answered. */
  waits(client: PostgresClient): () => void
}

/**
 * Finds connections that are gone without anybody having been told: a machine that vanished, a firewall that forgot. TCP
 * would need minutes. The server is asked over another connection what it does for those that wait: where it is at rest,
 * the statement or its answer was lost. Then it is told to give up that connection too, or its row locks would outlive it.
 */
export function createSilenceWatch(
  /** Opens a connection of its own. */
  open: () => PostgresClient,
  /** Connections were lost: others that rest may be as dead. */
  onLost: () => void,
): SilenceWatch {
  const waiting: Waiting = new Map()
  let timer: NodeJS.Timeout | undefined
  let isLooking = false

  async function lookOnce(): Promise<void> {
    if (isLooking) return
    isLooking = true
    // When the server cannot be reached nobody knows yet, and the next look will tell.
    await look(waiting, open, onLost).catch(() => undefined)
    isLooking = false
  }

  function plan(): void {
    timer ??= setInterval(() => {
      if (waiting.size > 0) return void lookOnce()
      clearInterval(timer)
      timer = undefined
    }, LOOK_EVERY_MS).unref()
  }

  return {
    waits(client) {
      const since = performance.now()
      waiting.set(client, since)
      plan()
      return () => {
        if (waiting.get(client) === since) waiting.delete(client)
      }
    },
  }
}

/** Who waits for an answer, and since when. */
type Waiting = Map<PostgresClient, number>

async function look(waiting: Waiting, open: () => PostgresClient, onLost: () => void): Promise<void> {
  const before = performance.now() - SUSPICIOUS_MS
  const suspected = [...waiting].filter(([client, since]) => since < before && client.isKnownByNumber)
  if (suspected.length === 0) return
  const atRest = await findAtRest(
    open,
    suspected.map(([{ number }]) => number),
  )
  for (const [client, since] of suspected) {
    // Answered after all, and perhaps asked something else since.
    if (!atRest.has(client.number) || waiting.get(client) !== since) continue
    onLost()
    client.drop(new Error('Connection terminated: the server has nothing to do for it, and no answer came'))
  }
}

/** Of these connections those that the server is done with, or never knew; it forgets them. */
async function findAtRest(open: () => PostgresClient, numbers: readonly number[]): Promise<Set<number>> {
  const client = open()
  await client.connect()
  try {
    const { rows } = await client.query<{ number: number; rests: boolean }>(
      `select pid as number, ${AT_REST} and (state <> 'active' or wait_event = 'ClientWrite') as rests
       from pg_stat_activity where pid = any($1) and datname = current_database()`,
      [numbers],
    )
    const busy = new Set(rows.flatMap(({ number, rests }) => (rests ? [] : [number])))
    // Only what was seen at rest: the number of one that is gone may be somebody else's by now.
    const resting = rows.flatMap(({ number, rests }) => (rests ? [number] : []))
    if (resting.length > 0)
      await client.query('select pg_terminate_backend(pid) from unnest($1::int[]) as pid', [resting])
    return new Set(numbers.filter((number) => !busy.has(number)))
  } finally {
    await client.end().catch(() => undefined)
  }
}
