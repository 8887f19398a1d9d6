import { readFileSync, writeFileSync } from 'node:fs'
import { ERRORS } from '@latchwork/contract'
import { conformanceTable } from '../packages/gateway/test/conformance/table.ts'
import { envExample, settingsTable } from '../packages/server/src/config/document.ts'
import { openApiDocument } from '../packages/server/src/http/openapi.ts'
import { arrowTable, picture } from './picture/draw.ts'
import { readImports } from './picture/imports.ts'
import { arrowsBetween } from './picture/rooms.ts'

/**
 * Writes the pages that are printed from code, or, with --check, says which of them are out of date.
 * Usage: npm run generate
 */

const root = new URL('../', import.meta.url)
const read = (file: string) => {
  try {
    return readFileSync(new URL(file, root), 'utf8')
  } catch {
    return ''
  }
}

function withBlock(file: string, name: string, content: string, text = read(file)): string {
  const start = `<!-- ${name}:start -->`
  const end = `<!-- ${name}:end -->`
  const from = text.indexOf(start)
  const to = text.indexOf(end)
  if (from < 0 || to < 0) throw new Error(`${file} has no block ${name}`)
  return `${text.slice(0, from + start.length)}\n${content.trim()}\n${text.slice(to)}`
}

function errorsPage(): string {
  const rows = Object.entries(ERRORS).map(
    ([code, { status, title }]) => `| ${status} | \`${code}\` | ${title} |`,
  )
  return [
    '# Errors',
    '',
    'Printed from `packages/contract/src/errors.ts`. Codes are stable; texts may change.',
    '',
    '| Status | Code | Meaning |',
    '|---|---|---|',
    ...rows,
    '',
  ].join('\n')
}

const arrows = arrowsBetween(readImports())

const pages: Record<string, string> = {
  'docs/openapi.json': `${JSON.stringify(openApiDocument(), null, 2)}\n`,
  'docs/errors.md': errorsPage(),
  'docs/locks.md': withBlock('docs/locks.md', 'conformance', conformanceTable()),
  'docs/operations.md': withBlock('docs/operations.md', 'settings', settingsTable()),
  'docs/images/rooms.svg': picture(arrows),
  'docs/architecture.md': withBlock('docs/architecture.md', 'arrows', arrowTable(arrows)),
  '.env.example': envExample(),
}

const stale = Object.entries(pages).filter(([file, content]) => read(file) !== content)

if (process.argv.includes('--check')) {
  for (const [file] of stale) console.error(`${file} is out of date; run npm run generate`)
  process.exitCode = stale.length > 0 ? 1 : 0
} else {
  for (const [file, content] of stale) {
    writeFileSync(new URL(file, root), content)
    console.log(`wrote ${file}`)
  }
}
