import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const directory = mkdtempSync(join(tmpdir(), 'latchwork-ca-'))
process.on('exit', () => rmSync(directory, { recursive: true, force: true }))

const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: directory, stdio: 'pipe' })
const newKey = (name: string) => [
  '-newkey',
  'ec',
  '-pkeyopt',
  'ec_paramgen_curve:P-256',
  '-nodes',
  '-keyout',
  name,
]

/** A certificate authority of this test run, and a certificate for this machine that it signed. */
openssl('req', '-x509', ...newKey('ca.key'), '-out', 'ca.pem', '-days', '2', '-subj', '/CN=Latchwork test CA')
writeFileSync(join(directory, 'names'), 'subjectAltName=DNS:localhost,IP:127.0.0.1\n')
openssl('req', ...newKey('server.key'), '-out', 'server.csr', '-subj', '/CN=localhost')
openssl(
  ...['x509', '-req', '-in', 'server.csr', '-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial'],
  ...['-days', '2', '-extfile', 'names', '-out', 'server.pem'],
)

export const TEST_CA_FILE = join(directory, 'ca.pem')

/** Key and certificate of a server on this machine. */
export const testCertificate = () => ({
  key: readFileSync(join(directory, 'server.key')),
  cert: readFileSync(join(directory, 'server.pem')),
})
