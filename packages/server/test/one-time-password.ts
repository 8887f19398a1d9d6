import { generateSync } from 'otplib'

/** What an authenticator app with this secret shows at a moment. */
export const oneTimePassword = (secret: string, nowMs: number): string =>
  generateSync({ secret, epoch: Math.floor(nowMs / 1000) })
