import { randomBytes } from 'node:crypto'
import type { Config } from '../config.ts'
import * as account from '../features/identity/account/service.ts'
import * as apiKeys from '../features/keys/api-keys/service.ts'
import { inTransaction } from '../platform/context.ts'
import type { Service } from './compose.ts'

/** The owner's account; with what was generated for it when this is the first start. */
export interface Owner {
  accountId: number
  email: string
  /** Only on the first start, and only when the operator set none. */
  password?: string
  /** Only on the first start (D41), and only when the operator set none: who set it knows it. */
  token?: string
}

/** Makes the first account and its token on the very first start; later it only says whose service this is. */
export async function prepareOwner(service: Service, { admin }: Config): Promise<Owner | undefined> {
  const password = admin.password ?? randomBytes(12).toString('base64url')
  return inTransaction(service.contextFor(0), async (tx) => {
    const first = await account.ensureFirst(tx, { email: admin.email, password, name: 'Owner' })
    if (!first) return undefined
    const { accountId } = first
    if (!first.isNew) return { accountId, email: admin.email }
    const token = await apiKeys.createFirstToken({ ...tx, accountId }, accountId, admin.token)
    return {
      accountId,
      email: admin.email,
      ...(admin.token === undefined && { token }),
      ...(admin.password === undefined && { password }),
    }
  })
}
