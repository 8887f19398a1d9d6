import type { SlotEntry, SlotSight, WriteRefusal } from '../../family.ts'
import type { LockNode } from './lock-node.ts'
import type { ScheduleFacts } from './schedule-kinds.ts'
import type { HubSocket } from './socket.ts'

/** What one of the two ways to hold codes does; which one a lock has is told by its interview. */
export interface CodeWay {
  /** Puts the code there and says what the answer was worth. Begins no further exchange once `signal` has fired. */
  put(lock: CodeLock, slot: number, entry: CodePut, signal: AbortSignal): Promise<Word>
  /** Takes the code away; `taken` when the lock or the driver's own reading says that it is gone. */
  take(lock: CodeLock, slot: number): Promise<Word>
  /** One exchange with the lock itself; undefined when it did not answer. */
  read(lock: CodeLock, slot: number): Promise<SlotSight | undefined>
  /** Slots that the hub remembers as used, or does not know: where to read. */
  remembered(lock: CodeLock): Promise<readonly number[]>
}

export type CodePut = SlotEntry

export interface CodeLock {
  readonly socket: HubSocket
  readonly node: LockNode
  readonly places: number
  /** The kind of credential that holds digits with this lock. */
  readonly credentialType: number
  /** Of a lock that keeps windows itself. */
  readonly schedules?: ScheduleFacts | undefined
  /** Listens from now on for the lock's word that it has this code already; who asks waits a moment for it. */
  listenForDuplicate(): () => Promise<boolean>
  /** Whether the last fresh reading of this slot found it free. */
  wasFree(slot: number): boolean
  noteFree(slot: number): void
}

/**
 * `taken`: the lock's own word, or the driver read it back. `heard`: it has received the order and says nothing about it.
 * `vague`: anything may be the case.
 */
export type Word = 'taken' | 'heard' | 'vague' | 'notSent' | { readonly refused: WriteRefusal }
