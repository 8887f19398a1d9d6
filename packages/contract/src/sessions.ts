import Type from 'typebox'
import { route } from './route.ts'

export const sessions = {
  login: route({
    method: 'POST',
    path: '/account/login',
    summary: 'Log in; the answer is a token with all scopes that lives twelve hours',
    access: 'public',
    body: Type.Object({
      email: Type.String({ maxLength: 254 }),
      password: Type.String({ maxLength: 256 }),
      otp: Type.Optional(
        Type.String({ maxLength: 16, description: 'needed when one-time passwords are on' }),
      ),
    }),
    returns: Type.Object({
      accessToken: Type.String(),
      expiresIn: Type.Integer({ description: 'seconds' }),
      accountId: Type.Integer(),
    }),
    errors: ['invalid_credentials', 'otp_required', 'otp_invalid', 'login_locked', 'otp_locked'],
  }),
  logout: route({
    method: 'POST',
    path: '/account/logout',
    summary: 'End the session of the calling token; API and OAuth tokens are left alone',
    access: 'token',
  }),
}
