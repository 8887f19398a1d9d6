import type { SlotSight } from '../../family.ts'
import type { CodeWay, Word } from './code-way.ts'
import { wordOfError } from './codes.ts'
import { listOf, membersOf, wholeOf } from './frame.ts'
import { CLASS, lockNodeOf } from './lock-node.ts'
import { invoke } from './movement.ts'
import type { Answer } from './socket.ts'

/** With this schema the hub has users and credentials, for both kinds of locks. */
export const ACCESS_CONTROL_SCHEMA = 48

const ENABLED = 1
const SUPERVISED_DONE = 255

/**
 * The command class User Code, which most locks have: a slot is a user and a code in one, and has no name. By its own
 * methods, also where the server has others for users: those read a silent lock again and again, for twenty seconds in
 * which nothing else can be asked.
 */
export const userCodes: CodeWay = {
  async put({ socket, node }, slot, { digits }) {
    return wordOfMethod(await invoke(socket, node, CLASS.userCode, 'set', [slot, ENABLED, digits]))
  },

  async take({ socket, node }, slot) {
    return wordOfMethod(await invoke(socket, node, CLASS.userCode, 'clear', [slot]))
  },

  /** Not `get_credential`: it says the same of a free slot and of a lock that did not answer. */
  async read({ socket, node }, slot) {
    const answer = await invoke(socket, node, CLASS.userCode, 'get', [slot])
    const report = answer.ok ? membersOf(answer.result.response) : undefined
    const status = wholeOf(report?.userIdStatus)
    return report && status !== undefined ? sightOf(slot, status, report.userCode) : undefined
  },

  /** Until a slot was read once nobody knows of it: the driver does not ask for all codes when it meets a lock. */
  async remembered({ socket, node, places }) {
    const answer = await socket.request('node.get_state', { nodeId: node.nodeId })
    const slots = answer.ok ? lockNodeOf(answer.result.state)?.rememberedSlots : undefined
    return Array.from({ length: places }, (_, i) => i + 1).filter((slot) => slots?.get(slot) !== 'free')
  },
}

/** A lock without supervision acknowledges that it heard, and no more. */
function wordOfMethod(answer: Answer): Word {
  if (!answer.ok) return wordOfError(answer)
  const status = membersOf(answer.result.response)?.status
  if (status === undefined) return 'heard'
  return status === SUPERVISED_DONE ? 'taken' : 'vague'
}

export function usersOf(users: unknown): readonly number[] {
  return listOf(users).flatMap((user) => wholeOf(membersOf(user)?.userId) ?? [])
}

/** 0 free, 1 enabled, 2 disabled, 254 the lock does not tell: then it has not been seen. */
function sightOf(slot: number, status: number, code: unknown): SlotSight | undefined {
  if (status === 0) return { slot, holds: 'free' }
  if (status === 254) return undefined
  const digits = digitsOf(code)
  const holds = status === ENABLED ? 'code' : 'disabled'
  return digits === undefined ? { slot, holds } : { slot, holds, digits }
}

/** Locks that mask their codes show asterisks, or nothing. */
export function digitsOf(data: unknown): string | undefined {
  const bytes = membersOf(data)?.data
  const text = Array.isArray(bytes) ? Buffer.from(bytes.map(Number)).toString('latin1') : data
  return typeof text === 'string' && /^\d{1,10}$/.test(text) ? text : undefined
}
