import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { connect } from 'node:tls'
import type { LogFn } from 'pino'
import { type CertificateFiles, issueCertificate } from '../../../test/certificates.ts'
import { StartupError } from '../startup-error.ts'
import { openTlsFiles } from './tls-files.ts'

const [first, second] = [issueCertificate(), issueCertificate()]

const fingerprintOf = ({ certFile }: CertificateFiles): string =>
  execFileSync('openssl', ['x509', '-in', certFile, '-noout', '-fingerprint', '-sha256'], {
    encoding: 'utf8',
  })
    .trim()
    .replace(/^.*=/, '')

/** Files in a folder of their own, a server that follows them, and what was logged. */
async function following(t: TestContext, { certFile = 'cert.pem', keyFile = 'key.pem' } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'tls-files-'))
  const at = (name: string) => join(folder, name)
  writeFileSync(at('cert.pem'), first.cert)
  writeFileSync(at('key.pem'), first.key, { mode: 0o600 })
  const warnings: string[] = []
  const warn: LogFn = (detail: object, said?: unknown) => {
    warnings.push('reason' in detail ? String(detail.reason) : String(said))
  }
  const log = { info: () => {}, warn }
  const open = () => openTlsFiles({ certFile: at(certFile), keyFile: at(keyFile), log })
  t.after(() => rmSync(folder, { recursive: true }))
  const start = async () => {
    const files = open()
    const server = createServer(files.options('everybody')).listen(0, '127.0.0.1')
    files.follow(server, 'everybody')
    await once(server, 'listening')
    t.after(() => {
      files.stop()
      server.close()
    })
    /** As many looks as a change needs. */
    const settle = () => {
      files.look()
      files.look()
    }
    return { files, settle, served: () => servedBy((server.address() as AddressInfo).port) }
  }
  return { at, warnings, start, open }
}

/** The fingerprint a stranger sees. */
async function servedBy(port: number): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false })
  await once(socket, 'secureConnect')
  const { fingerprint256 } = socket.getPeerCertificate()
  socket.destroy()
  return fingerprint256
}

test('TLS files, replaced by renaming as most tools do, are served without a restart', async (t) => {
  const { at, warnings, start } = await following(t)
  const { files, settle, served } = await start()
  assert.equal(await served(), fingerprintOf(first))
  assert.equal(files.certificate().fingerprint, fingerprintOf(first))
  writeFileSync(at('new-key'), second.key, { mode: 0o600 })
  renameSync(at('new-key'), at('key.pem'))
  settle()
  assert.equal(await served(), fingerprintOf(first), 'a key without its certificate changes nothing')
  assert.match(warnings.join(), /^certificate and key do not belong together$/)
  settle()
  assert.equal(warnings.length, 1, 'and is told once, not at every look')
  writeFileSync(at('new-cert'), second.cert)
  renameSync(at('new-cert'), at('cert.pem'))
  settle()
  assert.equal(await served(), fingerprintOf(second))
  assert.equal(files.certificate().fingerprint, fingerprintOf(second))
})

test('TLS files behind links, as certbot and Kubernetes keep them, follow the links', async (t) => {
  const { at, start } = await following(t, { certFile: 'live/cert.pem', keyFile: 'live/key.pem' })
  symlinkSync('.', at('live'))
  const { settle, served } = await start()
  execFileSync('mkdir', [at('next')])
  writeFileSync(at('next/cert.pem'), second.cert)
  writeFileSync(at('next/key.pem'), second.key, { mode: 0o600 })
  symlinkSync('next', at('live-new'))
  renameSync(at('live-new'), at('live'))
  settle()
  assert.equal(await served(), fingerprintOf(second))
})

