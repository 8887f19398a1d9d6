import { createHash, pbkdf2Sync } from 'node:crypto'

/** Passwords of devices are random and long, so the number of rounds that Mosquitto itself starts with is enough. */
const ROUNDS = 101

/** A password as Mosquitto's password file wants it (`$7$`, PBKDF2 with SHA-512). */
export function brokerPasswordHash(username: string, password: string): string {
  // A user name is given out once, so its hash is as good as a random salt, and the file only changes with its users.
  const salt = createHash('sha256').update(username).digest().subarray(0, 12)
  const hash = pbkdf2Sync(password, salt, ROUNDS, 64, 'sha512')
  return `$7$${ROUNDS}$${salt.toString('base64')}$${hash.toString('base64')}`
}
