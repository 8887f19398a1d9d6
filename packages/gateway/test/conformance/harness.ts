import type { LockCapability } from '@latchwork/contract'
import type { LdpDoor } from './ldp-door.ts'

/** What the kit does to the partner: a lock that is not ours, or as near to one as can be had. */
export interface Hands {
  isLocked(): boolean
  stand(isLocked: boolean): void | Promise<void>
  /** How often its motor was told to move. */
  moves(): number
  /** The codes it holds, whoever put them there. */
  held(): string[]
  /** Healthy, locked, in reach, with no codes. */
  reset(): Promise<void>
  away(): void
  back(): void | Promise<void>
  mute(isOn: boolean): void
  refuse(isOn: boolean): void
  mask(isOn: boolean): void
  /** Whoever is at the keypad; a code that it holds opens. */
  keypad(code: string): void | Promise<void>
  manual(isLocked: boolean): void | Promise<void>
  /** What is between the gateway and the lock, or the lock itself, is gone for a moment. */
  restartHub(): Promise<void>
  /** Has as much read from it as can be made to wait. */
  readALot(): Promise<void>
  /** Tells so many things at once. */
  tellALot(count: number): void
  /** Those below are of locks that are reached through something that is not ours. */
  writes?(): number
  dropWrites?(isOn: boolean): void
  withhold?(isOn: boolean): void
  /** A code that somebody else put there; in the place of ours, if that is given. */
  foreignCode?(code: string, instead?: string): Promise<void>
}

/** One family under test: a lock that the service sees as a device of LDP/1, and hands on what is behind it. */
export interface Harness {
  capability(): LockCapability
  readonly door: LdpDoor
  readonly hands: Hands
  /** A code by the rules of this lock; another one for every number. */
  code(number: number): number
  /** The program in between is ended and started again. */
  restart(): Promise<void>
  /** Everything that was logged. */
  log(): string
  stop(): Promise<void>
}

/** One promise that every family keeps, or is excused from by what it declares. */
export interface Check {
  readonly number: number
  /** A sentence for people; the table of docs/locks.md has it. */
  readonly promise: string
  /** Why a lock with this capability need not keep it. */
  readonly excuse?: (capability: LockCapability) => string | undefined
  readonly run: (harness: Harness) => Promise<void>
}

/** What a lock without codes need not promise of them. */
export const hasNoCodes: NonNullable<Check['excuse']> = ({ codes }) =>
  codes === undefined ? 'there are no codes on this way' : undefined
