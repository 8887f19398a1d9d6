import type { FamilyTools, FoundLock, Happening, HubSink, HubTrouble, LockSight } from '../src/family.ts'

/** Hears what a family tells, and lets a test wait for it. */
export class RecordingSink implements HubSink {
  readonly hub: (HubTrouble | 'up')[] = []
  readonly locks = new Map<string, FoundLock>()
  readonly lostLocks: string[] = []
  readonly presences = new Map<string, boolean>()
  readonly states: { lock: string; state: LockSight; from: string }[] = []
  readonly happenings: (Happening & { lock: string })[] = []
  readonly #waiting = new Set<() => void>()

  hubUp(): void {
    this.#note(() => this.hub.push('up'))
  }

  hubDown(trouble: HubTrouble): void {
    this.#note(() => this.hub.push(trouble))
  }

  found(lock: string, about: FoundLock): void {
    this.#note(() => this.locks.set(lock, about))
  }

  lost(lock: string): void {
    this.#note(() => this.lostLocks.push(lock))
  }

  presence(lock: string, isOnline: boolean): void {
    this.#note(() => this.presences.set(lock, isOnline))
  }

  state(lock: string, state: LockSight, from: 'report' | 'read' | 'echo'): void {
    this.#note(() => this.states.push({ lock, state, from }))
  }

  happened(lock: string, happening: Happening): void {
    this.#note(() => this.happenings.push({ ...happening, lock }))
  }

  /** States that the gateway would show: everything but what the hub only guesses. */
  shown(lock: string): LockSight[] {
    return this.states.filter((one) => one.lock === lock && one.from !== 'echo').map(({ state }) => state)
  }

  forget(): void {
    this.states.length = 0
    this.happenings.length = 0
    this.hub.length = 0
  }

  /** Resolves as soon as it holds; a test's own limit is what ends it otherwise. */
  async until(holds: () => boolean): Promise<void> {
    while (!holds()) await new Promise<void>((resolve) => this.#waiting.add(resolve))
  }

  #note(happen: () => unknown): void {
    happen()
    for (const tell of this.#waiting) tell()
    this.#waiting.clear()
  }
}

/** The clock on the wall, and a log whose lines a test can look through. */
export function realTools(): FamilyTools & { readonly lines: string[] } {
  const lines: string[] = []
  return {
    lines,
    clock: {
      now: () => Date.now(),
      after(delayMs, callback) {
        const timer = setTimeout(() => void callback(), delayMs)
        return () => clearTimeout(timer)
      },
    },
    believes: () => true,
    log: (fact, details) => lines.push(`${fact} ${JSON.stringify(details ?? {})}`),
  }
}
