import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'

/** The operations of the interface, as `METHOD /path`. */
const OPERATIONS: ReadonlySet<string> = new Set(
  readFileSync(new URL('../conformance/operations.tsv', import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t').slice(2, 4).join(' ')),
)

type Params = Readonly<Record<string, string | number>>

// biome-ignore lint/suspicious/noExplicitAny: it knows answers from the interface, not from our types
export type Answer = any

/** A program that knows nothing but the interface: its operations, a base URL and a token. */
export class InterfaceClient {
  readonly #url: string
  readonly #token: string
  readonly #called = new Set<string>()

  constructor(url: string, token: string) {
    this.#url = url
    this.#token = token
  }

  /** Calls an operation, which has to succeed, and answers with its body. `params` that the path does not name are its query. */
  async call(operation: string, params: Params = {}, body?: unknown): Promise<Answer> {
    assert.ok(OPERATIONS.has(operation), `${operation} is an operation of the interface`)
    const [method = '', path = ''] = operation.split(' ')
    const filled = path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => String(params[name]))
    const query = Object.entries(params).filter(([name]) => !path.includes(`{${name}}`))
    const search = query.map(([name, value]) => `${name}=${value}`).join('&')
    const response = await fetch(`${this.#url}${filled}${search && `?${search}`}`, {
      method,
      headers: {
        authorization: `Bearer ${this.#token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    assert.ok(response.ok, `${operation} answers ${response.status}: ${text}`)
    this.#called.add(operation)
    return text === '' ? undefined : JSON.parse(text)
  }

  /** The operations that have not succeeded yet. */
  notCalled(): string[] {
    return [...OPERATIONS].filter((operation) => !this.#called.has(operation))
  }
}
