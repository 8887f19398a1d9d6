import Type from 'typebox'
import { Password } from './account.ts'
import { alias, Confirmation, MailAddress, orInQuery } from './fields.ts'
import { route } from './route.ts'

export const passwordReset = {
  request: route({
    number: 67,
    method: 'POST',
    path: '/account/password/reset',
    summary: 'Have a password reset mailed; the answer is the same whether the address has an account or not',
    access: 'public',
    body: Type.Object({
      email: MailAddress,
      deleteApiTokens: Type.Optional(
        alias(
          'delete_api_tokens',
          orInQuery(
            Type.Boolean({
              default: true,
              description: 'accepted and not looked at: whoever confirms decides (D112)',
            }),
          ),
        ),
      ),
    }),
    returns: Confirmation,
  }),
  confirm: route({
    method: 'POST',
    path: '/account/password/reset/confirm',
    summary: 'Set a new password with the token that was mailed',
    access: 'public',
    body: Type.Object({
      token: Type.String({ maxLength: 255 }),
      password: Password,
      deleteApiTokens: Type.Optional(
        Type.Boolean({ default: true, description: 'end all tokens and grants, not only sessions' }),
      ),
    }),
    returns: Confirmation,
    errors: ['reset_token_invalid'],
  }),
}
