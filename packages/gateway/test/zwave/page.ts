import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'

const PAGE = new URL('../../../../docs/locks.md', import.meta.url)
const TITLE = '## Connect a Z-Wave lock in ten minutes'
const ADDRESS = 'https://locks.example.com'
const HUB = 'ws://127.0.0.1:3000'

export interface Call {
  readonly method: string
  readonly url: string
  readonly body: string | undefined
}

/** What a reader of the page does: calls, the last of which is answered so; or a program that is started. */
export type Step =
  | { readonly do: 'call'; readonly calls: readonly Call[]; readonly answer: unknown }
  | { readonly do: 'start'; readonly script: string }

/** The steps of the page, in its order. */
export function stepsOfPage(): Step[] {
  const page = readFileSync(PAGE, 'utf8')
  const begin = page.indexOf(TITLE)
  const section = page.slice(begin, page.indexOf('\n## ', begin + 1))
  return [...section.matchAll(/```sh\n([\s\S]*?)\n```(?:\n```json\n([\s\S]*?)\n```)?/g)].map(
    ([, script = '', answer]) =>
      /^npx /m.test(script)
        ? { do: 'start', script }
        : { do: 'call', calls: callsOf(script), answer: answer && JSON.parse(answer) },
  )
}

/** `lw` is curl with the token; `--json` posts, and says that it is JSON. */
function callsOf(script: string): Call[] {
  return script.split('\n').flatMap((line) => {
    if (line.startsWith('alias ')) return []
    const match = /^lw (?:-X (\w+) )?(?:--json '([^']+)' )?(\S+)$/.exec(line)
    const [, method, body, url = ''] = match ?? assert.fail(`cannot read: ${line}`)
    return [{ method: method ?? (body ? 'POST' : 'GET'), url, body }]
  })
}

/** Members that are others in every house: what the page prints for them stands for what the reader was answered. */
const OWN_MEMBERS = new Set(['gatewayId', 'claimCode', 'key', 'smartlockId'])

/** Puts what this house has in the place of what the page prints. */
export class House {
  readonly #own: [string, string][]

  constructor(server: string, hub: string) {
    this.#own = [
      [ADDRESS, server],
      [HUB, hub],
    ]
  }

  here(text: string): string {
    return this.#own.reduce((result, [printed, own]) => result.replaceAll(printed, own), text)
  }

  /** Throws unless the answer is as printed, but for what is other in every house; that is remembered. */
  compare(printed: unknown, answer: unknown): void {
    assert.partialDeepStrictEqual(answer, this.#learn(printed, answer))
  }

  #learn(printed: unknown, answer: unknown): unknown {
    if (Array.isArray(printed))
      return printed.map((one, i) => this.#learn(one, (answer as unknown[] | undefined)?.[i]))
    if (typeof printed !== 'object' || printed === null) return printed
    return Object.fromEntries(
      Object.entries(printed).map(([name, value]) => {
        const own = (answer as Record<string, unknown> | undefined)?.[name]
        if (!OWN_MEMBERS.has(name) || own === undefined) return [name, this.#learn(value, own)]
        this.#own.push([String(value), String(own)])
        return [name, own]
      }),
    )
  }
}