test('TLS files, while somebody is still writing them, are left alone and the old pair goes on', async (t) => {
  const { at, warnings, start } = await following(t)
  const { files, settle, served } = await start()
  // Leaf and key are whole already, and the chain is not: only the next look can tell.
  writeFileSync(at('key.pem'), second.key)
  writeFileSync(at('cert.pem'), second.cert)
  files.look()
  writeFileSync(at('cert.pem'), second.cert + first.cert.slice(0, 200))
  files.look()
  assert.equal(await served(), fingerprintOf(first))
  assert.equal(warnings.length, 0)
  files.look()
  assert.match(warnings.join(), /^the files do not make a TLS context/)
  writeFileSync(at('cert.pem'), '')
  settle()
  rmSync(at('cert.pem'))
  settle()
  assert.equal(await served(), fingerprintOf(first))
  assert.match(warnings.join(), /no PEM certificate.*ENOENT/)
  writeFileSync(at('cert.pem'), second.cert + first.cert)
  settle()
  assert.equal(await served(), fingerprintOf(second))
  for (const warning of warnings) assert.ok(!warning.includes('PRIVATE'), 'no word of a key')
})

test('a certificate that ends within two weeks, and a key that everybody can read, are told', async (t) => {
  const { at, warnings, open } = await following(t)
  const ending = issueCertificate({ days: 2 })
  writeFileSync(at('cert.pem'), ending.cert)
  writeFileSync(at('key.pem'), ending.key)
  chmodSync(at('key.pem'), 0o644)
  open().stop()
  assert.deepEqual(warnings, [
    'the TLS certificate ends soon or has ended',
    'the TLS key file can be read by everybody',
  ])
})

test('a start with files that are no pair is refused in a sentence that names them', async (t) => {
  const { at, open } = await following(t)
  const refusal = (reason: RegExp) => (error: Error) => {
    assert.ok(error instanceof StartupError)
    assert.match(error.message, reason)
    return error.message.includes(at('cert.pem')) && error.message.includes(at('key.pem'))
  }
  writeFileSync(at('key.pem'), second.key)
  assert.throws(open, refusal(/do not belong together/))
  const locked = ['ec', '-aes256', '-passout', 'pass:secret', '-in', first.keyFile]
  writeFileSync(at('key.pem'), execFileSync('openssl', locked, { stdio: ['ignore', 'pipe', 'ignore'] }))
  assert.throws(open, refusal(/without a passphrase/))
  rmSync(at('key.pem'))
  assert.throws(open, refusal(/ENOENT/))
})

test('a server with these files speaks TLS 1.2 and 1.3 and nothing older', async (t) => {
  const { start } = await following(t)
  const { files } = await start()
  const server = createServer(files.options('everybody')).listen(0, '127.0.0.1')
  t.after(() => void server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const speak = (version: 'TLSv1.1' | 'TLSv1.2' | 'TLSv1.3') =>
    new Promise<string | null>((resolve) => {
      const versions = { minVersion: version, maxVersion: version, ciphers: 'DEFAULT@SECLEVEL=0' } as const
      const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false, ...versions })
      socket.on('secureConnect', () => {
        resolve(socket.getProtocol())
        socket.destroy()
      })
      socket.on('error', () => resolve(null))
    })
  assert.deepEqual(await Promise.all([speak('TLSv1.1'), speak('TLSv1.2'), speak('TLSv1.3')]), [
    null,
    'TLSv1.2',
    'TLSv1.3',
  ])
})

test('old versions of TLS are refused, also where the system would still speak them', async (t) => {
  const { open } = await following(t)
  const files = open()
  t.after(() => files.stop())
  // At this level OpenSSL itself has nothing against TLS 1.0: only the version that is asked for is left.
  const ciphers = 'DEFAULT@SECLEVEL=0'
  for (const audience of ['everybody', 'devices'] as const) {
    const server = createServer({ ...files.options(audience), ciphers }).listen(0, '127.0.0.1')
    t.after(() => void server.close())
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const speak = async (version: 'TLSv1' | 'TLSv1.1' | 'TLSv1.2' | 'TLSv1.3') => {
      const versions = { minVersion: version, maxVersion: version } as const
      const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false, ciphers, ...versions })
      const spoken = await once(socket, 'secureConnect').then(
        () => socket.getProtocol(),
        (error: NodeJS.ErrnoException) => error.code,
      )
      socket.destroy()
      return spoken
    }
    assert.equal(await speak('TLSv1'), 'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION')
    assert.equal(await speak('TLSv1.1'), 'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION')
    assert.deepEqual([await speak('TLSv1.2'), await speak('TLSv1.3')], ['TLSv1.2', 'TLSv1.3'])
  }
})
