import type { SlotSight } from '../../family.ts'
import { type CodeWay, wordOfError, wordOfResult } from './codes.ts'
import { listOf, membersOf, wholeOf } from './frame.ts'
import { CLASS, lockNodeOf } from './lock-node.ts'
import { invoke } from './movement.ts'

/** With this schema the hub has users and credentials, for both kinds of locks. */
export const ACCESS_CONTROL_SCHEMA = 48

const ENABLED = 1
const SUPERVISED_DONE = 255

/** The command class User Code, which most locks have: a slot is a user and a code in one, and has no name. */
export const userCodes: CodeWay = {
  async put({ socket, node, credentialType }, slot, { digits }) {
    if (socket.schema < ACCESS_CONTROL_SCHEMA) {
      const answer = await invoke(socket, node, CLASS.userCode, 'set', [slot, ENABLED, digits])
      if (!answer.ok) return wordOfError(answer)
      return membersOf(answer.result.response)?.status === SUPERVISED_DONE ? 'taken' : 'vague'
    }
    // Not `set_credential`: that leaves a slot switched off which somebody had switched off before.
    const answer = await socket.request('endpoint.access_control.add_user', {
      nodeId: node.nodeId,
      endpoint: node.endpoint,
      userId: slot,
      options: { active: true },
      credential: { credentialType, credentialSlot: slot, data: digits },
    })
    return answer.ok ? wordOfResult(membersOf(answer.result.result)?.credential) : wordOfError(answer)
  },

  async take({ socket, node }, slot) {
    if (socket.schema < ACCESS_CONTROL_SCHEMA) {
      const answer = await invoke(socket, node, CLASS.userCode, 'clear', [slot])
      if (!answer.ok) return wordOfError(answer)
      return membersOf(answer.result.response)?.status === SUPERVISED_DONE ? 'taken' : 'vague'
    }
    const { nodeId, endpoint } = node
    const answer = await socket.request('endpoint.access_control.delete_user', {
      nodeId,
      endpoint,
      userId: slot,
    })
    return answer.ok ? wordOfResult(answer.result.result) : wordOfError(answer)
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
