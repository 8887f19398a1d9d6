import { StartupError } from '../startup-error.ts'

/** The servers of one database, of which one takes writes at a time: `postgres://user@first:5432,second:5432/doors`. */
export interface PostgresHosts {
  readonly count: number
  /** Where the one that takes writes is believed to be. */
  url(): string
  /** That one cannot be reached, or takes no writes: the next is tried. */
  failed(url: string): void
  /** Hosts, ports and database, for messages: never a name or a password. */
  readonly described: string
}

const ADDRESS = /^(postgres(?:ql)?:\/\/(?:[^@/?]*@)?)([^/?]*)(\/[^?]*)?(?:\?(.*))?$/

export function readPostgresHosts(url: string): PostgresHosts {
  const [, before, hosts, path = '', query] = ADDRESS.exec(url) ?? []
  if (before === undefined || hosts === undefined) throw notAnAddress()
  const parameters = new URLSearchParams(query)
  // libpq's word for what is done here in any case.
  parameters.delete('target_session_attrs')
  const rest = `${path}${parameters.size > 0 ? `?${parameters}` : ''}`
  const urls = hosts.split(',').map((host) => `${before}${host}${rest}`)
  if (!urls.every((one) => URL.canParse(one))) throw notAnAddress()
  let current = 0
  return {
    count: urls.length,
    url: () => urls[current] as string,
    failed(failed) {
      if (urls[current] === failed) current = (current + 1) % urls.length
    },
    described: `${hosts || 'the local socket'}${path}`,
  }
}

const notAnAddress = () =>
  new StartupError(
    'LATCHWORK_DATABASE_URL is not a PostgreSQL address: it must look like postgres://user:password@host:5432/database.',
  )
