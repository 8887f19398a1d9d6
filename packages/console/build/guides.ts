import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { lexer, type Token, type Tokens } from 'marked'
import type { Plugin } from 'vite'

/**
 * The guides of docs/ as trees of a few kinds of nodes, made when the console is built. The page draws them with React:
 * no text of a guide is ever HTML, whatever stands in it.
 */

/** A text, or an element with what is in it; `to` is where a link leads. */
export type GuideNode = string | GuideElement
export interface GuideElement {
  readonly tag: string
  readonly children: readonly GuideNode[]
  /** Of a heading: what links name it by. */
  readonly id?: string
  readonly to?: GuideLink
  /** Of a picture. */
  readonly src?: string
  readonly alt?: string
  /** Of a cell: the heading of its column, for screens without room for columns. */
  readonly label?: string
}
export type GuideLink = { guide: string; hash: string } | { url: string }

export interface Guide {
  readonly title: string
  readonly nodes: readonly GuideNode[]
}

const PLACEHOLDER = 'guide-picture:'

/** `import guide from 'docs/webhooks.md?guide'`, and its title alone with `?guide-title`. */
export function guides(): Plugin {
  return {
    name: 'guides',
    enforce: 'pre',
    async load(id) {
      const [file = '', query] = id.split('?')
      if (!file.endsWith('.md') || (query !== 'guide' && query !== 'guide-title')) return null
      this.addWatchFile(file)
      const guide = guideOf(await readFile(file, 'utf8'), file)
      const value = query === 'guide' ? guide : guide.title
      return moduleOf(JSON.stringify(value), dirname(file))
    },
  }
}

/** Pictures are files of the build, so that they are loaded from here and under their own names. */
function moduleOf(json: string, folder: string): string {
  const pictures = [
    ...new Set([...json.matchAll(/"guide-picture:([^"]+)"/g)].map(([, path]) => path as string)),
  ]
  const imports = pictures.map(
    (path, i) => `import picture${i} from ${JSON.stringify(`${join(folder, path)}?url`)}`,
  )
  const value = pictures.reduce(
    (text, path, i) => text.replaceAll(JSON.stringify(PLACEHOLDER + path), `picture${i}`),
    json,
  )
  return [...imports, `export default ${value}`].join('\n')
}

function guideOf(text: string, file: string): Guide {
  const tokens = lexer(text)
  const heading = tokens.find((token): token is Tokens.Heading => token.type === 'heading')
  const rest = tokens.filter((token) => token !== heading)
  const reader = createReader(file)
  return { title: heading ? plain(heading.tokens) : basename(file, '.md'), nodes: reader.all(rest) }
}

const plain = (tokens: readonly Token[] = []): string =>
  tokens.map((token) => ('tokens' in token && token.tokens ? plain(token.tokens) : textIn(token))).join('')

const ENTITIES: Record<string, string> = {
  '&lt;': '<',
  '&gt;': '>',
  '&amp;': '&',
  '&quot;': '"',
  '&#39;': "'",
}
const textIn = (token: Token): string =>
  ('text' in token ? String(token.text) : '').replaceAll(
    /&(?:lt|gt|amp|quot|#39);/g,
    (entity) => ENTITIES[entity] ?? '',
  )

/** As the forge of most repositories names headings, which is how the guides link to each other's. */
const idOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-')

function createReader(file: string) {
  const all = (tokens: readonly Token[] = []): GuideNode[] => tokens.flatMap(one)
  const element = (
    tag: string,
    children: readonly GuideNode[],
    rest: Partial<GuideElement> = {},
  ): GuideNode[] => [{ tag, children, ...rest }]

  /** What is not here, HTML above all, is left out. */
  const kinds: Record<string, (token: never) => GuideNode[]> = {
    paragraph: ({ tokens }: Tokens.Paragraph) => element('p', all(tokens)),
    heading: ({ depth, tokens }: Tokens.Heading) =>
      element(`h${Math.min(depth, 5)}`, all(tokens), { id: idOf(plain(tokens)) }),
    list: ({ ordered, items }: Tokens.List) => element(ordered ? 'ol' : 'ul', items.flatMap(one)),
    list_item: ({ tokens }: Tokens.ListItem) => element('li', all(tokens)),
    text: (token: Tokens.Text) => (token.tokens ? all(token.tokens) : [textIn(token)]),
    escape: (token: Tokens.Escape) => [textIn(token)],
    strong: ({ tokens }: Tokens.Strong) => element('strong', all(tokens)),
    em: ({ tokens }: Tokens.Em) => element('em', all(tokens)),
    del: ({ tokens }: Tokens.Del) => element('del', all(tokens)),
    codespan: (token: Tokens.Codespan) => element('code', [textIn(token)]),
    code: ({ text }: Tokens.Code) => element('pre', [text]),
    blockquote: ({ tokens }: Tokens.Blockquote) => element('blockquote', all(tokens)),
    br: () => element('br', []),
    hr: () => element('hr', []),
    link: ({ href, tokens }: Tokens.Link) => {
      const to = linkOf(href, file)
      return to ? element('a', all(tokens), { to }) : all(tokens)
    },
    image: (token: Tokens.Image) => pictureOf(token, file),
    table: (token: Tokens.Table) => tableOf(token, all),
  }

  function one(token: Token): GuideNode[] {
    const read = kinds[token.type]
    return read ? read(token as never) : []
  }

  return { all }
}

function tableOf(
  { header, rows }: Tokens.Table,
  all: (tokens?: readonly Token[]) => GuideNode[],
): GuideNode[] {
  const labels = header.map(({ tokens }) => plain(tokens))
  const head = header.map(({ tokens }) => ({ tag: 'th', children: all(tokens) }))
  const body = rows.map((cells) => ({
    tag: 'tr',
    children: cells.map(({ tokens }, i) => ({ tag: 'td', children: all(tokens), label: labels[i] ?? '' })),
  }))
  const children = [
    { tag: 'thead', children: [{ tag: 'tr', children: head }] },
    { tag: 'tbody', children: body },
  ]
  return [{ tag: 'table', children }]
}

/** Only pictures that lie beside the guides. */
function pictureOf({ href, text: alt }: Tokens.Image, file: string): GuideNode[] {
  const isOurs = !/^\w+:|^\/|\.\./.test(href) && existsSync(join(dirname(file), href))
  return isOurs ? [{ tag: 'img', children: [], src: PLACEHOLDER + href, alt }] : []
}

/** Another guide, a place in one, or a page elsewhere; whatever else is in the repository is not served. */
function linkOf(href: string, file: string): GuideLink | undefined {
  if (/^https:\/\//.test(href)) return { url: href }
  const [, path = '', hash = ''] = /^([\w-]*(?:\.md)?)(?:#([\w%-]+))?$/.exec(href) ?? []
  if (path === '' && hash === '') return undefined
  const target = path === '' ? basename(file) : path
  if (!target.endsWith('.md') || !existsSync(join(dirname(file), target))) return undefined
  return { guide: basename(target, '.md'), hash }
}
