// Runs on the pinned Node, which can strip types; an installed package is JavaScript, because Node strips none below
// node_modules, and because loading the stripper costs every start some time.
import { cpSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join } from 'node:path'

/** What follows one of these and ends in `.ts` is a file of ours. */
const SPECIFIER = /(\bfrom\s*|\bimport\s*\(?\s*|\bnew URL\(\s*)(['"])(\.{1,2}\/[^'"]*)\.ts\2/g

/** Types become blanks, so that a line of a stack trace is the line of the source. */
export const toJavaScript = (source: string): string =>
  stripTypeScriptTypes(source, { mode: 'strip' })
    .replace(SPECIFIER, '$1$2$3.js$2')
    .replace(/[ \t]+$/gm, '')

const isTest = (name: string): boolean => /\.test\.tsx?$/.test(name)

/** Copies a folder; TypeScript arrives as JavaScript, tests stay behind. */
export function buildFolder(from: string, to: string): void {
  for (const name of readdirSync(from)) {
    const [source, target] = [join(from, name), join(to, name)]
    if (statSync(source).isDirectory()) buildFolder(source, target)
    else if (isTest(name)) continue
    else if (name.endsWith('.ts'))
      write(target.replace(/\.ts$/, '.js'), toJavaScript(readFileSync(source, 'utf8')))
    else cpSync(source, target)
  }
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}
