import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const directory = mkdtempSync(join(tmpdir(), 'latchwork-ca-'))
process.on('exit', () => rmSync(directory, { recursive: true, force: true }))

const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: directory, stdio: 'pipe' })
const newKey = (name: string) => [
  ...['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'],
  ...['-keyout', name],
]

function newAuthority(name: string): void {
  const subject = ['-subj', `/CN=Latchwork test CA ${name}`]
  openssl('req', '-x509', ...newKey(`${name}.key`), '-out', `${name}.pem`, '-days', '30', ...subject)
}

export interface CertificateFiles {
  readonly certFile: string
  readonly keyFile: string
  readonly cert: string
  readonly key: string
}

let issued = 0

/** A certificate for a server on this machine, or for whoever the subject names, of the test run's authority. */
export function issueCertificate(
  options: { commonName?: string; names?: string; authority?: 'ca' | 'stranger'; days?: number } = {},
): CertificateFiles {
  const { commonName = 'localhost', authority = 'ca', days = 30 } = options
  const name = `issued-${issued++}`
  if (authority === 'stranger') newAuthority('stranger')
  const names = options.names ?? 'DNS:localhost,IP:127.0.0.1'
  writeFileSync(join(directory, `${name}.names`), names === '' ? '' : `subjectAltName=${names}\n`)
  openssl('req', ...newKey(`${name}.key`), '-out', `${name}.csr`, '-subj', `/CN=${commonName}`)
  openssl(
    ...['x509', '-req', '-in', `${name}.csr`, '-CA', `${authority}.pem`, '-CAkey', `${authority}.key`],
    ...['-CAcreateserial', '-days', String(days), '-extfile', `${name}.names`, '-out', `${name}.pem`],
  )
  const [certFile, keyFile] = [join(directory, `${name}.pem`), join(directory, `${name}.key`)]
  return { certFile, keyFile, cert: readFileSync(certFile, 'utf8'), key: readFileSync(keyFile, 'utf8') }
}

/** A certificate authority of this test run, and a certificate for this machine that it signed. */
newAuthority('ca')
const server = issueCertificate()

export const TEST_CA_FILE = join(directory, 'ca.pem')

/** Key and certificate of a server on this machine. */
export const testCertificate = () => ({ key: Buffer.from(server.key), cert: Buffer.from(server.cert) })
