import type { Api } from '@latchwork/contract'
import type { Handlers } from '../../../http/mount.ts'
import * as stepUp from '../step-up/service.ts'
import { presentPasskey } from './present.ts'
import * as proofs from './proofs.ts'
import * as passkeys from './service.ts'

export const passkeyHandlers: Handlers<Api['passkeys']> = {
  list: async (ctx) => (await passkeys.list(ctx)).map(presentPasskey),
  options: {
    staged: async (ctx, { body }) => {
      await stepUp.assertStepUp(ctx, body)
      return passkeys.requestNew
    },
  },
  register: async (ctx, { body }) => presentPasskey(await passkeys.register(ctx, body.name, body.credential)),
  rename: (ctx, { params, body }) => passkeys.rename(ctx, params.passkeyId, body.name),
  remove: {
    staged: async (ctx, { params, body }) => {
      await stepUp.assertStepUp(ctx, body)
      return (tx) => passkeys.remove(tx, params.passkeyId)
    },
  },
  signInOptions: (ctx) => proofs.requestSignIn(ctx),
  signIn: (ctx, { body }) => proofs.signIn(ctx, body.credential),
  verifyOptions: (ctx) => proofs.requestVerification(ctx),
  verify: (ctx, { body }) => proofs.verify(ctx, body.credential),
}
