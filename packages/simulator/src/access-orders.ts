import { checkWindow, overlaps } from '@latchwork/access-window'
import { AccessEntry, type DownDesired, LDP_REFUSAL } from '@latchwork/contract/device'
import { Compile } from 'typebox/compile'
import type { AccessList } from './access-list.ts'
import type { SettingsAnswer } from './device-settings.ts'
import type { Faults } from './faults.ts'

/** As many as the locks people know hold. */
const CAPACITY = 200

/** Device errors (7.5). */
const BAD_PARAMETER = 0x12
const TOO_MANY = 0x13
const INVALID_AUTH_ID = 0x24
const CODE_EXISTS = 0x2a
const CODE_INVALID = 0x2b

const entryShape = Compile(AccessEntry)
const KEY = /^[0-9a-f]{24}$/
/** D51: six digits 1 to 9, not starting with 12. */
const CODE = /^(?!12)[1-9]{6}$/

/** Takes orders about access rights, by the rules of a device: it takes what it can and says what it cannot. */
export class AccessOrders {
  readonly #list: AccessList
  readonly #hasKeypad: () => boolean
  readonly #faults: Pick<Faults, 'keypadFull' | 'rejectConfig'>
  #last: { rev: number; answer: SettingsAnswer } | undefined

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
    if (this.#last && rev < this.#last.rev) return undefined
    if (this.#last?.rev !== rev) this.#last = { rev, answer: this.#carryOut(set) }
    return this.#last.answer
  }

  #carryOut(set: DownDesired['set']): SettingsAnswer {
    const keys = Object.keys(set)
    const errors = this.#faults.rejectConfig
      ? keys.map((path) => ({ path, code: BAD_PARAMETER }))
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
    if (!KEY.test(key)) return INVALID_AUTH_ID
    if (!entryShape.Check(entry) || checkWindow(entry).length > 0) return BAD_PARAMETER
    return this.#objectionToCode(key, entry, waiting) ?? this.#objectionToSize(key, entry)
  }

  #objectionToCode(key: string, entry: AccessEntry, waiting: ReadonlySet<string>): number | undefined {
    const { type, code } = entry
    if (type !== 13) return code === undefined ? undefined : BAD_PARAMETER
    if (!this.#hasKeypad()) return LDP_REFUSAL.notCapable
    if (!CODE.test(String(code))) return CODE_INVALID
    const others = this.#list.except(new Set([...waiting, key]))
    return others.some((other) => other.code === code && overlaps(other, entry)) ? CODE_EXISTS : undefined
  }

  #objectionToSize(key: string, { type }: AccessEntry): number | undefined {
    if (this.#list.get(key)) return undefined
    const isFull = this.#list.size >= CAPACITY || (type === 13 && this.#faults.keypadFull)
    return isFull ? TOO_MANY : undefined
  }
}
