import type { SlotSight } from '../../family.ts'
import type { CodeLock, CodePut, CodeWay, Word } from './code-way.ts'
import { wordOfError, wordOfResult } from './codes.ts'
import { listOf, type Members, membersOf, wholeOf } from './frame.ts'
import { digitsOf, usersOf } from './user-code.ts'

const COMMANDS = 'endpoint.access_control.'

/** The hub chose "add" or "modify" by its memory, and the lock says that its memory is wrong. */
const WRONG_MEMORY = new Set([1, 2])

/**
 * The command class User Credential of newer locks: users, who have names, and credentials, which are theirs. A slot of
 * ours is the user and the credential of that number, so what is free has neither.
 */
export const userCredentials: CodeWay = {
  async put(lock, slot, entry, signal) {
    const isNew = !(await userIn(lock, slot))
    const user = await putUser(lock, slot, entry)
    if (user !== 'taken') return user
    // A user without a code proves nothing, and is given one after whatever is more urgent.
    if (signal.aborted) return 'vague'
    const word = await putCredential(lock, slot, entry.digits)
    if (isNew && word !== 'taken' && !signal.aborted && !(await hasCredential(lock, slot)))
      // A user without a code would take a place and mean nothing.
      await call(lock, 'delete_user', { userId: slot })
    return word
  },

  async take(lock, slot) {
    const { credentialType } = lock
    const word = await resultOf(lock, 'delete_credential', {
      userId: slot,
      credentialType,
      credentialSlot: slot,
    })
    if (word !== 'taken' && word !== 'vague') return word
    // Whoever gave this user a fingerprint at the lock keeps it.
    if (await hasOtherCredentials(lock, slot)) return word
    const user = await resultOf(lock, 'delete_user', { userId: slot })
    return word === 'taken' ? word : user
  },

  async read(lock, slot) {
    const { credentialType } = lock
    const answer = await call(lock, 'get_credential', { credentialType, credentialSlot: slot })
    const credential = answer.ok ? membersOf(answer.result.credential) : undefined
    if (!credential) return undefined
    const user = await userIn(lock, slot)
    // A place that nobody's credential is in belongs to user 0.
    if (wholeOf(credential.userId)) return sightOf(slot, credential, user)
    return { slot, holds: user && (await isStillThere(lock, slot)) ? 'disabled' : 'free' }
  },

  async remembered(lock) {
    const users = await call(lock, 'get_users_cached', {})
    const credentials = await call(lock, 'get_credentials_by_type_cached', {
      credentialType: lock.credentialType,
    })
    const slots = credentials.ok
      ? listOf(credentials.result.credentials).flatMap((one) => wholeOf(membersOf(one)?.slot) ?? [])
      : []
    return [...new Set([...(users.ok ? usersOf(users.result.users) : []), ...slots])]
  },
}

function call(lock: CodeLock, command: string, args: Members) {
  const { nodeId, endpoint } = lock.node
  return lock.socket.request(`${COMMANDS}${command}`, { nodeId, endpoint, ...args })
}

async function resultOf(lock: CodeLock, command: string, args: Members): Promise<Word> {
  const answer = await call(lock, command, args)
  return answer.ok ? wordOfResult(answer.result.result) : wordOfError(answer)
}

/** The hub hears of every change of a user, so its memory will do where nothing is to be proven. */
async function userIn(lock: CodeLock, slot: number): Promise<Members | undefined> {
  const answer = await call(lock, 'get_user_cached', { userId: slot })
  return answer.ok ? membersOf(answer.result.user) : undefined
}

/**
 * Whether a user without a code, whom the hub remembers, is on the lock: a lock need not tell that one was deleted there.
 * The hub tells of a user who does not exist as of one who is switched off and has no name; so whoever has anything
 * else, a name or another credential, is somebody.
 */
async function isStillThere(lock: CodeLock, slot: number): Promise<boolean> {
  const answer = await call(lock, 'get_user', { userId: slot })
  const user = answer.ok ? membersOf(answer.result.user) : undefined
  if (user?.active !== false || user.userName) return true
  return hasOtherCredentials(lock, slot)
}

async function hasOtherCredentials(lock: CodeLock, slot: number): Promise<boolean> {
  const left = await call(lock, 'get_credentials_cached', { userId: slot })
  const credentials = left.ok ? listOf(left.result.credentials) : []
  return credentials.some((one) => !isAt(one, lock.credentialType, slot))
}

/** By a fresh reading; where nothing is answered, there may be one. */
async function hasCredential(lock: CodeLock, slot: number): Promise<boolean> {
  const { credentialType } = lock
  const answer = await call(lock, 'get_credential', { credentialType, credentialSlot: slot })
  return !answer.ok || membersOf(answer.result.credential)?.userId !== 0
}

async function putUser(lock: CodeLock, slot: number, { name }: CodePut): Promise<Word> {
  const args = { userId: slot, options: { active: true, userType: 0, ...(name ? { userName: name } : {}) } }
  const answer = await call(lock, 'set_user', args)
  if (!answer.ok || !WRONG_MEMORY.has(Number(answer.result.result))) return wordOf(answer)
  await call(lock, 'get_user', { userId: slot })
  return resultOf(lock, 'set_user', args)
}

async function putCredential(lock: CodeLock, slot: number, data: string): Promise<Word> {
  const { credentialType } = lock
  const args = { userId: slot, credentialType, credentialSlot: slot, data }
  const answer = await call(lock, 'set_credential', args)
  if (!answer.ok || !WRONG_MEMORY.has(Number(answer.result.result))) return wordOf(answer)
  await call(lock, 'get_credential', { credentialType, credentialSlot: slot })
  return resultOf(lock, 'set_credential', args)
}

const wordOf = (answer: Awaited<ReturnType<typeof call>>): Word =>
  answer.ok ? wordOfResult(answer.result.result) : wordOfError(answer)

function isAt(credential: unknown, type: number, slot: number): boolean {
  const members = membersOf(credential)
  return members?.type === type && members.slot === slot
}

function sightOf(slot: number, credential: Members, user: Members | undefined): SlotSight {
  const digits = digitsOf(credential.data)
  const holds = user?.active === false ? 'disabled' : 'code'
  return digits === undefined ? { slot, holds } : { slot, holds, digits }
}
