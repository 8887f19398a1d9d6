import process from 'node:process'
import type { Family, FamilyMaker, HubSink } from '../../src/family.ts'

/** Asked of the hub in the other process. */
export interface HubQuestion {
  readonly id: number
  readonly call: 'act' | 'write' | 'erase' | 'look'
  readonly args: readonly unknown[]
}

/** What the hub in the other process says: an answer, or what it has at the beginning. */
export type HubWord =
  | { readonly id: number; readonly answer: unknown }
  | { readonly locks: readonly Parameters<HubSink['found']>[] }

/** A family whose hub and locks live in the process that started this one: they stay when this one is killed. */
export const ipcFamily: FamilyMaker = () => {
  const waiting = new Map<number, (answer: unknown) => void>()
  let last = 0
  const ask = (call: HubQuestion['call'], ...args: unknown[]) =>
    new Promise<unknown>((resolve) => {
      last += 1
      waiting.set(last, resolve)
      process.send?.({ id: last, call, args } satisfies HubQuestion)
    })
  const family = {
    open(sink: HubSink) {
      process.on('message', (word: HubWord) => {
        if ('id' in word) {
          waiting.get(word.id)?.(word.answer)
          waiting.delete(word.id)
          return
        }
        sink.hubUp({})
        for (const [lock, about] of word.locks) {
          sink.found(lock, about)
          sink.presence(lock, true)
        }
      })
      process.send?.('open')
    },
    act: (lock: string, order: unknown) => ask('act', lock, order),
    write: (lock: string, slot: number, entry: unknown) => ask('write', lock, slot, entry),
    erase: (lock: string, slot: number) => ask('erase', lock, slot),
    look: (lock: string, what: unknown) => ask('look', lock, what),
  }
  return family as unknown as Family
}
