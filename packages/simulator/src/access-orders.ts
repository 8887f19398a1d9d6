import { overlaps } from '@latchwork/access-window'
import type { AccessEntry, DownDesired } from '@latchwork/contract/device'
import { ACCESS_ERROR, objectionTo, Revisions, type SettingsAnswer } from '@latchwork/ldp-device'
import type { AccessList } from './access-list.ts'
import type { Faults } from './faults.ts'

/** As many as the locks people know hold. */
const CAPACITY = 200

/** D51: six digits 1 to 9, not starting with 12. */
const CODE = /^(?!12)[1-9]{6}$/

/** Takes orders about access rights, by the rules of a device: it takes what it can and says what it cannot. */
export class AccessOrders {
  readonly #list: AccessList
  readonly #hasKeypad: () => boolean
  readonly #faults: Pick<Faults, 'keypadFull' | 'rejectConfig'>
  readonly #revisions = new Revisions<SettingsAnswer>()

  constructor(
    list: AccessList,
    hasKeypad: () => boolean,
    faults: Pick<Faults, 'keypadFull' | 'rejectConfig'>,
  ) {
    this.#list = list
    this.#hasKeypad = hasKeypad
    this.#faults = faults
  }

  /** Undefined when the order is older than one that was carried out. */
  apply({ rev, set }: Pick<DownDesired, 'rev' | 'set'>): SettingsAnswer | undefined {
    return this.#revisions.apply(rev, () => this.#carryOut(set))
  }

  #carryOut(set: DownDesired['set']): SettingsAnswer {
    const keys = Object.keys(set)
    const errors = this.#faults.rejectConfig
      ? keys.map((path) => ({ path, code: ACCESS_ERROR.badParameter }))
      : this.#take(set)
    return { errors, values: this.#list.report(keys) }
  }

  /** Removals first: what they free, places and codes, is there for the additions. */
  #take(set: DownDesired['set']): SettingsAnswer['errors'] {
    const additions = Object.entries(set).filter(([key, entry]) => entry !== null || this.#list.delete(key))
    const waiting = new Set(additions.map(([key]) => key))
    const errors: SettingsAnswer['errors'] = []
    for (const [key, entry] of additions) {
      const code = this.#objection(key, entry, waiting)
      if (code === undefined) this.#list.set(key, entry as AccessEntry)
      else errors.push({ path: key, code })
      waiting.delete(key)
    }
    return errors
  }

  /** `waiting` are the keys whose entries are about to be replaced: two of them may swap their codes. */
  #objection(key: string, entry: unknown, waiting: ReadonlySet<string>): number | undefined {
    return objectionTo(key, entry, {
      canHold: ({ type }) => type !== 13 || this.#hasKeypad(),
      isGoodCode: (code) => CODE.test(code),
      isTaken: (asked) =>
        this.#list
          .except(new Set([...waiting, key]))
          .some((other) => other.code === asked.code && overlaps(other, asked)),
      isFull: ({ type }) => !this.#list.get(key) && this.#isFullFor(type),
    })
  }

  #isFullFor(type: AccessEntry['type']): boolean {
    return this.#list.size >= CAPACITY || (type === 13 && this.#faults.keypadFull)
  }
}
