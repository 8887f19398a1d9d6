import { X509Certificate } from 'node:crypto'
import { chownSync, existsSync, mkdirSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { hostname } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { getuid } from 'node:process'
import { parseArgs } from 'node:util'
import type { Config } from '../config.ts'
import type { LocalCommand, Outcome } from './command.ts'

/** As long as the strictest browsers take a certificate for. */
const DAYS = 825
const MAX_DAYS = 3650

/** Makes a self-signed pair where the settings look for one, or in the data directory. */
async function init(config: Config, args: string[]): Promise<Outcome> {
  const options = readOptions(args)
  if (typeof options === 'string') return { text: options, failed: true }
  const certFile = resolve(config.tls.certFile ?? join(config.dataDir, 'tls', 'cert.pem'))
  const keyFile = resolve(config.tls.keyFile ?? join(config.dataDir, 'tls', 'key.pem'))
  const there = [certFile, keyFile].filter((file) => existsSync(file))
  if (there.length > 0 && !options.replace) {
    return { text: `${there.join(' and ')} exists already; --replace makes a new pair.`, failed: true }
  }
  const names = namesOf(config, options.hosts)
  const { makeSelfSigned } = await import('./self-signed.ts')
  const { cert, key } = await makeSelfSigned({ names, days: options.days, now: Date.now() })
  // The key first: a service that runs keeps its old pair until both fit.
  write(keyFile, key, 0o600)
  write(certFile, cert, 0o644)
  return { text: report({ certFile, keyFile, names, certificate: new X509Certificate(cert) }) }
}

interface Options {
  hosts: string[]
  days: number
  replace: boolean
}

function readOptions(args: string[]): Options | string {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    strict: false,
    options: {
      host: { type: 'string', multiple: true },
      days: { type: 'string' },
      replace: { type: 'boolean' },
    },
  })
  const unknown = Object.keys(values).find((name) => !['host', 'days', 'replace'].includes(name))
  if (unknown !== undefined) return `There is no option --${unknown}.`
  if (positionals.length > 0) return 'Name further hosts with --host.'
  const days = values.days === undefined ? DAYS : Number(values.days)
  if (!Number.isInteger(days) || days < 1 || days > MAX_DAYS) return `--days takes 1 to ${MAX_DAYS}.`
  const hosts = (values.host ?? []).map(String)
  const wrong = hosts.find((host) => isIP(host) === 0 && !/^[a-z0-9*]([a-z0-9.-]*[a-z0-9])?$/i.test(host))
  return wrong === undefined ? { hosts, days, replace: values.replace === true } : `${wrong} is no host name.`
}

/** Everything clients may call the service by: what was asked for, what is configured, and this machine. */
function namesOf({ publicUrl, http, mqtt }: Config, hosts: readonly string[]): [string, ...string[]] {
  const publicHost = publicUrl && new URL(publicUrl).hostname.replace(/^\[(.*)\]$/, '$1')
  const isAnybody = (host: string) => host === '0.0.0.0' || host === '::'
  const configured = [...hosts, ...(publicHost ? [publicHost] : []), http.host, mqtt.host]
  const isOpen = [http.host, mqtt.host].some(isAnybody)
  const named = [...configured.filter((host) => !isAnybody(host)), ...(isOpen ? [hostname()] : [])]
  const [first = 'localhost', ...others] = new Set([...named, 'localhost', '127.0.0.1', '::1'])
  return [first, ...others]
}

/** Whole or not at all, and never readable by others in between. The owner is that of the directory, also under root. */
function write(file: string, content: string, mode: number): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const fresh = `${file}.new`
  writeFileSync(fresh, content, { mode, flush: true })
  if (getuid?.() === 0) {
    const { uid, gid } = statSync(dirname(file))
    chownSync(fresh, uid, gid)
  }
  renameSync(fresh, file)
}

function report(made: {
  certFile: string
  keyFile: string
  names: readonly string[]
  certificate: X509Certificate
}): string {
  return [
    `Certificate  ${made.certFile}`,
    `Key          ${made.keyFile}`,
    `Names        ${made.names.join(', ')}`,
    `Valid until  ${new Date(made.certificate.validTo).toISOString().slice(0, 10)}`,
    `SHA-256      ${made.certificate.fingerprint256}`,
    '',
    'Give them to the service:',
    `  LATCHWORK_TLS_CERT_FILE=${made.certFile}`,
    `  LATCHWORK_TLS_KEY_FILE=${made.keyFile}`,
  ].join('\n')
}

export const tlsCommands: readonly LocalCommand[] = [
  {
    name: 'tls init',
    parameters: '[--host <name>] [--days <n>] [--replace]',
    says: 'make a self-signed certificate and its key',
    runWith: init,
  },
]
