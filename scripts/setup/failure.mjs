/** A reason why the set-up cannot go on, said in one sentence to the person at the terminal. */
export class SetupFailure extends Error {}

const REASONS = [
  [
    /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT)\b/,
    'the package registry cannot be reached; connect this machine to the network, or point npm at a registry it can reach, and run the command again.',
  ],
  [
    /\b(EACCES|EPERM|EROFS)\b/,
    'npm may not write here; give the current user write access to this folder and to its npm cache, and run the command again.',
  ],
  [/\bENOSPC\b/, 'the disk is full; free about 1 GB and run the command again.'],
  [
    /in sync|\bEUSAGE\b/,
    'package-lock.json does not match package.json; run `npm install` and `node scripts/complete-lockfile.mjs`, and commit the result.',
  ],
  [/\bEBADPLATFORM\b/, 'a dependency does not support this platform; Latchwork runs on Linux x64 and arm64.'],
  [
    /\bEINTEGRITY\b/,
    'a downloaded package does not match package-lock.json; clean the npm cache and run the command again.',
  ],
]

/** What npm's output means, as one sentence; the output itself is printed above it. */
export function explainNpm(output) {
  const found = REASONS.find(([pattern]) => pattern.test(output))
  return found ? found[1] : 'npm could not install the dependencies; its own words are above.'
}

/** The last lines of a program's output, for the terminal. */
export const tail = (output, lines = 25) => output.trimEnd().split('\n').slice(-lines).join('\n')
