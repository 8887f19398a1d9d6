import type { Route } from '@latchwork/contract'

/** A call with what it is given, as somebody would write it elsewhere. */
export interface Written {
  readonly area: string
  readonly name: string
  readonly route: Route
  readonly params?: Readonly<Record<string, string>> | undefined
  readonly query?: Readonly<Record<string, string>> | undefined
  readonly body?: unknown
}

export const SNIPPETS = ['curl', 'TypeScript', 'Python'] as const
export type Snippet = (typeof SNIPPETS)[number]

/** The call in one of them; `origin` is where the service is. */
export const snippetOf = (kind: Snippet, call: Written, origin: string): string =>
  ({ curl, TypeScript: typeScript, Python: python })[kind](call, origin)

const needsToken = ({ route }: Written) => route.access !== 'public'

function addressOf({ route, params = {}, query = {} }: Written, origin: string): string {
  const path = route.path.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
    const value = params[name]
    return value === undefined || value === '' ? whole : encodeURIComponent(value)
  })
  const search = new URLSearchParams(query).toString()
  return `${origin}${path}${search && `?${search}`}`
}

/** Between single quotes a shell takes everything as it is but the quote itself. */
const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`

function curl(call: Written, origin: string): string {
  const { method } = call.route
  const lines = [
    `curl ${method === 'GET' ? '' : `--request ${method} `}${quoted(addressOf(call, origin))}`,
    ...(needsToken(call) ? ['--header "Authorization: Bearer $LATCHWORK_TOKEN"'] : []),
    ...(call.body === undefined
      ? []
      : [`--header 'Content-Type: application/json'`, `--data-raw ${quoted(JSON.stringify(call.body))}`]),
  ]
  return lines.join(' \\\n  ')
}

const indented = (value: unknown, by: string) => JSON.stringify(value, null, 2).replaceAll('\n', `\n${by}`)

/** Numbers in the path are numbers in the SDK, too. */
const typedParams = ({ route, params = {} }: Written) => {
  const properties = (route.params as { properties?: Record<string, { type?: string }> } | undefined)
    ?.properties
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      properties?.[name]?.type === 'integer' && /^-?\d+$/.test(value) ? Number(value) : value,
    ]),
  )
}

function typeScript(call: Written, origin: string): string {
  const { area, name, query, body } = call
  const parts = [
    ...(call.params ? [`  params: ${indented(typedParams(call), '  ')},`] : []),
    ...(query && Object.keys(query).length > 0 ? [`  query: ${indented(query, '  ')},`] : []),
    ...(body === undefined ? [] : [`  body: ${indented(body, '  ')},`]),
  ]
  const token = needsToken(call) ? ', token: process.env.LATCHWORK_TOKEN' : ''
  return [
    `import { createClient } from '@latchwork/sdk'`,
    '',
    `const client = createClient({ baseUrl: ${JSON.stringify(origin)}${token} })`,
    `const { data } = await client.${area}.${name}(${parts.length > 0 ? `{\n${parts.join('\n')}\n}` : ''})`,
    'console.log(data)',
  ].join('\n')
}

/** JSON as Python writes it; texts are the same in both. */
function literal(value: unknown, by = ''): string {
  if (value === null || value === undefined) return 'None'
  if (value === true) return 'True'
  if (value === false) return 'False'
  if (typeof value !== 'object') return JSON.stringify(value)
  const inner = `${by}    `
  const items = Array.isArray(value)
    ? value.map((item) => `${inner}${literal(item, inner)},`)
    : Object.entries(value).map(([name, item]) => `${inner}${JSON.stringify(name)}: ${literal(item, inner)},`)
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  return items.length === 0 ? open + close : `${open}\n${items.join('\n')}\n${by}${close}`
}

function python(call: Written, origin: string): string {
  const { body } = call
  const headers = [
    ...(needsToken(call) ? [`        "Authorization": "Bearer " + os.environ["LATCHWORK_TOKEN"],`] : []),
    ...(body === undefined ? [] : ['        "Content-Type": "application/json",']),
  ]
  return [
    'import json',
    ...(needsToken(call) ? ['import os'] : []),
    'import urllib.request',
    '',
    'request = urllib.request.Request(',
    `    ${JSON.stringify(addressOf(call, origin))},`,
    `    method="${call.route.method}",`,
    ...(headers.length > 0 ? ['    headers={', ...headers, '    },'] : []),
    ...(body === undefined ? [] : [`    data=json.dumps(${literal(body, '    ')}).encode(),`]),
    ')',
    'with urllib.request.urlopen(request, timeout=30) as response:',
    '    print(response.status, response.read().decode())',
  ].join('\n')
}
